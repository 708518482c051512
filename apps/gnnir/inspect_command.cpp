#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "commands.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/statistics.h"
#include "gnnir/report/histogram_text.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "terminal.h"
#include "words.h"

namespace gnnir::app {
namespace {

std::string counts_text(const Spread& spread) {
  return spread.count == 0 ? "-" : fmt::format("{:.0f} … {:.1f} … {:.0f}", spread.least, spread.mean(), spread.most);
}

std::string values_text(const Spread& spread) {
  return spread.count == 0 ? "-" : fmt::format("{:.4g} … {:.4g} … {:.4g}", spread.least, spread.mean(), spread.most);
}

void add_labels(const Dataset& dataset, const DatasetStatistics& seen, Table& table) {
  constexpr std::size_t most = 50;
  const auto count = [](auto number) { return fmt::format("{}", number); };
  for (const Dataset::Part& part : dataset.parts) table.add({"part " + part.name, count(part.size)});
  for (std::size_t c = 0; c < std::min(most, seen.class_counts.size()); ++c) {
    table.add({"class " + dataset.class_names[c], count(seen.class_counts[c])});
  }
  if (seen.class_counts.size() > most) table.add({"… classes in all", count(seen.class_counts.size())});
  for (std::size_t i = 0; i < std::min(most, seen.targets.size()); ++i) {
    const TargetStatistics& target = seen.targets[i];
    const std::string missing = target.missing == 0 ? "" : fmt::format("; {} missing", target.missing);
    table.add({fmt::format("target {} (min … mean … max)", target.name), values_text(target.values) + missing});
  }
  if (seen.targets.size() > most) table.add({"… targets in all", count(seen.targets.size())});
  const bool labelled = dataset.has_classes() || dataset.has_targets();
  table.add({"missing labels", labelled ? count(seen.missing_labels) : "all: nothing was read to learn"});
}

/// Columns that go through, and those that nobody reads.
std::string columns_text(const Dataset& dataset, std::size_t width) {
  constexpr std::size_t most = 50;
  std::vector<std::string> kept;
  for (const KeptColumn& column : dataset.kept) kept.push_back(column.name);
  std::string text;
  const auto add = [&](const char* what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    const auto shown = std::span(names).first(std::min(most, names.size()));
    text += wrapped(fmt::format("{}: {}{}", what, fmt::join(shown, ", "), names.size() > most ? ", …" : ""), width);
    text += "\n";
  };
  add("names of graphs", kept);
  add("columns not read (--target NAME reads one)", dataset.unread);
  return text;
}

/// "7 different" or "none".
std::string labels_text(std::int64_t different) {
  return different == 0 ? "none" : fmt::format("{} different", different);
}

Table table_of(const Dataset& dataset, const DatasetStatistics& seen) {
  const auto count = [](auto number) { return fmt::format("{}", number); };
  Table table({dataset.name, ""});
  table.add({"graphs", count(dataset.size())});
  table.add({"nodes per graph (min … mean … max)", counts_text(seen.nodes)});
  table.add({"undirected edges per graph", counts_text(seen.edges)});
  table.add({"degree", counts_text(seen.degrees)});
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
  table.add({"node labels", labels_text(seen.different_node_labels)});
  table.add({"node attributes", count(dataset.num_attributes)});
  table.add({"edge labels", labels_text(seen.different_edge_labels)});
  table.add({"edge attributes", count(dataset.num_edge_attributes)});
  add_labels(dataset, seen, table);
  return table;
}

}  // namespace

int run_data_inspect(const DataOptions& data, bool json) {
  const Dataset dataset = open_dataset(data.dataset, data.data_dir, data.read_options());
  for (const std::string& remark : remarks_on_reading(dataset)) warn(remark);
  const DatasetStatistics seen = statistics_of(dataset);
  if (json) {
    show("{}\n", to_text(statistics_json(dataset, seen)));
    return 0;
  }
  const std::size_t width = terminal_width();
  show("{}{}{}{}", table_of(dataset, seen).text(width), columns_text(dataset, width),
       histogram_text("nodes by degree", Histogram::of_integers(seen.degree_counts), width),
       histogram_text("graphs by number of nodes", Histogram::of_integers(seen.size_counts), width));
  const bool show_targets = seen.targets.size() == 1 || !data.targets.empty();
  for (const TargetStatistics& target : seen.targets) {
    if (show_targets) show("{}", histogram_text("graphs by " + target.name, target.histogram, width));
  }
  return 0;
}

}  // namespace gnnir::app
