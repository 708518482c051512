#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "commands.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/report/histogram.h"
#include "gnnir/report/table.h"

namespace gnnir::app {
namespace {

/// Smallest, mean and largest of a quantity.
struct Spread {
  double least = HUGE_VAL;
  double most = -HUGE_VAL;
  double total = 0;
  double count = 0;

  void add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
    total += value;
    ++count;
  }
  [[nodiscard]] Json json() const {
    if (count == 0) return nullptr;
    return {{"min", least}, {"mean", total / count}, {"max", most}};
  }
  [[nodiscard]] std::string counts_text() const {
    return count == 0 ? "-" : fmt::format("{:.0f} … {:.1f} … {:.0f}", least, total / count, most);
  }
  [[nodiscard]] std::string text() const {
    return count == 0 ? "-" : fmt::format("{:.4g} … {:.4g} … {:.4g}", least, total / count, most);
  }
};

/// One target over all graphs.
struct Target {
  std::string name;
  std::vector<float> values;
  Spread spread;
  std::int64_t missing = 0;
};

struct Inspection {
  Spread nodes, edges, degrees;
  std::int64_t empty_graphs = 0, edgeless_graphs = 0, isolated_nodes = 0, undirected_edges = 0, directed_edges = 0;
  std::vector<std::int64_t> class_counts;
  std::int64_t missing_labels = 0;
  std::vector<Target> targets;
  std::map<std::int64_t, std::int64_t> degree_counts, size_counts;
};

void inspect_graph(const Graph& graph, Inspection& seen) {
  seen.nodes.add(graph.num_nodes());
  seen.edges.add(static_cast<double>(graph.num_undirected_edges()));
  seen.undirected_edges += graph.num_undirected_edges();
  seen.directed_edges += graph.num_edges();
  seen.empty_graphs += graph.num_nodes() == 0 ? 1 : 0;
  seen.edgeless_graphs += graph.num_nodes() > 0 && graph.num_edges() == 0 ? 1 : 0;
  ++seen.size_counts[graph.num_nodes()];
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    seen.degrees.add(graph.degree(v));
    seen.isolated_nodes += graph.degree(v) == 0 ? 1 : 0;
    ++seen.degree_counts[graph.degree(v)];
  }
}

Target inspect_target(const Dataset& dataset, std::size_t column) {
  Target target{.name = dataset.target_names[column]};
  for (std::size_t i = column; i < dataset.targets.size(); i += dataset.target_names.size()) {
    const float value = dataset.targets[i];
    target.values.push_back(value);
    std::isnan(value) ? void(++target.missing) : target.spread.add(value);
  }
  return target;
}

Inspection inspect(const Dataset& dataset) {
  Inspection seen;
  for (const Example& example : dataset.examples) inspect_graph(example.graph, seen);
  seen.class_counts.resize(dataset.class_names.size());
  for (const std::int64_t c : dataset.classes) {
    c < 0 ? ++seen.missing_labels : ++seen.class_counts[static_cast<std::size_t>(c)];
  }
  for (std::size_t i = 0; i < dataset.target_names.size(); ++i) {
    seen.targets.push_back(inspect_target(dataset, i));
    seen.missing_labels += seen.targets.back().missing;
  }
  return seen;
}

Json to_json(const Dataset& dataset, const Inspection& seen) {
  const bool labelled = dataset.has_classes() || dataset.has_targets();
  Json json = {{"name", dataset.name},
               {"graphs", dataset.size()},
               {"nodes", seen.nodes.json()},
               {"undirected_edges_per_graph", seen.edges.json()},
               {"degree", seen.degrees.json()},
               {"total_nodes", static_cast<std::int64_t>(seen.nodes.total)},
               {"total_undirected_edges", seen.undirected_edges},
               {"total_directed_edges", seen.directed_edges},
               {"empty_graphs", seen.empty_graphs},
               {"edgeless_graphs", seen.edgeless_graphs},
               {"isolated_nodes", seen.isolated_nodes},
               {"self_loops_in_file", dataset.repairs.self_loops},
               {"duplicate_edges_collapsed", dataset.repairs.duplicate_edges},
               {"conflicting_edges", dataset.repairs.conflicting_edges},
               {"reverse_edges_added", dataset.repairs.reverse_edges_added},
               {"rejected", dataset.repairs.rejected},
               {"rejects_file", dataset.rejects_file},
               {"node_labels", dataset.has_node_labels()},
               {"node_attributes", dataset.num_attributes},
               {"edge_labels", dataset.has_edge_labels()},
               {"edge_attributes", dataset.num_edge_attributes},
               {"targets", dataset.num_targets},
               {"missing_labels", labelled ? seen.missing_labels : dataset.size()},
               {"columns_not_read", dataset.unread}};
  json["classes"] = Json::object();
  for (std::size_t c = 0; c < seen.class_counts.size(); ++c)
    json["classes"][dataset.class_names[c]] = seen.class_counts[c];
  json["target_values"] = Json::object();
  for (const Target& target : seen.targets) {
    json["target_values"][target.name] = {{"values", target.spread.json()},
                                          {"missing", target.missing},
                                          {"histogram", Histogram::of_reals(target.values).json()}};
  }
  json["parts"] = Json::object();
  for (const Dataset::Part& part : dataset.parts) json["parts"][part.name] = part.size;
  json["degree_histogram"] = Histogram::of_integers(seen.degree_counts).json();
  json["nodes_histogram"] = Histogram::of_integers(seen.size_counts).json();
  return json;
}

void add_labels(const Dataset& dataset, const Inspection& seen, Table& table) {
  constexpr std::size_t most = 50;
  const auto count = [](auto number) { return fmt::format("{}", number); };
  for (const Dataset::Part& part : dataset.parts) table.add({"part " + part.name, count(part.size)});
  for (std::size_t c = 0; c < std::min(most, seen.class_counts.size()); ++c) {
    table.add({"class " + dataset.class_names[c], count(seen.class_counts[c])});
  }
  if (seen.class_counts.size() > most) table.add({"… classes in all", count(seen.class_counts.size())});
  for (std::size_t i = 0; i < std::min(most, seen.targets.size()); ++i) {
    const Target& target = seen.targets[i];
    const std::string missing = target.missing == 0 ? "" : fmt::format("; {} missing", target.missing);
    table.add({fmt::format("target {} (min … mean … max)", target.name), target.spread.text() + missing});
  }
  if (seen.targets.size() > most) table.add({"… targets in all", count(seen.targets.size())});
  const bool labelled = dataset.has_classes() || dataset.has_targets();
  table.add({"missing labels", labelled ? count(seen.missing_labels) : "all: nothing was read to learn"});
  if (!dataset.unread.empty()) {
    const auto shown = std::span(dataset.unread).first(std::min<std::size_t>(dataset.unread.size(), 12));
    table.add({"columns not read (--target NAME reads one)",
               fmt::format("{}{}", fmt::join(shown, ", "), shown.size() < dataset.unread.size() ? ", …" : "")});
  }
}

/// "7 different" or "none".
std::string labels_text(const Dataset& dataset, std::vector<std::int64_t> Example::*labels) {
  std::set<std::int64_t> different;
  for (const Example& example : dataset.examples) {
    different.insert((example.*labels).begin(), (example.*labels).end());
  }
  return different.empty() ? "none" : fmt::format("{} different", different.size());
}

Table table_of(const Dataset& dataset, const Inspection& seen) {
  const auto count = [](auto number) { return fmt::format("{}", number); };
  Table table({dataset.name, ""});
  table.add({"graphs", count(dataset.size())});
  table.add({"nodes per graph (min … mean … max)", seen.nodes.counts_text()});
  table.add({"undirected edges per graph", seen.edges.counts_text()});
  table.add({"degree", seen.degrees.counts_text()});
  table.add({"nodes, undirected edges in all, self-loops included",
             fmt::format("{:.0f}, {}", seen.nodes.total, seen.undirected_edges)});
  table.add({"isolated nodes; graphs without edges, without nodes",
             fmt::format("{}; {}, {}", seen.isolated_nodes, seen.edgeless_graphs, seen.empty_graphs)});
  table.add({"self-loops in the file", count(dataset.repairs.self_loops)});
  table.add({"duplicate edges collapsed", count(dataset.repairs.duplicate_edges)});
  if (dataset.repairs.conflicting_edges > 0) {
    table.add({"… of them with other features than the first", count(dataset.repairs.conflicting_edges)});
  }
  table.add({"reverse edges added", count(dataset.repairs.reverse_edges_added)});
  if (dataset.repairs.rejected > 0) table.add({"graphs skipped", count(dataset.repairs.rejected)});
  table.add({"node labels", labels_text(dataset, &Example::node_labels)});
  table.add({"node attributes", count(dataset.num_attributes)});
  table.add({"edge labels", labels_text(dataset, &Example::edge_labels)});
  table.add({"edge attributes", count(dataset.num_edge_attributes)});
  add_labels(dataset, seen, table);
  return table;
}

}  // namespace

int run_data_inspect(const DataOptions& data, bool json) {
  const Dataset dataset = open_dataset(data.dataset, data.data_dir, data.read_options());
  warn_of_rejects(dataset);
  const Inspection seen = inspect(dataset);
  if (json) {
    fmt::print("{}\n", to_text(to_json(dataset, seen)));
    return 0;
  }
  fmt::print("{}{}{}", table_of(dataset, seen).text(),
             Histogram::of_integers(seen.degree_counts).text("nodes by degree"),
             Histogram::of_integers(seen.size_counts).text("graphs by number of nodes"));
  const bool show_targets = seen.targets.size() == 1 || !data.targets.empty();
  for (const Target& target : seen.targets) {
    if (show_targets) fmt::print("{}", Histogram::of_reals(target.values).text("graphs by " + target.name));
  }
  return 0;
}

}  // namespace gnnir::app
