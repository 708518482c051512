#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gnnir/data/source/file_source.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {

/// The files NAME_*.txt of one data set, by what stands for the star.
class TuFiles {
 public:
  /// NAME is taken from the one file that ends in `_A.txt`.
  explicit TuFiles(const FileSource& files);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// "A" is MUTAG_A.txt.
  [[nodiscard]] std::string file_name(std::string_view kind) const;
  /// Nothing if there is no such file. `min_lines`: see LineCursor.
  [[nodiscard]] std::optional<LineCursor> open(std::string_view kind, std::int64_t min_lines = 0) const;
  /// An Error of kind data if there is no such file.
  [[nodiscard]] LineCursor require(std::string_view kind) const;

 private:
  const FileSource& files_;
  std::string name_;
};

}  // namespace gnnir
