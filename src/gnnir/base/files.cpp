#include "gnnir/base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>
#include <vector>

#include "gnnir/base/descriptor.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// A pipe or a device cannot be replaced by a file; a folder refuses to be opened.
void write_to_special_file(const fs::path& path, std::string_view content) {
  Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }));
  if (file.get() < 0 || !write_all(file.get(), content) || !file.close()) {
    throw io_error("[file] {}: writing failed: {}", path.string(), std::strerror(errno));
  }
}

/// What umask takes from new files and folders. umask(2) itself only tells by changing it, for all threads.
mode_t file_mask() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view name = "Umask:";
    if (line.starts_with(name)) return static_cast<mode_t>(std::stoul(line.substr(name.size()), nullptr, 8));
  }
  return 077;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

void sync_folder(const fs::path& path) {
  const Descriptor folder(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  // EINVAL: a file system that cannot sync folders.
  if (folder.get() < 0 || (uninterrupted([&] { return ::fsync(folder.get()); }) != 0 && errno != EINVAL)) {
    throw io_error("[file] {}: syncing the folder failed: {}", path.string(), std::strerror(errno));
  }
}

/// A complete file beside the one that it is going to replace. Whatever fails, the other is untouched and this one
/// gone.
class PendingFile {
 public:
  PendingFile(fs::path target, std::string_view content) : target_(std::move(target)) {
    Descriptor file(uninterrupted([&] {
      name_ = target_.string() + ".tmp-XXXXXX";  // an attempt that fails may leave anything there
      return ::mkstemp(name_.data());
    }));
    if (file.get() < 0) throw io_error("[file] {}: cannot be created: {}", target_.string(), std::strerror(errno));
    if (!write_all(file.get(), content)) throw failed("writing");
    if (uninterrupted([&] { return ::fchmod(file.get(), 0666 & ~file_mask()); }) != 0) throw failed("setting the mode");
    if (uninterrupted([&] { return ::fsync(file.get()); }) != 0) throw failed("syncing");
    if (!file.close()) throw failed("closing");
  }

  void take_place() {
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw failed("renaming");
    // The file has its name; what remains is to make the name survive a power failure.
    sync_folder(folder_of(target_));
  }

  Error failed(const char* what) {
    const int reason = errno;
    ::unlink(name_.c_str());
    return io_error("[file] {}: {} failed: {}; nothing was changed", target_.string(), what, std::strerror(reason));
  }

 private:
  fs::path target_;
  std::string name_;
};

Error too_large(const fs::path& path, std::uint64_t max_bytes) {
  return data_error("[file] {}: larger than {}, the most that is read here", path.string(),
                    format_bytes(static_cast<std::int64_t>(max_bytes)));
}

void read_to_end(int descriptor, const fs::path& name, std::uint64_t max_bytes, std::string& content) {
  std::vector<char> buffer(std::size_t{1} << 16);
  for (;;) {
    const ssize_t count = uninterrupted([&] { return ::read(descriptor, buffer.data(), buffer.size()); });
    if (count == 0) return;
    if (count < 0) throw io_error("[file] {}: reading failed: {}", name.string(), std::strerror(errno));
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > max_bytes) throw too_large(name, max_bytes);
  }
}

}  // namespace

std::string read_file(const fs::path& path, std::uint64_t max_bytes) {
  std::error_code ignored;  // whatever else is wrong with the path, opening it says so
  if (fs::is_directory(path, ignored)) throw io_error("[file] {}: expected a file, found a folder", path.string());
  const Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (file.get() < 0) throw io_error("[file] {}: cannot be opened: {}", path.string(), std::strerror(errno));
  struct stat about {};
  std::string content;
  const bool known = ::fstat(file.get(), &about) == 0;
  if (known && (S_ISCHR(about.st_mode) || S_ISBLK(about.st_mode))) {
    throw data_error("[file] {}: expected a file, found a device", path.string());
  }
  if (known && S_ISREG(about.st_mode)) {
    if (static_cast<std::uint64_t>(about.st_size) > max_bytes) throw too_large(path, max_bytes);
    content.reserve(static_cast<std::size_t>(about.st_size));
  }
  read_to_end(file.get(), path, max_bytes, content);
  return content;
}

std::string read_descriptor(int descriptor, const std::string& name, std::uint64_t max_bytes) {
  std::string content;
  read_to_end(descriptor, name, max_bytes, content);
  return content;
}

void write_file_atomically(const fs::path& given, std::string_view content) {
  std::error_code ignored;
  std::error_code unresolved;  // a link to nowhere is replaced; /dev/stdout may lead to a pipe, which has no path
  const fs::path target = fs::is_symlink(given, ignored) ? fs::canonical(given, unresolved) : given;
  const fs::path& path = unresolved ? given : target;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    write_to_special_file(path, content);
    return;
  }
  PendingFile pending(path, content);
  pending.take_place();
}

fs::path previous_generation(const fs::path& path) {
  return path.parent_path() / (path.stem().string() + ".previous" + path.extension().string());
}

void write_file_keeping_previous(const fs::path& path, std::string_view content) {
  PendingFile pending(path, content);
  const fs::path previous = previous_generation(path);
  // From here to the second renaming only the previous generation has a name; read_newest finds it.
  const bool had_one = ::rename(path.c_str(), previous.c_str()) == 0;
  if (!had_one && errno != ENOENT) throw pending.failed("renaming");
  try {
    pending.take_place();
  } catch (const Error&) {
    if (had_one) ::rename(previous.c_str(), path.c_str());
    throw;
  }
}

void refuse_links(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_symlink(ignored)) {
      throw data_error("[run] {}: expected a file of the run, found a link", entry.path().string());
    }
    if (entry.is_directory(ignored)) refuse_links(entry.path());
  }
}

void remove_pending_files(const fs::path& folder) {
  std::error_code ignored;  // they are in nobody's way
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::size_t mark = name.rfind(".tmp-");
    if (mark != std::string::npos && mark + 11 == name.size() && entry.is_regular_file(ignored)) {
      fs::remove(entry.path(), ignored);
    }
  }
}

void place_new_file(const fs::path& from, const fs::path& target) {
  const auto failed = [&](const char* what) {
    return io_error("[file] {}: {} failed: {}; {} is kept", target.string(), what, std::strerror(errno), from.string());
  };
  Descriptor file(uninterrupted([&] { return ::open(from.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (file.get() < 0 || uninterrupted([&] { return ::fsync(file.get()); }) != 0) throw failed("syncing");
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) != 0) {
    // Not every file system has a renaming that never replaces.
    const bool has_none = errno == EINVAL || errno == ENOSYS;
    if (has_none && ::access(target.c_str(), F_OK) == 0) errno = EEXIST;
    if (!has_none || errno == EEXIST || ::rename(from.c_str(), target.c_str()) != 0) throw failed("renaming");
  }
  sync_folder(folder_of(target));
}

FolderLock::FolderLock(const fs::path& folder, IfTaken if_taken)
    : fd_(uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); })) {
  if (fd_ < 0) throw io_error("[run] {}: cannot be opened: {}", folder.string(), std::strerror(errno));
  // A file system without locks is no reason to refuse work.
  const int how = if_taken == IfTaken::wait ? LOCK_EX : LOCK_EX | LOCK_NB;
  if (uninterrupted([&] { return ::flock(fd_, how); }) != 0 && errno == EWOULDBLOCK) {
    ::close(fd_);
    throw usage_error("[run] {} is at work in another process", folder.string());
  }
}

FolderLock::~FolderLock() { ::close(fd_); }

void refuse_used_folder(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error) && !(fs::is_directory(path, error) && fs::is_empty(path, error))) {
    throw usage_error("{} exists already and is never overwritten: name another folder", path.string());
  }
}

void create_new_folder(const fs::path& path) {
  refuse_used_folder(path);
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw io_error("[run] {}: cannot create the folder: {}", path.string(), error.message());
}

namespace {

/// A descriptor that holds the folder's lock, or -1: another process has it, or there are no locks.
int open_locked(const fs::path& folder) {
  const int fd = uninterrupted([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (fd < 0 || uninterrupted([&] { return ::flock(fd, LOCK_EX | LOCK_NB); }) == 0) return fd;
  ::close(fd);
  return -1;
}

bool is_temporary_name_of(const std::string& name, const std::string& of) {
  constexpr std::size_t random_letters = 6;
  return name.starts_with(of + ".tmp-") && name.size() == of.size() + 5 + random_letters;
}

/// What processes that were killed have left beside a folder that they were making.
void remove_folders_left_behind(const fs::path& target) {
  std::error_code ignored;  // they are in nobody's way
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_of(target), ignored)) {
    if (!is_temporary_name_of(entry.path().filename().string(), target.filename().string())) continue;
    if (!entry.is_directory(ignored) || entry.is_symlink(ignored)) continue;
    const int lock = open_locked(entry.path());
    if (lock < 0) continue;
    fs::remove_all(entry.path(), ignored);
    ::close(lock);
  }
}

}  // namespace

NewFolder::NewFolder(fs::path target) : target_(std::move(target)) {
  if (target_.filename().empty()) target_ = target_.parent_path();
  std::error_code error;
  if (fs::is_directory(target_, error)) {  // an empty one, perhaps a mount point: it cannot be replaced
    path_ = target_;
    return;
  }
  fs::create_directories(folder_of(target_), error);
  remove_folders_left_behind(target_);
  do {
    if (lock_ >= 0) ::close(lock_);
    std::string name = target_.string() + ".tmp-XXXXXX";
    if (error || ::mkdtemp(name.data()) == nullptr || ::chmod(name.c_str(), 0777 & ~file_mask()) != 0) {
      throw io_error("[run] {}: cannot create the folder: {}", target_.string(),
                     error ? error.message() : std::strerror(errno));
    }
    path_ = name;
    lock_ = open_locked(path_);
  } while (!fs::exists(path_, error) && !error);  // another process may have found it before it was locked
}

NewFolder::~NewFolder() {
  if (lock_ >= 0) ::close(lock_);
  if (path_ == target_) return;
  std::error_code ignored;  // it has taken its place, or is of no use to anybody
  fs::remove_all(path_, ignored);
}

void NewFolder::take_place() const {
  if (path_ == target_) return;
  if (::rename(path_.c_str(), target_.c_str()) != 0) {
    throw io_error("[run] {}: cannot create the folder: {}", target_.string(), std::strerror(errno));
  }
  sync_folder(folder_of(target_));
}

}  // namespace gnnir
