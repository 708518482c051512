#include "gnnir/audit/relabelled_copies.h"

#include <numeric>

#include "gnnir/base/rng.h"

namespace gnnir {

Dataset relabelled_copies(const Dataset& dataset, std::int64_t graph, std::int64_t copies, std::uint64_t seed) {
  const Example& example = dataset.examples[static_cast<std::size_t>(graph)];
  Dataset result = without_graphs(dataset);
  result.examples.push_back(example);
  std::vector<NodeId> name(static_cast<std::size_t>(example.graph.num_nodes()));
  std::iota(name.begin(), name.end(), 0);
  Rng rng(seed, Purpose::relabel, 0, static_cast<std::uint64_t>(graph));
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    rng.shuffle(std::span(name));
    result.examples.push_back(relabelled(example, name));
  }
  return result;
}

}  // namespace gnnir
