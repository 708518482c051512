#include "gnnir/data/formats/tu_files.h"

#include <vector>

#include "gnnir/base/error.h"

namespace gnnir {

TuFiles::TuFiles(const FileSource& files) : files_(files) {
  constexpr std::string_view edge_list = "_A.txt";
  std::vector<std::string> found;
  for (const std::string& file : files.names()) {
    if (file.size() > edge_list.size() && file.ends_with(edge_list)) found.push_back(file);
  }
  if (found.size() != 1) {
    throw data_error("[tu] {}: expected one file whose name ends in {}, found {}", files.description(), edge_list,
                     found.empty() ? "none" : fmt::format("{}", fmt::join(found, " and ")));
  }
  name_ = found.front().substr(0, found.front().size() - edge_list.size());
}

std::string TuFiles::file_name(std::string_view kind) const { return fmt::format("{}_{}.txt", name_, kind); }

std::optional<LineCursor> TuFiles::open(std::string_view kind, std::int64_t min_lines) const {
  std::optional<std::string> content = files_.read(file_name(kind));
  if (!content) return std::nullopt;
  return LineCursor("[tu] " + file_name(kind), *std::move(content), min_lines);
}

LineCursor TuFiles::require(std::string_view kind) const {
  std::optional<LineCursor> lines = open(kind);
  if (!lines) throw data_error("[tu] {}: expected a file {}, found none", files_.description(), file_name(kind));
  return *std::move(lines);
}

}  // namespace gnnir
