#include <fmt/format.h>

#include <algorithm>

#include "count_line.h"
#include "distinguish.h"
#include "gnnir/audit/distinguish.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/nn/single_thread.h"
#include "learn_commands.h"

namespace gnnir::app {
namespace {

DistinguishResult run_networks(const ComparedGraphs& graphs, const DistinguishCommand& command, Method method,
                               ThreadPool& pool) {
  RandomNetworks networks = command.networks;
  if (method == Method::gnn) {
    networks.model.ir.layers = 0;
    if (!command.norm_given) networks.model.gnn.norm.kind = NormKind::none;
  }
  const Stopwatch watch;
  CountLine line(std::string(name_of(method)), graphs.dataset.examples.size());
  const Measurement measured = measure(graphs.dataset, networks, pool, [&](std::size_t done) { line.show(done); });
  DistinguishResult result{.method = method, .cuts = measured.cuts};
  result.separation = separate(measured.graphs, graphs.isomorphism, command.pairs);
  result.undecided = std::count_if(measured.graphs.begin(), measured.graphs.end(),
                                   [](const MeasuredGraph& graph) { return graph.is_undecided(); });
  const IrOptions& ir = measured.model.ir;
  if (method == Method::gnn_ir) {
    result.settings = fmt::format("L = {}, k = {}, merge = {}{}", ir.layers, width_name(ir.width), name_of(ir.merge),
                                  ir.width == all_nodes ? "" : fmt::format(", ties = {}", name_of(ir.ties)));
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace

int run_distinguish(const DistinguishCommand& command) {
  use_single_threaded_operations();
  const ComparedGraphs graphs = ComparedGraphs::open(command);
  ThreadPool pool(command.threads, use_single_threaded_operations);
  std::vector<DistinguishResult> results;
  for (const Method method : command.methods) {
    const bool exact = method == Method::wl || method == Method::ir;
    results.push_back(exact ? distinguish_exactly(graphs, command, method)
                            : run_networks(graphs, command, method, pool));
  }
  print_results(graphs, command, results);
  return 0;
}

}  // namespace gnnir::app
