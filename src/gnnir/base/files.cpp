#include "gnnir/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  /// Some file systems report a failed write only here.
  [[nodiscard]] bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A pipe or a device cannot be replaced by a file; a folder refuses to be opened.
void write_to_special_file(const fs::path& path, std::string_view content) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0 || !write_all(file.get(), content)) {
    throw io_error("[file] {}: writing failed: {}", path.string(), std::strerror(errno));
  }
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code ignored;  // whatever else is wrong with the path, opening it says so
  if (fs::is_directory(path, ignored)) throw io_error("[file] {}: expected a file, found a folder", path.string());
  std::ifstream in(path, std::ios::binary);
  if (!in) throw io_error("[file] {}: cannot be opened: {}", path.string(), std::strerror(errno));
  std::ostringstream content;
  content << in.rdbuf();
  if (in.bad()) throw io_error("[file] {}: reading failed: {}", path.string(), std::strerror(errno));
  return std::move(content).str();
}

void write_file_atomically(const fs::path& given, std::string_view content) {
  std::error_code ignored;
  const fs::path path = fs::is_symlink(given, ignored) ? fs::canonical(given, ignored) : given;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    write_to_special_file(path, content);
    return;
  }
  std::string temporary = path.string() + ".tmp-XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.get() < 0) throw io_error("[file] {}: cannot be created: {}", path.string(), std::strerror(errno));
  const auto fail = [&](const char* what) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    return io_error("[file] {}: {} failed: {}; nothing was changed", path.string(), what, std::strerror(reason));
  };
  if (!write_all(file.get(), content)) throw fail("writing");
  if (::fchmod(file.get(), 0644) != 0) throw fail("setting the mode");
  if (::fsync(file.get()) != 0) throw fail("syncing");
  if (!file.close()) throw fail("closing");
  if (::rename(temporary.c_str(), path.c_str()) != 0) throw fail("renaming");
  const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
}

void refuse_used_folder(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path, error) && !(fs::is_directory(path, error) && fs::is_empty(path, error))) {
    throw usage_error("[run] {} exists already and is never overwritten: name another folder with --out",
                      path.string());
  }
}

void create_new_folder(const fs::path& path) {
  refuse_used_folder(path);
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw io_error("[run] {}: cannot create the folder: {}", path.string(), error.message());
}

}  // namespace gnnir
