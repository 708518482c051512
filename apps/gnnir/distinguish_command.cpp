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
      show("{}: to stay within {} s: {}\n", name_of(result.method), command.options.networks.budget,
           fmt::join(result.cuts, "; "));
    }
    if (result.undecided > 0) {
      show(
          "{}: {} of {} graphs count as told apart from nothing: there a network had to choose among equal nodes (-k "
          "all "
          "and --ties cell do not), or its output is not a finite number\n",
          name_of(result.method), result.undecided, comparison.dataset().size());
    }
  }
}

int run_distinguish_exactly(const DistinguishCommand& command) {
  const Comparison comparison = open_comparison(command);
  std::vector<DistinguishResult> results;
  for (const Method method : command.methods) results.push_back(comparison.exactly(method));
  print_results(comparison, command, results);
  return 0;
}

}  // namespace gnnir::app
