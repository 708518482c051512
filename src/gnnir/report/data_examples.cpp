#include "gnnir/report/data_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace gnnir {
namespace {

constexpr std::size_t classes_shown = 8;
constexpr std::size_t graphs_per_class = 2;

class Selection {
 public:
  void add(std::int64_t index, const std::string& reason) {
    std::string& reasons = reasons_[index];
    reasons += reasons.empty() || reason.empty() ? reason : ", " + reason;
  }
  /// The least, the middle and the largest of some graphs by a value; of equal ones the first.
  void add_spread(std::vector<std::int64_t> graphs, const std::function<double(std::int64_t)>& value,
                  const std::string& least, const std::string& middle, const std::string& most) {
    if (graphs.empty()) return;
    std::stable_sort(graphs.begin(), graphs.end(), [&](std::int64_t a, std::int64_t b) { return value(a) < value(b); });
    add(graphs.front(), least);
    if (graphs.size() > 2) add(graphs[graphs.size() / 2], middle);
    if (graphs.size() > 1) add(graphs.back(), most);
  }
  [[nodiscard]] std::vector<ChosenGraph> graphs() const {
    std::vector<ChosenGraph> graphs;
    for (const auto& [index, reason] : reasons_) graphs.push_back({index, reason});
    return graphs;
  }

 private:
  std::map<std::int64_t, std::string> reasons_;
};

void add_classes(const Dataset& dataset, Selection& selection) {
  std::vector<std::vector<std::int64_t>> members(dataset.class_names.size());
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    const std::int64_t c = dataset.classes[static_cast<std::size_t>(i)];
    if (c >= 0) members[static_cast<std::size_t>(c)].push_back(i);
  }
  for (std::size_t c = 0; c < std::min(classes_shown, members.size()); ++c) {
    const std::size_t count = std::min(graphs_per_class, members[c].size());
    for (std::size_t k = 0; k < count; ++k) {  // evenly along the file
      selection.add(members[c][(2 * k + 1) * members[c].size() / (2 * count)], "");
    }
  }
}

}  // namespace

std::vector<ChosenGraph> choose_examples(const Dataset& dataset) {
  std::vector<std::int64_t> all(dataset.examples.size());
  std::iota(all.begin(), all.end(), 0);
  Selection selection;
  const auto size = [&](std::int64_t i) {
    return static_cast<double>(dataset.examples[static_cast<std::size_t>(i)].graph.num_nodes());
  };
  selection.add_spread(all, size, "smallest", "of middle size", "largest");
  if (dataset.has_classes()) {
    add_classes(dataset, selection);
  } else if (dataset.has_targets()) {
    const auto value = [&](std::int64_t i) {
      return static_cast<double>(dataset.targets[static_cast<std::size_t>(i * dataset.num_targets)]);
    };
    std::vector<std::int64_t> known = all;
    std::erase_if(known, [&](std::int64_t i) { return std::isnan(value(i)); });
    const std::string& name = dataset.target_names.front();
    selection.add_spread(known, value, "least " + name, "middle " + name, "largest " + name);
  }
  constexpr std::int64_t along = 4;
  for (std::int64_t k = 0; k < std::min(along, dataset.size()); ++k) {
    const std::int64_t index = (2 * k + 1) * dataset.size() / (2 * along);
    if (!dataset.has_classes()) selection.add(index, "");
  }
  return selection.graphs();
}

std::string how_examples_are_chosen(const Dataset& dataset) {
  std::string text = "Chosen: the smallest, the middle and the largest graph";
  if (dataset.has_classes()) {
    text += fmt::format(
        "; of {} {} graphs each, evenly along the file",
        dataset.class_names.size() > classes_shown ? fmt::format("the first {} classes", classes_shown) : "every class",
        graphs_per_class);
  } else {
    if (dataset.has_targets())
      text += fmt::format("; those with the least, the middle and the largest {}", dataset.target_names.front());
    text += "; four evenly along the file";
  }
  return text + ".";
}

}  // namespace gnnir
