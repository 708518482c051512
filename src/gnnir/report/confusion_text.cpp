#include "gnnir/report/confusion_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/report/table.h"

namespace gnnir {
namespace {

constexpr std::size_t least_of_first = 8;  // as Table has it
constexpr std::size_t least_of_name = 3;

/// As test_figures.h has it; its numbers may be too few.
ConfusionMatrix matrix_of(const Json& column) {
  ConfusionMatrix matrix{.target = column.value("name", ""),
                         .classes = column.at("classes").get<std::vector<std::string>>(),
                         .counts = column.at("confusion").get<std::vector<std::int64_t>>(),
                         .unanswered = column.value("unanswered", std::vector<std::int64_t>())};
  matrix.unanswered.resize(matrix.classes.size());
  return matrix;
}

}  // namespace

std::string confusion_text(const ConfusionMatrix& matrix, std::size_t width) {
  const bool unanswered = std::any_of(matrix.unanswered.begin(), matrix.unanswered.end(), [](auto n) { return n > 0; });
  std::vector<std::string> header = {matrix.target.empty() ? "true, predicted →"
                                                           : matrix.target + ": true, predicted →"};
  header.insert(header.end(), matrix.classes.begin(), matrix.classes.end());
  if (unanswered) header.emplace_back("no number");
  const std::size_t columns = header.size() - 1;
  const std::size_t left = width - std::min(width, least_of_first);
  const std::size_t each = left / std::max<std::size_t>(columns, 1);  // with the two spaces before it
  std::size_t widest_count = 0;
  for (const auto& counts : {matrix.counts, matrix.unanswered}) {
    for (const std::int64_t count : counts) widest_count = std::max(widest_count, fmt::format("{}", count).size());
  }
  if (each < 2 + std::max(least_of_name, widest_count)) return "";
  for (std::size_t c = 1; c < header.size(); ++c) header[c] = shortened(header[c], each - 2);
  Table table(header);
  for (std::size_t c = 0; c < matrix.classes.size(); ++c) {
    std::vector<std::string> row = {matrix.classes[c]};
    for (std::size_t p = 0; p < matrix.classes.size(); ++p) row.push_back(fmt::format("{}", matrix.count(c, p)));
    if (unanswered) row.push_back(fmt::format("{}", matrix.unanswered[c]));
    table.add(std::move(row));
  }
  return table.text(width);
}

std::vector<ConfusionMatrix> confusion_in(const Json& figures) {
  if (!figures.is_object()) return {};
  std::vector<ConfusionMatrix> matrices;
  try {
    for (const Json& column : figures.value("columns", Json::array())) {
      if (column.contains("confusion")) matrices.push_back(matrix_of(column));
    }
  } catch (const Json::exception&) {
    return {};  // of another shape: of a run of another version, or not ours
  }
  std::erase_if(matrices, [](const ConfusionMatrix& matrix) {
    return matrix.counts.size() != matrix.classes.size() * matrix.classes.size();
  });
  return matrices;
}

}  // namespace gnnir
