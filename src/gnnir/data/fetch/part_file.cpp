#include "gnnir/data/fetch/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cstring>
#include <system_error>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t largest_state = 1 << 16;

Error failed(const fs::path& path, const char* what) {
  return io_error("[download] {}: {} failed: {}", path.string(), what, std::strerror(errno));
}

/// The process that had the lock before may have given the file its final name or removed it.
bool still_has_its_name(int fd, const fs::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

PartFile::PartFile(const fs::path& target)
    : target_(target), path_(target.string() + ".part"), state_path_(path_.string() + ".json") {
  constexpr int enough = 5;  // where numbers of files change from call to call, there is no telling
  open();
  for (int tries = 1; tries < enough && !still_has_its_name(file_.get(), path_); ++tries) open();
  struct stat about {};
  if (::fstat(file_.get(), &about) != 0 || !S_ISREG(about.st_mode)) {
    throw io_error("[download] {}: expected a file, found something else", path_.string());
  }
  size_ = about.st_size;
  if (::lseek(file_.get(), 0, SEEK_END) < 0) throw failed(path_, "seeking");
  read_state();
}

PartFile::~PartFile() {
  if (size_ > 0) return;
  std::error_code ignored;  // an empty file is in nobody's way
  fs::remove(state_path_, ignored);
  if (still_has_its_name(file_.get(), path_)) fs::remove(path_, ignored);
}

void PartFile::open() {
  constexpr int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
  file_ = Descriptor(uninterrupted([&] { return ::open(path_.c_str(), flags, 0644); }));
  if (file_.get() < 0) throw failed(path_, "opening");
  // A file system without locks is no reason to refuse work.
  if (uninterrupted([&] { return ::flock(file_.get(), LOCK_EX | LOCK_NB); }) != 0 && errno == EWOULDBLOCK) {
    throw usage_error("[download] {}: another process is downloading this file", path_.string());
  }
}

void PartFile::read_state() {
  std::error_code ignored;
  if (!fs::exists(state_path_, ignored)) return;
  try {
    state_ = PartState::parse(read_file(state_path_, largest_state), state_path_.string());
  } catch (const Error&) {
    state_ = {};  // damaged: the download begins anew
  }
}

void PartFile::begin(const PartState& state) {
  forget();
  write_file_atomically(state_path_, to_text(state.to_json()) + "\n");
  state_ = state;
}

void PartFile::append(std::string_view bytes) {
  if (!write_all(file_.get(), bytes)) {
    const int reason = errno;
    const off_t end = ::lseek(file_.get(), 0, SEEK_CUR);
    if (end >= 0) size_ = end;
    throw io_error("[download] {}: writing failed: {}; {} bytes are kept: the same command goes on from there",
                   path_.string(), std::strerror(reason), size_);
  }
  size_ += static_cast<std::int64_t>(bytes.size());
}

void PartFile::finish() {
  if (state_.bytes >= 0) return;  // the server has said before how long it is
  state_.bytes = size_;
  write_file_atomically(state_path_, to_text(state_.to_json()) + "\n");
}

void PartFile::forget() {
  state_ = {};
  size_ = 0;
  // In this order and synced: a new description must never stand beside old bytes.
  if (uninterrupted([&] { return ::ftruncate(file_.get(), 0); }) != 0) throw failed(path_, "truncating");
  if (::lseek(file_.get(), 0, SEEK_SET) < 0) throw failed(path_, "seeking");
  if (uninterrupted([&] { return ::fsync(file_.get()); }) != 0) throw failed(path_, "syncing");
  std::error_code ignored;  // without its bytes it means nothing
  fs::remove(state_path_, ignored);
}

void PartFile::take_place() {
  place_new_file(path_, target_);
  std::error_code ignored;
  fs::remove(state_path_, ignored);
}

}  // namespace gnnir
