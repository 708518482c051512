#include "gnnir/data/formats/tu_targets.h"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "gnnir/base/text.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

/// Remembers the first empty line until the number of lines tells whether it is a missing label or a mistake.
class EmptyLines {
 public:
  void see(const LineCursor& line) {
    if (line.text().empty() && !mistake_) mistake_ = line.error("expected a label, found an empty line");
  }
  void settle(const LineCursor& line, std::int64_t largest_graph) const {
    if (mistake_ && line.number() != largest_graph) throw *mistake_;
  }

 private:
  std::optional<Error> mistake_;
};

float read_target(const LineCursor& line, std::string_view field) {
  return trimmed(field).empty() ? std::numeric_limits<float>::quiet_NaN() : line.real(field);
}

/// The lines of graph_labels, which are classes or, with one number that is no integer, targets.
struct LabelColumn {
  std::vector<float> numbers;                      // NaN: missing
  std::vector<std::optional<std::string>> labels;  // as far as all are integers
  bool all_integers = true;

  void add(const LineCursor& line) {
    const std::string_view text = line.text();
    if (text.find(',') != std::string_view::npos) {
      throw line.error("expected one label, found several columns: {}", in_quotes(text));
    }
    numbers.push_back(read_target(line, text));
    if (!all_integers) return;
    const bool missing = std::isnan(numbers.back());
    all_integers = missing || parse_class_label(text).has_value();
    labels.push_back(missing ? std::nullopt : std::optional<std::string>(text));
  }
};

void store_targets(std::vector<float> targets, std::int64_t columns, Dataset& dataset) {
  dataset.targets = std::move(targets);
  dataset.num_targets = columns;
  for (std::int64_t i = 0; i < columns; ++i) dataset.target_names.push_back(fmt::format("target_{}", i));
}

std::int64_t read_labels(LineCursor line, std::int64_t largest_graph, Dataset& dataset) {
  LabelColumn column;
  EmptyLines empty;
  while (line.next()) {
    empty.see(line);
    column.add(line);
  }
  empty.settle(line, largest_graph);
  if (column.all_integers) {
    store_classes(column.labels, dataset);
  } else {
    store_targets(std::move(column.numbers), 1, dataset);
  }
  return line.number();
}

std::int64_t read_attributes(LineCursor line, std::int64_t largest_graph, Dataset& dataset) {
  std::vector<float> targets;
  std::size_t columns = 0;
  EmptyLines empty;
  while (line.next()) {
    empty.see(line);
    const std::vector<std::string_view> fields = split_text(line.text(), ',');
    if (columns == 0) columns = fields.size();
    if (fields.size() != columns) throw line.error("expected {} columns, found {}", columns, fields.size());
    for (const std::string_view field : fields) targets.push_back(read_target(line, field));
  }
  empty.settle(line, largest_graph);
  store_targets(std::move(targets), static_cast<std::int64_t>(columns), dataset);
  return line.number();
}

}  // namespace

TuGraphCount read_tu_targets(const TuFiles& files, std::int64_t largest_graph, Dataset& dataset) {
  TuGraphCount count;
  if (auto labels = files.open("graph_labels", largest_graph)) {
    count = {read_labels(*std::move(labels), largest_graph, dataset), files.file_name("graph_labels")};
  }
  auto attributes = files.open("graph_attributes", largest_graph);
  if (!attributes) return count;
  const std::string file = files.file_name("graph_attributes");
  if (dataset.has_targets()) {
    throw data_error("[tu] {}: expected classes, found real numbers although {} has the targets", count.file, file);
  }
  const std::int64_t lines = read_attributes(*std::move(attributes), largest_graph, dataset);
  if (!count.file.empty() && lines != count.graphs) {
    throw data_error("[tu] {}: expected {} lines (as in {}), found {}", file, count.graphs, count.file, lines);
  }
  return {lines, file};
}

}  // namespace gnnir
