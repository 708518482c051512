#include "gnnir/data/formats/tu_files.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

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
  for (const auto& [file, what] : files.no_files()) {
    if (is_ours(file)) throw data_error("[tu] {}: {}: expected a file, found {}", files.description(), file, what);
  }
  for (const std::string& file : files.names()) {
    if (is_ours(file)) refuse_slip(file);
  }
}

bool TuFiles::is_ours(const std::string& file) const { return file.starts_with(name_ + "_"); }

/// A file that is almost called like one that would be read.
void TuFiles::refuse_slip(const std::string& file) const {
  std::vector<std::string> known;
  for (const char* kind : {"A", "graph_indicator", "graph_labels", "graph_attributes", "node_labels", "node_attributes",
                           "edge_labels", "edge_attributes"}) {
    known.push_back(file_name(kind));
  }
  if (std::find(known.begin(), known.end(), file) != known.end()) return;
  const auto meant = nearest_name(file, known);
  if (!meant || files_.has(*meant)) return;
  throw data_error("[tu] {}: {} is no file of such a data set. Did you mean {}?", files_.description(), file, *meant);
}

std::vector<std::string> TuFiles::unread() const {
  std::vector<std::string> others;
  for (const std::string& file : files_.names()) {
    if (is_ours(file) && std::find(opened_.begin(), opened_.end(), file) == opened_.end()) others.push_back(file);
  }
  return others;
}

std::string TuFiles::file_name(std::string_view kind) const { return fmt::format("{}_{}.txt", name_, kind); }

std::optional<LineCursor> TuFiles::open(std::string_view kind, std::int64_t min_lines) const {
  opened_.push_back(file_name(kind));
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
