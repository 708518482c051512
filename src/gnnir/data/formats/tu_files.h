#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/source/file_source.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {

/// The files NAME_*.txt of one data set, by what stands for the star.
class TuFiles {
 public:
  /// NAME is taken from the one file that ends in `_A.txt`. An Error of kind data if something is called NAME_… and is
  /// no file, or almost called like a file that would be read.
  explicit TuFiles(const FileSource& files);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// "A" is MUTAG_A.txt.
  [[nodiscard]] std::string file_name(std::string_view kind) const;
  /// Nothing if there is no such file. `min_lines`: see LineCursor.
  [[nodiscard]] std::optional<LineCursor> open(std::string_view kind, std::int64_t min_lines = 0) const;
  /// An Error of kind data if there is no such file.
  [[nodiscard]] LineCursor require(std::string_view kind) const;
  /// Names of files NAME_… that nobody has opened.
  [[nodiscard]] std::vector<std::string> unread() const;

 private:
  [[nodiscard]] bool is_ours(const std::string& file) const;
  void refuse_slip(const std::string& file) const;

  const FileSource& files_;
  std::string name_;
  mutable std::vector<std::string> opened_;
};

}  // namespace gnnir
