#include "gnnir/data/label_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "gnnir/base/checksum.h"

namespace gnnir {
namespace {

/// Labels of graphs as numbers; NaN: missing.
class Labels {
 public:
  Labels(const Dataset& dataset, Task task) : dataset_(dataset), classes_(task == Task::classification) {}

  [[nodiscard]] std::size_t columns() const { return classes_ ? 1 : static_cast<std::size_t>(dataset_.num_targets); }
  [[nodiscard]] double of(std::int64_t graph, std::size_t column) const {
    const auto g = static_cast<std::size_t>(graph);
    if (!classes_) return dataset_.targets[g * columns() + column];
    return dataset_.classes[g] < 0 ? NAN : static_cast<double>(dataset_.classes[g]);
  }
  [[nodiscard]] double operator[](std::int64_t graph) const { return of(graph, 0); }
  [[nodiscard]] bool is_one() const { return classes_ || dataset_.num_targets == 1; }
  [[nodiscard]] bool some(std::span<const std::int64_t> graphs) const {
    return std::any_of(graphs.begin(), graphs.end(), [&](std::int64_t g) {
      for (std::size_t c = 0; c < columns(); ++c) {
        if (!std::isnan(of(g, c))) return true;
      }
      return false;
    });
  }

 private:
  const Dataset& dataset_;
  bool classes_;
};

/// Of all that a model could see.
std::string key_of(const Example& example) {
  Checksum checksum;
  checksum.add(example.graph.edge_offsets());
  checksum.add(example.graph.sources());
  checksum.add(std::span<const std::int64_t>(example.node_labels));
  checksum.add(std::span<const float>(example.node_attributes));
  checksum.add(std::span<const std::int64_t>(example.edge_labels));
  checksum.add(std::span<const float>(example.edge_attributes));
  return checksum.hex();
}

/// A graph counts once, whichever of its labels differ from those of an equal one before it.
std::string remark_on_contradictions(const Dataset& dataset, const Labels& labels) {
  std::map<std::string, std::vector<double>> labels_of;
  std::int64_t contradictions = 0;
  for (std::int64_t g = 0; g < dataset.size(); ++g) {
    const Example& example = dataset.examples[static_cast<std::size_t>(g)];
    if (example.graph.num_nodes() == 0) continue;
    std::vector<double>& known = labels_of[key_of(example)];
    known.resize(labels.columns(), NAN);
    bool differs = false;
    for (std::size_t t = 0; t < known.size(); ++t) {
      const double label = labels.of(g, t);
      if (std::isnan(label)) continue;
      if (std::isnan(known[t])) known[t] = label;
      differs = differs || known[t] != label;
    }
    contradictions += differs ? 1 : 0;
  }
  if (contradictions == 0) return "";
  return fmt::format("{} graph{} equal to an earlier one, and {} another label: no model can get both right",
                     contradictions, contradictions == 1 ? " is" : "s are", contradictions == 1 ? "has" : "have");
}

/// Whether a column of nodes says what the label is: the same for all nodes of a graph, another for every label.
template <typename Value>
bool tells(const Dataset& dataset, const Labels& labels, const Value& value_of_node) {
  std::map<double, double> label_of;
  std::map<double, double> value_of;
  for (std::int64_t g = 0; g < dataset.size(); ++g) {
    const Example& example = dataset.examples[static_cast<std::size_t>(g)];
    if (std::isnan(labels[g]) || example.graph.num_nodes() == 0) continue;
    const double value = value_of_node(example, 0);
    for (NodeId v = 1; v < example.graph.num_nodes(); ++v) {
      if (value_of_node(example, v) != value) return false;
    }
    if (label_of.emplace(value, labels[g]).first->second != labels[g]) return false;
    if (value_of.emplace(labels[g], value).first->second != value) return false;
  }
  return label_of.size() > 1 && static_cast<std::int64_t>(label_of.size()) < dataset.size();
}

std::optional<std::string> feature_that_tells(const Dataset& dataset, const Labels& labels) {
  const auto columns = static_cast<std::size_t>(dataset.num_attributes);
  const auto node_label = [](const Example& e, NodeId v) {
    return static_cast<double>(e.node_labels[static_cast<std::size_t>(v)]);
  };
  if (dataset.has_node_labels() && tells(dataset, labels, node_label)) return "the label of nodes";
  for (std::size_t c = 0; c < columns; ++c) {
    const auto attribute = [&](const Example& e, NodeId v) {
      return static_cast<double>(e.node_attributes[static_cast<std::size_t>(v) * columns + c]);
    };
    if (!tells(dataset, labels, attribute)) continue;
    return "attribute " + (dataset.attribute_names.empty() ? fmt::format("{}", c) : dataset.attribute_names[c]) +
           " of nodes";
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> remarks_on_labels(const Dataset& dataset, const Split& split, Task task) {
  std::vector<std::string> remarks;
  const bool has_any = task == Task::classification ? dataset.has_classes() : dataset.has_targets();
  if (!has_any) return remarks;
  const Labels labels(dataset, task);
  const auto look_at = [&](const char* part, const std::vector<std::int64_t>& graphs, const char* so) {
    if (graphs.empty() || labels.some(graphs)) return;
    remarks.push_back(fmt::format("no graph of the {} part has a label: {}", part, so));
  };
  look_at("validation", split.validation, "the last epoch is taken for the best");
  look_at("test", split.test, "there is no test score");
  if (std::string remark = remark_on_contradictions(dataset, labels); !remark.empty()) remarks.push_back(remark);
  if (!labels.is_one()) return remarks;
  if (const auto feature = feature_that_tells(dataset, labels)) {
    remarks.push_back(fmt::format("{} alone says what is to be learned: is it the answer itself?", *feature));
  }
  return remarks;
}

}  // namespace gnnir
