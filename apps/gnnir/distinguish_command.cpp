#include <fmt/format.h>

#include "distinguish.h"
#include "gnnir/base/json.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// What network it was, in words; "" of what is exact, or has nothing to choose.
std::string settings_text(const DistinguishResult& result) {
  if (result.method != Method::gnn_ir) return "";
  const IrOptions& ir = result.model.ir;
  return fmt::format("L = {}, k = {}, merge = {}{}", ir.layers, width_name(ir.width), name_of(ir.merge),
                     ir.width == all_nodes ? "" : fmt::format(", ties = {}", name_of(ir.ties)));
}

/// "ir: told apart at depth 0: 10 pairs, 1: 25 pairs; of 40 relabelled copies 0 were told from their graphs"
void print_depths(const DistinguishResult& result) {
  std::vector<std::string> depths;
  for (std::size_t depth = 0; depth < result.separated_at.size(); ++depth) {
    const std::int64_t pairs = result.separated_at[depth];
    if (pairs > 0) depths.push_back(fmt::format("{} at depth {}", pairs, depth));
  }
  if (!depths.empty()) show("ir: pairs told apart: {}\n", fmt::join(depths, ", "));
  if (result.copies > 0) {
    show("ir: relabelled copies of graphs told apart from them: {} of {}\n", result.copies_separated, result.copies);
  }
}

void print_undecided(const DistinguishResult& result, std::int64_t graphs) {
  if (result.undecided == 0) return;
  if (result.method == Method::ir) {
    show("ir: {} of {} graphs look like others of them so far, and deeper trees (--budget, --depth) might tell\n",
         result.undecided, graphs);
    return;
  }
  show(
      "{}: {} of {} graphs count as told apart from nothing: there a network had to choose among equal nodes (-k all "
      "and --ties cell do not), or its output is not a finite number\n",
      name_of(result.method), result.undecided, graphs);
}

}  // namespace

Comparison open_comparison(const DistinguishCommand& command) {
  ReadOptions options = command.config.data.read_options();
  options.labels = command.options.one_per_class;
  Dataset dataset = open_dataset(command.data, command.data_dir, options);
  for (const std::string& remark : remarks_on_reading(dataset)) warn(remark);
  return {std::move(dataset), command.options};
}

void print_results(const Comparison& comparison, const DistinguishCommand& command,
                   const std::vector<DistinguishResult>& results) {
  if (command.json) {
    for (const DistinguishResult& result : results) {
      const Separation& found = result.separation;
      Json json = {{"event", "result"},
                   {"dataset", comparison.dataset().name},
                   {"graphs", comparison.dataset().size()},
                   {"pairs", command.options.pairs == ComparedPairs::all ? "all" : "consecutive"},
                   {"method", name_of(result.method)},
                   {"separated", found.separated},
                   {"total", found.total},
                   {"isomorphic", found.isomorphic},
                   {"false_positives", found.false_positives},
                   {"seconds", result.seconds}};
      if (const std::string settings = settings_text(result); !settings.empty()) json["settings"] = settings;
      if (result.method == Method::ir) {
        json["separated_at_depth"] = result.separated_at;
        json["relabelled_copies"] = result.copies;
        json["copies_separated"] = result.copies_separated;
      }
      if (!result.cuts.empty()) json["budget"] = result.cuts;
      if (result.undecided > 0) json["undecided_graphs"] = result.undecided;
      show("{}\n", to_text(json));
    }
    return;
  }
  const Separation& first = results.front().separation;
  show("{}: {} graphs, {} pairs, {} of them isomorphic\n", comparison.dataset().name, comparison.dataset().size(),
       first.total, first.isomorphic);
  Table table({"method", "separated", "not separated", "false positives", "seconds"});
  for (const DistinguishResult& result : results) {
    const Separation& found = result.separation;
    const std::string settings = settings_text(result);
    const std::string name =
        fmt::format("{}{}", name_of(result.method), settings.empty() ? "" : fmt::format(" ({})", settings));
    table.add({name, fmt::format("{}", found.separated), fmt::format("{}", found.total - found.separated),
               fmt::format("{}", found.false_positives), fmt::format("{:.1f}", result.seconds)});
  }
  show("{}", table.text());
  for (const DistinguishResult& result : results) {
    if (!result.cuts.empty()) {
      show("{}: to stay within {} nominal seconds: {}\n", name_of(result.method), command.options.networks.budget,
           fmt::join(result.cuts, "; "));
    }
    if (result.method == Method::ir) print_depths(result);
    print_undecided(result, comparison.dataset().size());
  }
}

int run_distinguish_exactly(const DistinguishCommand& command) {
  const Comparison comparison = open_comparison(command);
  std::vector<DistinguishResult> results;
  ThreadPool pool(command.threads);
  for (const Method method : command.methods) results.push_back(comparison.exactly(method, pool));
  print_results(comparison, command, results);
  return 0;
}

}  // namespace gnnir::app
