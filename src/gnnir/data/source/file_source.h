#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/source/compressed.h"

namespace gnnir {

/// The largest file that is read: it is read whole, and what is made of it takes as much again.
std::uint64_t most_bytes_of_data();

/// The named files of a data set: those of a folder, of a .zip (or .tar.gz …) held in memory, or one file of its own,
/// perhaps compressed by gzip or xz (data.csv.xz is the file data.csv); nothing is ever unpacked to disk. Only base
/// names count: an entry `X/MUTAG_A.txt` is the file MUTAG_A.txt. An entry whose name is absolute or has a `..` part is
/// refused. Hidden files are left out: macOS adds `._MUTAG_A.txt` to its zips.
class FileSource {
 public:
  /// Throws an Error: io if the path cannot be read, data if the archive is broken, empty or over the limits.
  static FileSource open(const std::filesystem::path& path, ArchiveLimits limits = {});
  /// The same for the bytes of a file that is not a folder.
  static FileSource of_file(const std::filesystem::path& path, std::string bytes, ArchiveLimits limits = {});
  /// The same for the bytes of an archive.
  static FileSource unpack(std::string description, std::string_view archive, ArchiveLimits limits = {});
  /// Files that are in memory already: content by name.
  static FileSource of(std::string description, std::map<std::string, std::string> files);

  /// Names of all files, ascending.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] bool has(const std::string& name) const;
  /// Of a folder: what is there and is no file, with what it is instead: "a folder", "a link to nowhere".
  [[nodiscard]] const std::map<std::string, std::string>& no_files() const { return no_files_; }
  /// The file's content, or nothing if there is none of that name.
  [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
  /// Its first bytes, at most so many; it must be there.
  [[nodiscard]] std::string beginning(const std::string& name, std::size_t bytes) const;
  /// The whole content, not to be read again: saves a copy of a large file.
  [[nodiscard]] std::optional<std::string> take(const std::string& name);
  /// How to name it in a message: the path as the user gave it.
  [[nodiscard]] const std::string& description() const { return description_; }
  /// What the path calls the data set: data/COLLAB.txt.gz and data/COLLAB/ are COLLAB.
  [[nodiscard]] std::string dataset_name() const;

 private:
  std::string description_;
  std::filesystem::path folder_;  // empty if the files are in memory
  std::map<std::string, std::string> no_files_;
  std::map<std::string, std::string> files_;  // content by name; of a folder: empty content, read on demand
};

}  // namespace gnnir
