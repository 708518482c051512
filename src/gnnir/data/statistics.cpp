#include "gnnir/data/statistics.h"

#include <algorithm>
#include <set>

namespace gnnir {
namespace {

void add_graph(const Graph& graph, DatasetStatistics& seen) {
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

TargetStatistics statistics_of_target(const Dataset& dataset, std::size_t column) {
  TargetStatistics target{.name = dataset.target_names[column]};
  std::vector<float> values;
  for (std::size_t i = column; i < dataset.targets.size(); i += dataset.target_names.size()) {
    const float value = dataset.targets[i];
    values.push_back(value);
    std::isnan(value) ? void(++target.missing) : target.values.add(value);
  }
  target.histogram = Histogram::of_reals(values);
  return target;
}

std::int64_t count_different(const Dataset& dataset, std::vector<std::int64_t> Example::*labels) {
  std::set<std::int64_t> different;
  for (const Example& example : dataset.examples) {
    different.insert((example.*labels).begin(), (example.*labels).end());
  }
  return static_cast<std::int64_t>(different.size());
}

Json spread_json(const Spread& spread) {
  if (spread.count == 0) return nullptr;
  return {{"min", spread.least}, {"mean", spread.mean()}, {"max", spread.most}};
}

}  // namespace

void Spread::add(double value) {
  least = std::min(least, value);
  most = std::max(most, value);
  total += value;
  ++count;
}

DatasetStatistics statistics_of(const Dataset& dataset) {
  DatasetStatistics seen;
  for (const Example& example : dataset.examples) add_graph(example.graph, seen);
  seen.different_node_labels = count_different(dataset, &Example::node_labels);
  seen.different_edge_labels = count_different(dataset, &Example::edge_labels);
  seen.class_counts.resize(dataset.class_names.size());
  for (const std::int64_t c : dataset.classes) {
    c < 0 ? ++seen.missing_labels : ++seen.class_counts[static_cast<std::size_t>(c)];
  }
  for (std::size_t i = 0; i < dataset.target_names.size(); ++i) {
    seen.targets.push_back(statistics_of_target(dataset, i));
    seen.missing_labels += seen.targets.back().missing;
  }
  return seen;
}

Json statistics_json(const Dataset& dataset, const DatasetStatistics& seen) {
  const bool labelled = dataset.has_classes() || dataset.has_targets();
  Json json = {{"name", dataset.name},
               {"graphs", dataset.size()},
               {"nodes", spread_json(seen.nodes)},
               {"undirected_edges_per_graph", spread_json(seen.edges)},
               {"degree", spread_json(seen.degrees)},
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
  for (const TargetStatistics& target : seen.targets) {
    json["target_values"][target.name] = {
        {"values", spread_json(target.values)}, {"missing", target.missing}, {"histogram", target.histogram.json()}};
  }
  json["parts"] = Json::object();
  for (const Dataset::Part& part : dataset.parts) json["parts"][part.name] = part.size;
  json["degree_histogram"] = Histogram::of_integers(seen.degree_counts).json();
  json["nodes_histogram"] = Histogram::of_integers(seen.size_counts).json();
  return json;
}

}  // namespace gnnir
