#include "gnnir/data/check_dataset.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

class Check {
 public:
  explicit Check(const Dataset& dataset) : dataset_(dataset) {}

  void all() const {
    const std::int64_t size = dataset_.size();
    columns("num_attributes", dataset_.num_attributes);
    columns("num_edge_attributes", dataset_.num_edge_attributes);
    columns("num_targets", dataset_.num_targets);
    names("attribute_names", dataset_.attribute_names, dataset_.num_attributes, true);
    names("edge_attribute_names", dataset_.edge_attribute_names, dataset_.num_edge_attributes, true);
    table("lines", std::ssize(dataset_.lines), size, true);
    kept();
    classes();
    if (!dataset_.targets.empty()) {
      table("targets", std::ssize(dataset_.targets), size * dataset_.num_targets, false);
      names("target_names", dataset_.target_names, dataset_.num_targets, false);
      const bool infinite =
          std::any_of(dataset_.targets.begin(), dataset_.targets.end(), [](float y) { return std::isinf(y); });
      if (infinite) throw fail("a target is infinite; NaN stands for one that is missing");
      answers();
    }
    const bool node_labels = dataset_.has_node_labels();
    const bool edge_labels = dataset_.has_edge_labels();
    for (std::int64_t g = 0; g < size; ++g) {
      const Example& example = dataset_.examples[static_cast<std::size_t>(g)];
      const std::int64_t nodes = example.graph.num_nodes();
      const std::int64_t edges = example.graph.num_edges();
      rows(g, "node_labels", std::ssize(example.node_labels), node_labels ? nodes : 0);
      rows(g, "edge_labels", std::ssize(example.edge_labels), edge_labels ? edges : 0);
      rows(g, "node_attributes", std::ssize(example.node_attributes), nodes * dataset_.num_attributes);
      rows(g, "edge_attributes", std::ssize(example.edge_attributes), edges * dataset_.num_edge_attributes);
    }
  }

 private:
  void columns(const char* what, std::int64_t found) const {
    constexpr std::int64_t most = 1 << 20;  // statistics are kept of each, whether or not a node has it
    if (found < 0 || found > most) throw fail("{}: expected 0 to {}, found {}", what, most, found);
  }

  void kept() const {
    std::vector<std::string> columns;
    for (const KeptColumn& column : dataset_.kept) {
      table(("kept " + column.name).c_str(), std::ssize(column.values), dataset_.size(), false);
      columns.push_back(column.name);
    }
    names("kept", columns, std::ssize(dataset_.kept), false);
    if (dataset_.smiles_kept < -1 || dataset_.smiles_kept >= std::ssize(dataset_.kept)) {
      throw fail("smiles_kept: expected -1 to {}, found {}", std::ssize(dataset_.kept) - 1, dataset_.smiles_kept);
    }
    for (const SkippedGraph& graph : dataset_.skipped) {
      table("skipped: kept", std::ssize(graph.kept), std::ssize(dataset_.kept), false);
    }
    const auto in_order = [](const SkippedGraph& a, const SkippedGraph& b) { return a.before < b.before; };
    const bool inside = dataset_.skipped.empty() ||
                        (dataset_.skipped.front().before >= 0 && dataset_.skipped.back().before <= dataset_.size());
    if (!inside || !std::is_sorted(dataset_.skipped.begin(), dataset_.skipped.end(), in_order)) {
      throw fail("skipped: expected ascending numbers of graphs");
    }
  }

  void classes() const {
    if (dataset_.classes.empty()) return;
    table("classes", std::ssize(dataset_.classes), dataset_.size(), false);
    const std::int64_t count = std::ssize(dataset_.class_names);
    for (std::size_t g = 0; g < dataset_.classes.size(); ++g) {
      const std::int64_t c = dataset_.classes[g];
      if (c < -1 || c >= count) {
        throw fail("graph {}: class {} is outside 0..{}, the class_names (-1: missing)", g, c, count - 1);
      }
    }
    names("class_names", dataset_.class_names, count, false);
  }

  void answers() const {
    table("answers", std::ssize(dataset_.answers), dataset_.num_targets, true);
    if (dataset_.answers.empty()) return;
    for (const float y : dataset_.targets) {
      if (!std::isnan(y) && y != 0 && y != 1) throw fail("targets with answers: expected 0 or 1, found {}", y);
    }
    for (const auto& [no, yes] : dataset_.answers) {
      if (no == yes) throw fail("answers: expected two different names, found '{}' twice", no);
    }
  }

  void names(const char* what, const std::vector<std::string>& names, std::int64_t expected, bool or_none) const {
    table(what, std::ssize(names), expected, or_none);
    std::set<std::string> seen;
    for (const std::string& name : names) {
      if (!seen.insert(name).second) throw fail("{}: '{}' is there twice", what, name);
    }
  }

  void table(const char* what, std::int64_t found, std::int64_t expected, bool or_none) const {
    if (found != expected && !(or_none && found == 0)) throw fail("{}: expected {}, found {}", what, expected, found);
  }

  void rows(std::int64_t graph, const char* what, std::int64_t found, std::int64_t expected) const {
    if (found != expected) throw fail("graph {}: {}: expected {} values, found {}", graph, what, expected, found);
  }

  template <typename... Args>
  Error fail(fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("[data] {}: {}", dataset_.name, fmt::format(format, std::forward<Args>(args)...));
  }

  const Dataset& dataset_;
};

}  // namespace

void check_dataset(const Dataset& dataset) { Check(dataset).all(); }

void check_graph_numbers(std::span<const std::int64_t> graphs, const Dataset& dataset) {
  for (const std::int64_t graph : graphs) {
    if (graph >= 0 && graph < dataset.size()) continue;
    throw data_error("[data] {}: graph {} is outside 0..{}", dataset.name, graph, dataset.size() - 1);
  }
}

}  // namespace gnnir
