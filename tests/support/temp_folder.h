#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gnnir::testing {

/// A new folder that vanishes with its content at the end of the test.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "gnnir-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// Names and contents, in the order in which they stand in an archive.
using Entries = std::vector<std::pair<std::string, std::string>>;

/// Packs entries under exactly these names, however evil, and frees the writer.
inline void write_archive(archive* writer, const std::filesystem::path& path, const Entries& entries) {
  if (archive_write_open_filename(writer, path.c_str()) != ARCHIVE_OK) {
    throw std::runtime_error("no archive: " + path.string());
  }
  for (const auto& [name, content] : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(writer, entry);
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
}

inline std::filesystem::path write_zip(const std::filesystem::path& path, const Entries& entries,
                                       const char* options = nullptr) {
  archive* writer = archive_write_new();
  archive_write_set_format_zip(writer);
  if (options != nullptr) archive_write_set_options(writer, options);
  write_archive(writer, path, entries);
  return path;
}

inline std::filesystem::path write_tar_gz(const std::filesystem::path& path, const Entries& entries) {
  archive* writer = archive_write_new();
  archive_write_set_format_pax_restricted(writer);
  archive_write_add_filter_gzip(writer);
  write_archive(writer, path, entries);
  return path;
}

}  // namespace gnnir::testing
