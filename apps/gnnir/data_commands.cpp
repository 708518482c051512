#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generators/csl.h"
#include "gnnir/data/generators/triangles.h"
#include "gnnir/data/open.h"
#include "gnnir/data/tu_writer.h"
#include "gnnir/report/table.h"

namespace gnnir::app {
namespace {

/// Smallest, mean and largest of a quantity over graphs.
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
};

struct Inspection {
  Spread nodes, edges, degrees;
  std::int64_t empty_graphs = 0, edgeless_graphs = 0, isolated_nodes = 0, undirected_edges = 0, directed_edges = 0;
  std::map<std::string, std::int64_t> classes;
  std::int64_t missing_labels = 0;
  std::map<NodeId, std::int64_t> degree_counts;
};

Inspection inspect(const Dataset& dataset) {
  Inspection seen;
  for (const Example& example : dataset.examples) {
    const Graph& graph = example.graph;
    seen.nodes.add(graph.num_nodes());
    seen.edges.add(static_cast<double>(graph.num_undirected_edges()));
    seen.undirected_edges += graph.num_undirected_edges();
    seen.directed_edges += graph.num_edges();
    seen.empty_graphs += graph.num_nodes() == 0 ? 1 : 0;
    seen.edgeless_graphs += graph.num_nodes() > 0 && graph.num_edges() == 0 ? 1 : 0;
    for (NodeId v = 0; v < graph.num_nodes(); ++v) {
      seen.degrees.add(graph.degree(v));
      seen.isolated_nodes += graph.degree(v) == 0 ? 1 : 0;
      ++seen.degree_counts[graph.degree(v)];
    }
  }
  for (const std::int64_t c : dataset.classes) {
    c < 0 ? ++seen.missing_labels : ++seen.classes[dataset.class_names[static_cast<std::size_t>(c)]];
  }
  for (const float target : dataset.targets) seen.missing_labels += std::isnan(target) ? 1 : 0;
  return seen;
}

Json to_json(const Dataset& dataset, const Inspection& seen) {
  Json json = {{"name", dataset.name},
               {"graphs", dataset.size()},
               {"nodes", seen.nodes.json()},
               {"undirected_edges_per_graph", seen.edges.json()},
               {"degree", seen.degrees.json()},
               {"total_nodes", seen.nodes.total},
               {"total_undirected_edges", seen.undirected_edges},
               {"total_directed_edges", seen.directed_edges},
               {"empty_graphs", seen.empty_graphs},
               {"edgeless_graphs", seen.edgeless_graphs},
               {"isolated_nodes", seen.isolated_nodes},
               {"self_loops_in_file", dataset.repairs.self_loops},
               {"duplicate_edges_collapsed", dataset.repairs.duplicate_edges},
               {"reverse_edges_added", dataset.repairs.reverse_edges_added},
               {"node_labels", dataset.has_node_labels()},
               {"node_attributes", dataset.num_attributes},
               {"targets", dataset.num_targets},
               {"missing_labels", seen.missing_labels}};
  json["classes"] = Json::object();
  for (const std::string& name : dataset.class_names) {
    const auto found = seen.classes.find(name);
    json["classes"][name] = found == seen.classes.end() ? 0 : found->second;
  }
  return json;
}

std::string spread_text(const Spread& spread) {
  if (spread.count == 0) return "-";
  return fmt::format("{:.0f} … {:.1f} … {:.0f}", spread.least, spread.total / spread.count, spread.most);
}

/// Degrees in at most 16 bins, a bar each.
std::string degree_histogram(const Inspection& seen) {
  if (seen.degree_counts.empty()) return "";
  const NodeId most = seen.degree_counts.rbegin()->first;
  const NodeId bin = most / 16 + 1;
  std::map<NodeId, std::int64_t> bins;
  for (const auto& [degree, count] : seen.degree_counts) bins[degree / bin] += count;
  std::int64_t tallest = 0;
  for (const auto& [number, count] : bins) tallest = std::max(tallest, count);
  std::string text = "\nnodes by degree\n";
  for (const auto& [number, count] : bins) {
    const std::string range =
        bin == 1 ? fmt::format("{}", number) : fmt::format("{}–{}", number * bin, number * bin + bin - 1);
    const auto length =
        static_cast<std::size_t>(std::ceil(40.0 * static_cast<double>(count) / static_cast<double>(tallest)));
    std::string bar;
    for (std::size_t i = 0; i < length; ++i) bar += "█";
    text += fmt::format("{:>9}  {} {}\n", range, bar, count);
  }
  return text;
}

}  // namespace

int run_data_list(bool json) {
  Json list = Json::array();
  Table table({"name", "", "what"});
  for (const KnownDataset& known : known_datasets()) {
    table.add({known.name, known.generated ? "generated" : "from the data folder", known.description});
    list.push_back({{"name", known.name}, {"generated", known.generated}, {"description", known.description}});
  }
  if (json) {
    fmt::print("{}\n", to_text(list));
    return 0;
  }
  fmt::print(
      "{}\nSets that are not generated are read from --data-dir or $GNNIR_DATA (NAME.zip or a folder NAME);\n"
      "`gnnir data download NAME` fetches those of the TU collection.\n"
      "Any TU folder or .zip can be named by its path instead.\n",
      table.text());
  return 0;
}

int run_data_generate(const std::string& name, const std::string& folder, std::uint64_t seed) {
  const std::string upper = upper_case(name);
  Dataset dataset;
  if (upper == "CSL") {
    dataset = generate_csl({.seed = seed});
  } else if (upper == "TRIANGLES") {
    dataset = generate_triangles();
  } else {
    const std::vector<std::string> known = {"CSL", "TRIANGLES"};
    throw usage_error("unknown data set '{}': CSL and TRIANGLES can be generated.{}", name, suggestion(upper, known));
  }
  write_tu(dataset, folder);
  fmt::print("{}: {} graphs written to {}\n", dataset.name, dataset.size(), folder);
  return 0;
}

int run_data_inspect(const DataOptions& data, bool json) {
  const Dataset dataset = open_dataset(data.dataset, data.data_dir, data.read_options());
  const Inspection seen = inspect(dataset);
  if (json) {
    fmt::print("{}\n", to_text(to_json(dataset, seen)));
    return 0;
  }
  Table table({dataset.name, ""});
  table.add({"graphs", fmt::format("{}", dataset.size())});
  table.add({"nodes per graph (min … mean … max)", spread_text(seen.nodes)});
  table.add({"undirected edges per graph", spread_text(seen.edges)});
  table.add({"degree", spread_text(seen.degrees)});
  table.add({"nodes, undirected edges in all", fmt::format("{:.0f}, {}", seen.nodes.total, seen.undirected_edges)});
  table.add({"isolated nodes; graphs without edges, without nodes",
             fmt::format("{}; {}, {}", seen.isolated_nodes, seen.edgeless_graphs, seen.empty_graphs)});
  table.add({"self-loops in the file", fmt::format("{}", dataset.repairs.self_loops)});
  table.add({"duplicate edges collapsed", fmt::format("{}", dataset.repairs.duplicate_edges)});
  table.add({"reverse edges added", fmt::format("{}", dataset.repairs.reverse_edges_added)});
  table.add({"node labels", dataset.has_node_labels() ? "yes" : "no"});
  table.add({"node attributes", fmt::format("{}", dataset.num_attributes)});
  for (const std::string& name : dataset.class_names) {
    const auto found = seen.classes.find(name);
    table.add({"class " + name, fmt::format("{}", found == seen.classes.end() ? 0 : found->second)});
  }
  if (dataset.has_targets()) table.add({"real targets", fmt::format("{}", dataset.num_targets)});
  table.add({"missing labels", fmt::format("{}", seen.missing_labels)});
  fmt::print("{}{}", table.text(), degree_histogram(seen));
  return 0;
}

}  // namespace gnnir::app
