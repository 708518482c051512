#include "gnnir/infer/choose_nodes.h"

#include <cmath>

#include "gnnir/base/rng.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/kernels/target_cell.h"

namespace gnnir {
namespace {

Rng rng_of(const NodeChooser& chooser, Purpose purpose, std::int64_t graph) {
  const RandomContext& random = chooser.random;
  const std::int64_t id = random.graph_ids.empty() ? graph : random.graph_ids[static_cast<std::size_t>(graph)];
  return {random.seed, purpose, random.epoch,
          (static_cast<std::uint64_t>(id) << 16) + static_cast<std::uint64_t>(chooser.layer)};
}

/// Calls choose(graph) → Choice for every graph in which nothing is forced, and puts all together.
template <typename Choose>
Choice choose_in_each(const NodeChooser& chooser, Choose choose) {
  Choice all;
  for (std::int64_t g = 0; g < chooser.graphs.num_graphs(); ++g) {
    const std::vector<NodeId>* nodes = chooser.forced.in(g);
    all.append(nodes != nullptr ? choice_of(*nodes) : choose(g), chooser.graphs.first_row(g));
  }
  return chooser.forced.marked(std::move(all));
}

}  // namespace

std::vector<double> fixed_direction(std::int64_t hidden) {
  Rng rng(0, Purpose::ties);
  std::vector<double> direction;
  double squares = 0;
  for (std::int64_t c = 0; c < hidden; ++c) {
    direction.push_back(rng.normal());
    squares += direction.back() * direction.back();
  }
  for (double& number : direction) number /= std::sqrt(squares);
  return direction;
}

Choice NodeChooser::best(const RowKeys& keys) const {
  IrOptions of_layer = options;
  of_layer.width = options.width_of(layer + 1);
  return choose_in_each(*this, [&](std::int64_t g) {
    const auto of_graph = [&](const std::vector<double>& key) {
      return std::span(key).subspan(static_cast<std::size_t>(graphs.first_row(g)),
                                    static_cast<std::size_t>(graphs.nodes_of(g)));
    };
    Rng rng = rng_of(*this, Purpose::ties, g);
    const std::int64_t branches = siblings.empty() ? 1 : siblings[static_cast<std::size_t>(g)];
    const std::int64_t room = room_for_selection(graphs.nodes_of(g), branches, layer + 1, options);
    return choose_target_cell({of_graph(keys.score), of_graph(keys.second), of_graph(keys.length)}, of_layer, room,
                              rng);
  });
}

Choice NodeChooser::at_random() const {
  return choose_in_each(*this, [&](std::int64_t g) {
    Rng rng = rng_of(*this, Purpose::random_selector, g);
    return choose_random_nodes(graphs.nodes_of(g), options.width_of(layer + 1), rng);
  });
}

}  // namespace gnnir
