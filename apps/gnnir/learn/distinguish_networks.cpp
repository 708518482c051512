#include "count_line.h"
#include "distinguish.h"
#include "gnnir/models/torch_network.h"
#include "learn_commands.h"

namespace gnnir::app {

int run_distinguish(const DistinguishCommand& command) {
  const Comparison comparison = open_comparison(command);
  const NetworkFactory make = [](const ModelOptions& options, const ModelShape& shape, std::uint64_t seed) {
    return random_network(options, shape, seed, {.precision = at::kDouble});
  };
  ThreadPool pool(command.threads);
  std::vector<DistinguishResult> results;
  for (const Method method : command.methods) {
    if (method == Method::wl || method == Method::ir) {
      results.push_back(comparison.exactly(method, pool));
      continue;
    }
    CountLine line(std::string(name_of(method)), comparison.dataset().examples.size());
    results.push_back(comparison.by_networks(method, make, pool, [&](std::size_t done) { line.show(done); }));
  }
  print_results(comparison, command, results);
  return 0;
}

}  // namespace gnnir::app
