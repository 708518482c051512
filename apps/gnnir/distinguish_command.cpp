#include <fmt/format.h>

#include "distinguish.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/report/table.h"

namespace gnnir::app {
namespace {

/// The first graph of every class, in the order of the file.
Dataset one_of_each_class(const Dataset& dataset) {
  if (!dataset.has_classes()) throw usage_error("--one-per-class: {} has no classes", dataset.name);
  Dataset chosen = without_graphs(dataset);
  std::vector<bool> seen(dataset.class_names.size(), false);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const std::int64_t label = dataset.classes[g];
    if (label < 0 || seen[static_cast<std::size_t>(label)]) continue;
    seen[static_cast<std::size_t>(label)] = true;
    chosen.examples.push_back(dataset.examples[g]);
  }
  return chosen;
}

}  // namespace

ComparedGraphs ComparedGraphs::open(const DistinguishCommand& command) {
  ComparedGraphs graphs;
  ReadOptions options = command.config.data.read_options();
  options.labels = command.one_per_class;
  graphs.dataset = open_dataset(command.data, command.data_dir, options);
  const std::string remark = remark_on_rejects(graphs.dataset);
  if (!remark.empty()) fmt::print(stderr, "gnnir: warning: {}\n", remark);
  if (command.one_per_class) graphs.dataset = one_of_each_class(graphs.dataset);
  if (command.pairs == ComparedPairs::consecutive && graphs.dataset.size() % 2 != 0) {
    throw data_error("[distinguish] {} has {} graphs: --pairs needs an even number", graphs.dataset.name,
                     graphs.dataset.size());
  }
  graphs.colours = DatasetColours::of(graphs.dataset);
  const Stopwatch watch;
  graphs.isomorphism = isomorphism_classes(graphs.dataset, graphs.colours);
  graphs.seconds = watch.seconds();
  return graphs;
}

void print_results(const ComparedGraphs& graphs, const DistinguishCommand& command,
                   const std::vector<DistinguishResult>& results) {
  if (command.json) {
    for (const DistinguishResult& result : results) {
      const Separation& found = result.separation;
      Json json = {{"event", "result"},
                   {"dataset", graphs.dataset.name},
                   {"graphs", graphs.dataset.size()},
                   {"pairs", command.pairs == ComparedPairs::all ? "all" : "consecutive"},
                   {"method", name_of(result.method)},
                   {"separated", found.separated},
                   {"total", found.total},
                   {"isomorphic", found.isomorphic},
                   {"false_positives", found.false_positives},
                   {"seconds", result.seconds}};
      if (!result.settings.empty()) json["settings"] = result.settings;
      if (!result.cuts.empty()) json["budget"] = result.cuts;
      if (result.undecided > 0) json["undecided_graphs"] = result.undecided;
      fmt::print("{}\n", to_text(json));
    }
    return;
  }
  const Separation& first = results.front().separation;
  fmt::print("{}: {} graphs, {} pairs, {} of them isomorphic\n", graphs.dataset.name, graphs.dataset.size(),
             first.total, first.isomorphic);
  Table table({"method", "separated", "not separated", "false positives", "seconds"});
  for (const DistinguishResult& result : results) {
    const Separation& found = result.separation;
    const std::string name = fmt::format("{}{}", name_of(result.method),
                                         result.settings.empty() ? "" : fmt::format(" ({})", result.settings));
    table.add({name, fmt::format("{}", found.separated), fmt::format("{}", found.total - found.separated),
               fmt::format("{}", found.false_positives), fmt::format("{:.1f}", result.seconds)});
  }
  fmt::print("{}", table.text());
  for (const DistinguishResult& result : results) {
    if (!result.cuts.empty()) {
      fmt::print("{}: to stay within {} s: {}\n", name_of(result.method), command.networks.budget,
                 fmt::join(result.cuts, "; "));
    }
    if (result.undecided > 0) {
      fmt::print(
          "{}: {} of {} graphs count as told apart from nothing: there a network had to choose among equal nodes (-k "
          "all "
          "and --ties cell do not), or its output is not a finite number\n",
          name_of(result.method), result.undecided, graphs.dataset.size());
    }
  }
}

int run_distinguish_exactly(const DistinguishCommand& command) {
  const ComparedGraphs graphs = ComparedGraphs::open(command);
  std::vector<DistinguishResult> results;
  for (const Method method : command.methods) results.push_back(distinguish_exactly(graphs, command, method));
  print_results(graphs, command, results);
  return 0;
}

DistinguishResult distinguish_exactly(const ComparedGraphs& graphs, const DistinguishCommand& command, Method method) {
  DistinguishResult result{.method = method};
  const Stopwatch watch;
  const auto classes = method == Method::ir ? graphs.isomorphism : wl_classes(graphs.dataset, graphs.colours);
  result.separation = separate(classes, graphs.isomorphism, command.pairs);
  result.seconds = watch.seconds() + (method == Method::ir ? graphs.seconds : 0);
  return result;
}

}  // namespace gnnir::app
