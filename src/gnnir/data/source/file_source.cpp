#include "gnnir/data/source/file_source.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/memory.h"
#include "gnnir/data/source/zip_directory.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

using Archive = std::unique_ptr<archive, decltype(&archive_read_free)>;

bool is_hidden(std::string_view name) { return name.starts_with('.'); }

bool is_zip(std::string_view bytes) { return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6"); }

bool is_drive(std::string_view part) { return part.size() == 2 && part[1] == ':'; }

/// Unpacks the regular files of one archive, counting what they cost.
class Unpacker {
 public:
  Unpacker(std::string_view bytes, const std::string& description, ArchiveLimits limits)
      : bytes_(bytes), description_(description), limits_(limits), reader_(archive_read_new(), &archive_read_free) {
    if (!reader_) throw internal_error("[archive] out of memory");
    // Only formats that hold their content: an mtree archive, for one, may point at files of this computer.
    archive_read_support_format_zip(reader_.get());
    archive_read_support_format_tar(reader_.get());
    archive_read_support_filter_gzip(reader_.get());
    // And only compressions of bounded memory: xz takes what its header claims to need, up to a gigabyte.
    archive_read_support_filter_bzip2(reader_.get());
    archive_read_support_filter_zstd(reader_.get());
  }

  std::map<std::string, std::string> unpack() {
    if (is_zip(bytes_)) check_zip_directory(bytes_, description_);
    check(archive_read_open_memory(reader_.get(), bytes_.data(), bytes_.size()));
    constexpr int tar_and_one_filter = 2;
    if (archive_filter_count(reader_.get()) > tar_and_one_filter) throw fail("compressed more than once");
    archive_entry* entry = nullptr;
    std::size_t entries = 0;
    while (check(archive_read_next_header(reader_.get(), &entry)) != ARCHIVE_EOF) {
      if (++entries > limits_.max_entries) throw fail("more than {} entries", limits_.max_entries);
      add(entry);
    }
    if (files_.empty()) throw fail("expected the files of a data set, found none");
    return std::move(files_);
  }

 private:
  void add(archive_entry* entry) {
    const char* path = archive_entry_pathname(entry);
    if (path == nullptr) path = archive_entry_pathname_utf8(entry);
    if (path == nullptr) throw fail("an entry has a name that cannot be read");
    const std::string name = base_name(path);
    check_method(name);
    std::string text = content();  // of every entry: what is skipped costs time, too, and counts
    if (is_hidden(name)) return;
    const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR && text.empty();
    if (is_folder) return;
    if (archive_entry_filetype(entry) != AE_IFREG) throw fail("{}: expected a file, found a link or a device", name);
    if (!files_.emplace(name, std::move(text)).second) throw fail("two files are named {}", name);
  }

  /// A zip may use any of a dozen methods; of those, LZMA and PPMd take the memory that a header claims to need.
  void check_method(const std::string& name) const {
    if ((archive_format(reader_.get()) & ARCHIVE_FORMAT_BASE_MASK) != ARCHIVE_FORMAT_ZIP) return;
    const std::string_view format = archive_format_name(reader_.get());  // "ZIP 2.0 (deflation)"
    for (const char* method : {"(uncompressed)", "(deflation)", "(bzip)"}) {
      if (format.ends_with(method)) return;
    }
    throw fail("{}: expected an entry packed by deflate, found {}", name, format);
  }

  /// What follows the last separator, after a check of all parts. Backslashes separate too: zips of Windows have them.
  std::string base_name(std::string_view path) const {
    std::string_view rest = path;
    while (true) {
      const std::size_t separator = rest.find_first_of("/\\");
      const std::string_view part = rest.substr(0, separator);
      const bool absolute = rest.size() == path.size() && (is_drive(part) || separator == 0);
      if (absolute || part == "..") throw fail("the entry '{}' points outside the archive", path);
      if (separator == std::string_view::npos) return std::string(part);
      rest.remove_prefix(separator + 1);
    }
  }

  /// Grows with the bytes that arrive, never by the size that an entry claims.
  std::string content() {
    std::string text;
    std::array<char, 1 << 16> buffer;
    while (true) {
      const la_ssize_t size = archive_read_data(reader_.get(), buffer.data(), buffer.size());
      if (size == 0) return text;
      if (size < 0) throw broken();
      total_ += static_cast<std::uint64_t>(size);
      if (total_ > limits_.max_bytes) throw fail("unpacks to more than {} bytes", limits_.max_bytes);
      if (total_ > limits_.max_ratio * bytes_.size())
        throw fail("unpacks to over {} times its size", limits_.max_ratio);
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }

  int check(int status) const {
    if (status == ARCHIVE_FATAL || status == ARCHIVE_FAILED || status == ARCHIVE_RETRY) throw broken();
    return status;
  }

  Error broken() const {
    const char* reason = archive_error_string(reader_.get());
    return fail("not a readable archive: {}", reason != nullptr ? reason : "no reason given");
  }

  template <typename... Args>
  Error fail(fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("[archive] {}: {}", description_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string_view bytes_;
  const std::string& description_;
  ArchiveLimits limits_;
  Archive reader_;
  std::map<std::string, std::string> files_;
  std::uint64_t total_ = 0;
};

/// What is in a folder, by names: files, and what is there and cannot be read as one.
struct Listing {
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> no_files;  // with what they are instead
};

std::string kind_of(const fs::directory_entry& entry) {
  std::error_code ignored;
  if (entry.is_directory(ignored)) return "a folder";
  if (entry.is_symlink(ignored) && !entry.exists(ignored)) return "a link to nowhere";
  return "no file";
}

Listing list_folder(const fs::path& folder) {
  Listing listing;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    std::string name = entries->path().filename().string();
    if (is_hidden(name)) continue;
    std::error_code unreadable;
    if (entries->is_regular_file(unreadable)) {
      listing.files.emplace(std::move(name), "");
    } else {
      listing.no_files.emplace(std::move(name), kind_of(*entries));
    }
  }
  if (error) throw io_error("[file] {}: the folder cannot be read: {}", folder.string(), error.message());
  return listing;
}

bool ends_in(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

bool is_tar(std::string_view name, std::string_view bytes) {
  constexpr std::size_t place_of_magic = 257;
  return name.ends_with(".tar") || (bytes.size() > place_of_magic && bytes.substr(place_of_magic).starts_with("ustar"));
}

/// By its name, so that a damaged one is called by what it should be; or by its content.
bool is_archive(std::string_view name, std::string_view bytes) {
  return ends_in(name, {".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.zst"}) || is_zip(bytes) ||
         is_tar(name, bytes);
}

std::string without_compression(const std::string& name) {
  if (name.ends_with(".txz")) return name.substr(0, name.size() - 3) + "tar";
  return ends_in(name, {".gz", ".xz"}) ? name.substr(0, name.size() - 3) : name;
}

}  // namespace

std::uint64_t most_bytes_of_data() {
  constexpr double most = 16.0 * (1ull << 30);
  return static_cast<std::uint64_t>(std::min(most, (attainable_bytes() - resident_bytes()) / 2));
}

FileSource FileSource::open(const fs::path& path, ArchiveLimits limits) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return of_file(path, read_file(path, most_bytes_of_data()), limits);
  Listing listing = list_folder(path);
  FileSource source = of(path.string(), std::move(listing.files));
  source.no_files_ = std::move(listing.no_files);
  source.folder_ = path;
  return source;
}

FileSource FileSource::of_file(const fs::path& path, std::string bytes, ArchiveLimits limits) {
  std::string name = path.filename().string();
  const bool archive = is_archive(name, bytes);
  if (compression_of(bytes) != Compression::none) {  // also of an archive: libarchive does not look at gzip's checksum
    bytes = decompress(bytes, path.string(), limits);
    name = without_compression(name);
    const bool again = bytes.starts_with("BZh") || bytes.starts_with("\x28\xb5\x2f\xfd");  // bzip2, zstd
    if (compression_of(bytes) != Compression::none || (archive && again)) {
      throw data_error("[archive] {}: compressed more than once", path.string());
    }
    if (archive || is_tar(name, bytes)) return unpack(path.string(), bytes, limits);
  }
  if (archive) return unpack(path.string(), bytes, limits);
  std::map<std::string, std::string> files;
  files.emplace(std::move(name), std::move(bytes));
  return of(path.string(), std::move(files));
}

FileSource FileSource::unpack(std::string description, std::string_view archive, ArchiveLimits limits) {
  std::map<std::string, std::string> files = Unpacker(archive, description, limits).unpack();
  return of(std::move(description), std::move(files));
}

FileSource FileSource::of(std::string description, std::map<std::string, std::string> files) {
  FileSource source;
  source.description_ = std::move(description);
  source.files_ = std::move(files);
  return source;
}

std::vector<std::string> FileSource::names() const {
  std::vector<std::string> names;
  names.reserve(files_.size());
  for (const auto& [name, content] : files_) names.push_back(name);
  return names;
}

bool FileSource::has(const std::string& name) const { return files_.contains(name); }

std::optional<std::string> FileSource::read(const std::string& name) const {
  const auto file = files_.find(name);
  if (file == files_.end()) return std::nullopt;
  return folder_.empty() ? file->second : read_file(folder_ / name, most_bytes_of_data());
}

std::string FileSource::beginning(const std::string& name, std::size_t bytes) const {
  if (folder_.empty()) return files_.at(name).substr(0, bytes);
  std::ifstream file(folder_ / name, std::ios::binary);
  if (!file) throw io_error("[file] {}: cannot be opened: {}", (folder_ / name).string(), std::strerror(errno));
  std::string text(bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<std::string> FileSource::take(const std::string& name) {
  const auto file = files_.find(name);
  if (file == files_.end() || !folder_.empty()) return read(name);
  return std::move(file->second);
}

std::string FileSource::dataset_name() const {
  fs::path path(description_);
  if (path.filename().empty()) path = path.parent_path();  // data/X/
  const std::string name = without_compression(path.filename().string());
  return folder_.empty() ? fs::path(name).stem().string() : name;
}

}  // namespace gnnir
