#include <fmt/format.h>
#include <torch/utils.h>

#include <functional>
#include <numeric>

#include "gnnir/base/rng.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/report/table.h"
#include "gnnir/train/trainer.h"
#include "learn_commands.h"
#include "output.h"

namespace gnnir::app {
namespace {

struct CheckResult {
  std::string promise;
  bool kept = false;
  std::string evidence;
};

Graph cycles(NodeId count, NodeId length) {
  std::vector<Edge> edges;
  for (NodeId c = 0; c < count; ++c) {
    for (NodeId i = 0; i < length; ++i) edges.push_back({c * length + i, c * length + (i + 1) % length});
  }
  return Graph::from_edges(count * length, edges);
}

ModelOutput run_double(const ModelOptions& options, const std::vector<Graph>& graphs,
                       const std::vector<double>& features) {
  const std::shared_ptr<Model> model =
      make_model(options, ModelShape{.num_reals = 1, .outputs = 3}, {.precision = torch::kFloat64});
  initialize_weights(*model, 1);
  model->eval();
  Batch batch;
  for (const Graph& graph : graphs) batch.append(graph);
  ModelInput input;
  input.nodes.reals = torch::tensor(features, torch::kFloat64).view({batch.num_nodes(), 1});
  input.graphs = BatchTensors(std::move(batch), torch::kCPU);
  const torch::NoGradGuard no_grad;
  return model->forward(input);
}

double largest_difference(const at::Tensor& a, const at::Tensor& b) { return (a - b).abs().max().item<double>(); }

/// The 6-cycle and two triangles: every node has two neighbours, so 1-WL sees no difference.
CheckResult separates_cycles(std::int64_t layers, bool expected) {
  ModelOptions options;
  options.ir.layers = layers;
  options.ir.width = 1;
  const at::Tensor out = run_double(options, {cycles(1, 6), cycles(2, 3)}, std::vector<double>(12, 1.0)).prediction;
  const double difference = largest_difference(out[0], out[1]);
  return {fmt::format("L = {} {} a 6-cycle from two triangles", layers, expected ? "tells" : "cannot tell"),
          expected ? difference > 1e-6 : difference < 1e-12, fmt::format("difference {:.2g}", difference)};
}

Graph random_graph(NodeId nodes, Rng& rng) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u) {
    for (NodeId v = 0; v < u; ++v) {
      if (rng.uniform() < 0.3) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(nodes, edges);
}

CheckResult unchanged_by_relabelling() {
  Rng rng(7, Purpose::relabel);
  double worst = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Graph graph = random_graph(12, rng);
    std::vector<NodeId> name(12);
    std::iota(name.begin(), name.end(), 0);
    rng.shuffle(std::span(name));
    std::vector<double> feature(12);
    std::vector<double> moved(12);
    for (std::size_t v = 0; v < 12; ++v) {
      feature[v] = rng.normal();
      moved[static_cast<std::size_t>(name[v])] = feature[v];
    }
    const at::Tensor before = run_double({}, {graph}, feature).prediction;
    const at::Tensor after = run_double({}, {relabelled(graph, name)}, moved).prediction;
    worst = std::max(worst, largest_difference(before, after));
  }
  return {"relabelling a graph with unique features changes nothing", worst < 1e-9,
          fmt::format("difference {:.2g}", worst)};
}

CheckResult unchanged_by_batching() {
  Rng rng(8, Purpose::relabel);
  std::vector<Graph> graphs;
  std::vector<double> features;
  for (NodeId nodes : {0, 1, 2, 3, 7, 12}) {
    graphs.push_back(random_graph(nodes, rng));
    for (NodeId v = 0; v < nodes; ++v) features.push_back(rng.normal());
  }
  const at::Tensor together = run_double({}, graphs, features).prediction;
  double worst = 0;
  std::size_t first = 0;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    const auto count = static_cast<std::size_t>(graphs[g].num_nodes());
    const std::vector<double> own(features.begin() + static_cast<std::ptrdiff_t>(first),
                                  features.begin() + static_cast<std::ptrdiff_t>(first + count));
    const at::Tensor alone = run_double({}, {graphs[g]}, own).prediction;
    worst = std::max(worst, largest_difference(together[static_cast<std::int64_t>(g)], alone[0]));
    first += count;
  }
  return {"a batch gives what its graphs give one by one", worst < 1e-9, fmt::format("difference {:.2g}", worst)};
}

CheckResult unchanged_by_threads() {
  const Dataset dataset = generate_csl({.nodes = 13, .skips = {2, 3, 5}, .copies = 6});
  RunConfig config;
  apply_settings(config, protocol_of("CSL"), "");
  config.train.epochs = 3;
  const Split split = stratified_folds(dataset, {.folds = 3, .inner = InnerValidation::next_fold}).front();
  std::vector<Weights> weights;
  for (const std::size_t threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    weights.push_back(train_model(dataset, split, config, pool).last_weights);
  }
  bool equal = true;
  for (const Weights& other : weights) {
    for (std::size_t i = 0; i < other.size(); ++i) equal = equal && other[i].second.equal(weights[0][i].second);
  }
  return {"1, 2 and 3 threads train to the same weights, bit for bit", equal, equal ? "equal" : "different"};
}

}  // namespace

int run_checks(const ChecksCommand& command) {
  const std::vector<CheckResult> results = {separates_cycles(0, false), separates_cycles(1, true),
                                            unchanged_by_relabelling(), unchanged_by_batching(),
                                            unchanged_by_threads()};
  bool all = true;
  Table table({"promise", "kept", "evidence"});
  Json list = Json::array();
  for (const CheckResult& result : results) {
    all = all && result.kept;
    table.add({result.promise, result.kept ? "yes" : "NO", result.evidence});
    list.push_back({{"promise", result.promise}, {"kept", result.kept}, {"evidence", result.evidence}});
  }
  if (command.json) {
    show("{}\n", to_text({{"event", "result"}, {"kept", all}, {"checks", list}}));
  } else {
    show("{}", table.text());
  }
  return all ? 0 : 1;
}

}  // namespace gnnir::app
