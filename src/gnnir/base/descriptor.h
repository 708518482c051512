#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

/// What every writer of files needs from the system's own interface.
namespace gnnir {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  [[nodiscard]] int get() const { return fd_; }
  /// Some file systems report a failed write only here.
  [[nodiscard]] bool close() { return ::close(std::exchange(fd_, -1)) == 0 || errno == EINTR; }

 private:
  int fd_;
};

/// Calls again what a signal has interrupted.
template <typename Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// False, and errno says why, if not all of it could be written.
inline bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = uninterrupted([&] { return ::write(fd, content.data(), content.size()); });
    if (written == 0) errno = ENOSPC;  // no progress and no reason given: better an error than to try for ever
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace gnnir
