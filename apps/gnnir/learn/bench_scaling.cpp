#include "bench_scaling.h"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "bench_contenders.h"
#include "gnnir/base/json.h"
#include "gnnir/base/rng.h"
#include "gnnir/report/table.h"
#include "output.h"

namespace gnnir::app {
namespace {

/// Random graphs with n nodes and 1.5 n edges, in two classes.
Dataset random_dataset(std::int64_t graphs, NodeId nodes) {
  Dataset dataset;
  dataset.name = "random";
  dataset.class_names = {"0", "1"};
  Rng rng(1, Purpose::test);
  const auto any_node = [&] { return static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(nodes))); };
  for (std::int64_t g = 0; g < graphs; ++g) {
    std::set<std::pair<NodeId, NodeId>> pairs;
    while (static_cast<NodeId>(pairs.size()) < nodes * 3 / 2) {
      const NodeId u = any_node();
      const NodeId v = any_node();
      if (u < v) pairs.insert({u, v});
    }
    std::vector<Edge> edges;
    for (const auto& [u, v] : pairs) edges.push_back({u, v});
    dataset.examples.push_back({.graph = Graph::from_edges(nodes, edges)});
    dataset.classes.push_back(g % 2);
  }
  return dataset;
}

struct Point {
  std::int64_t nodes = 20;
  std::int64_t layers = 2;
  std::int64_t width = 4;
  std::size_t threads = 1;
};

/// Milliseconds of a training step per graph.
double milliseconds_per_graph(const BenchCommand& command, const Point& point) {
  RunConfig config = command.config;
  config.model.ir.layers = point.layers;
  config.model.ir.width = point.width;
  config.data.features = FeatureKind::degree;
  const Dataset dataset = random_dataset(config.train.batch_size, static_cast<NodeId>(point.nodes));
  Split split;
  for (std::int64_t g = 0; g < dataset.size(); ++g) split.train.push_back(g);
  const BenchData data{dataset, split, std::vector(static_cast<std::size_t>(command.batches), split.train)};
  const auto contender = make_trainer(data, config, {.engine = command.engine_to_use()}, point.threads);
  race({contender.get()}, data, command.rounds);
  return 1e3 * contender->median() / static_cast<double>(data.graphs());
}

}  // namespace

int bench_scaling(const BenchCommand& command) {
  const Point middle{20, std::max<std::int64_t>(1, command.config.model.ir.layers), command.config.model.ir.width,
                     command.threads};
  Json result = {{"benchmark", "scaling"}, {"hidden", command.config.model.gnn.hidden}, {"threads", command.threads}};
  const auto sweep = [&](const std::string& name, const std::vector<std::int64_t>& values,
                         const std::function<void(Point&, std::int64_t)>& set) {
    Table table({name, "ms per graph", "times the first"});
    double first = 0;
    for (const std::int64_t value : values) {
      Point point = middle;
      set(point, value);
      const double ms = milliseconds_per_graph(command, point);
      if (first == 0) first = ms;
      result["sweeps"][name].push_back({{name, value}, {"ms_per_graph", ms}});
      table.add({fmt::format("{}", value), fmt::format("{:.3f}", ms), fmt::format("{:.2f}", ms / first)});
    }
    if (!command.json) show("{}\n", table.text());
  };
  if (!command.json) {
    show(
        "a training step on random graphs with n nodes and 1.5 n edges; unless varied n={} L={} k={}, {} thread{}, "
        "batch {}, d={}\n\n",
        middle.nodes, middle.layers, middle.width, middle.threads, middle.threads == 1 ? "" : "s",
        command.config.train.batch_size, command.config.model.gnn.hidden);
  }
  sweep("nodes", {10, 20, 40, 80, 160, 320}, [](Point& point, std::int64_t value) { point.nodes = value; });
  sweep("ir_layers", {0, 1, 2, 3, 4}, [](Point& point, std::int64_t value) { point.layers = value; });
  sweep("width", {1, 2, 4, 8, 16}, [](Point& point, std::int64_t value) { point.width = value; });
  std::vector<std::int64_t> threads;
  for (std::size_t t = 1; t < command.threads; t *= 2) threads.push_back(static_cast<std::int64_t>(t));
  threads.push_back(static_cast<std::int64_t>(command.threads));
  sweep("threads", threads, [](Point& point, std::int64_t value) { point.threads = static_cast<std::size_t>(value); });
  if (command.json) show("{}\n", to_text(result));
  return 0;
}

}  // namespace gnnir::app
