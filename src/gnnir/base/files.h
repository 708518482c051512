#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "gnnir/base/error.h"

namespace gnnir {

/// The whole file, or what comes through a pipe; an Error of kind io that names the path if it cannot be read, of kind
/// data if it is a device, which may never end, or larger than max_bytes.
std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes = std::uint64_t{16} << 30);

/// All that comes through an open descriptor, to its end, under the same limit; `name` is for messages.
std::string read_descriptor(int descriptor, const std::string& name, std::uint64_t max_bytes);

/// Writes a file so that readers see the old content or the new one, never a part: temporary file in the same
/// folder, write, fsync, rename, fsync of the folder. On failure the old file is untouched and the temporary
/// one removed; throws an Error of kind io.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// The same for a file of which the content before is worth keeping: it becomes the previous generation. At any moment
/// one of the two is there, complete.
void write_file_keeping_previous(const std::filesystem::path& path, std::string_view content);
/// run/best.safetensors → run/best.previous.safetensors
std::filesystem::path previous_generation(const std::filesystem::path& path);

/// Gives a complete file its final name: fsync, rename, fsync of the folder. Never replaces anything: an Error of kind
/// io if there is something of that name, and the file keeps the one it has.
void place_new_file(const std::filesystem::path& from, const std::filesystem::path& target);

/// What `read` makes of the newest generation of a file, or of the previous one if that is missing or `read` throws an
/// Error of kind data or io; then `warn` is told. Nothing if there is neither; the newest one's Error if none is good.
template <typename Content>
std::optional<Content> read_newest(const std::filesystem::path& path,
                                   const std::function<Content(const std::filesystem::path&)>& read,
                                   const std::function<void(const std::string&)>& warn) {
  const std::filesystem::path previous = previous_generation(path);
  std::optional<Error> damage;
  if (std::filesystem::exists(path)) {
    try {
      return read(path);
    } catch (const Error& error) {
      const bool damaged = error.kind() == ErrorKind::data || error.kind() == ErrorKind::io;
      if (!damaged || !std::filesystem::exists(previous)) throw;
      damage = error;
    }
  }
  if (!std::filesystem::exists(previous)) return std::nullopt;
  try {
    Content content = read(previous);
    if (warn) {
      warn(fmt::format("{}; using the one before it, {}", damage ? damage->what() : path.string() + " is missing",
                       previous.string()));
    }
    return content;
  } catch (const Error&) {
    if (damage) throw *damage;
    throw;
  }
}

/// An Error of kind usage if something of that name exists and is not an empty folder: results are never overwritten.
void refuse_used_folder(const std::filesystem::path& path);

/// An Error of kind data if something in the folder, or in a folder in it, is a link: what is written there would land
/// elsewhere.
void refuse_links(const std::filesystem::path& folder);

/// Removes what saves that were killed have left in a folder; for one that no other process writes to.
void remove_pending_files(const std::filesystem::path& folder);

/// A folder that only one process may work in. If another has it, an Error of kind usage, or this one waits. A process
/// that ends, in whatever way, gives it back.
class FolderLock {
 public:
  enum class IfTaken { refuse, wait };
  explicit FolderLock(const std::filesystem::path& folder, IfTaken if_taken = IfTaken::refuse);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

/// A folder that is filled beside its place and then takes it, complete. If it never does, it is removed; if this
/// process is killed, by the next that makes one for the same place. Where an empty folder is there already, it is
/// filled.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path target);
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void take_place() const;

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  int lock_ = -1;  // held while it is filled: one that nobody holds was left behind
};

/// Creates a folder (and its parents) that refuse_used_folder accepts.
void create_new_folder(const std::filesystem::path& path);

}  // namespace gnnir
