#include "gnnir/audit/distinguish.h"

#include <torch/utils.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/base/clock.h"
#include "gnnir/data/degrees.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/models/collate.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/nn/single_thread.h"

namespace gnnir {
namespace {

constexpr std::int64_t output_columns = 16;

/// The graphs of a data set with the features that exact methods see as colours, and the networks that look at them.
class Laboratory {
 public:
  Laboratory(const Dataset& dataset, const RandomNetworks& networks) : dataset_(dataset), settings_(networks) {
    std::vector<std::int64_t> all(dataset.examples.size());
    std::iota(all.begin(), all.end(), 0);
    nodes_ = FeatureEncoding::fit(dataset, all, features_in_file(dataset, FeatureOf::nodes));
    if (networks.model.uses_edges()) {
      edges_ = FeatureEncoding::fit_edges(dataset, all, features_in_file(dataset, FeatureOf::edges));
    }
    shape_ = {.num_categories = nodes_.num_categories,
              .num_reals = nodes_.num_reals,
              .outputs = output_columns,
              .num_edge_categories = edges_.num_categories,
              .num_edge_reals = edges_.num_reals,
              .mean_log_degree = mean_log_degree(degree_histogram(dataset, all))};
  }

  void draw(const ModelOptions& options, std::int64_t networks) {
    models_.clear();
    for (std::int64_t network = 0; network < networks; ++network) {
      ModelOptions in_double = options;
      in_double.gnn.engine = Engine::reference;
      models_.emplace_back(in_double, shape_);
      initialize_weights(*models_.back(), settings_.seed + static_cast<std::uint64_t>(network));
      models_.back()->to(at::kDouble);
      models_.back()->eval();
    }
  }

  [[nodiscard]] MeasuredGraph measure(std::int64_t graph) {
    use_single_threaded_operations();
    const torch::NoGradGuard no_grad;
    const Dataset copies = relabelled_copies(dataset_, graph, settings_.relabellings, settings_.seed);
    const EncodedFeatures features = encode_features(copies, nodes_, edges_);
    MeasuredGraph measured;
    for (GraphModel& model : models_) {
      std::vector<at::Tensor> outputs;
      for (std::int64_t copy = 0; copy < copies.size(); ++copy) {
        ModelInput input = collate(copies, shape_, features, std::span(&copy, 1), at::kDouble);
        input.random.graph_ids = {graph};
        outputs.push_back(model(input).prediction[0].contiguous());
      }
      const double* own = outputs.front().data_ptr<double>();
      measured.outputs.insert(measured.outputs.end(), own, own + output_columns);
      double spread = 0;
      for (const at::Tensor& copy : outputs) {
        spread = std::max(spread, (copy - outputs.front()).abs().max().item<double>());
      }
      measured.spread.push_back(spread);
    }
    return measured;
  }

 private:
  const Dataset& dataset_;
  RandomNetworks settings_;
  FeatureEncoding nodes_;
  FeatureEncoding edges_;
  ModelShape shape_;
  std::vector<GraphModel> models_;
};

/// Nodes of all branches of a graph behind the last layer: what memory and time grow with.
double rows_of(const Graph& graph, const ModelOptions& model) {
  const auto n = static_cast<double>(graph.num_nodes());
  return model.ir.layers == 0 ? n : n * static_cast<double>(num_branches(graph.num_nodes(), model.ir));
}

double rows_of(const Dataset& dataset, const ModelOptions& model) {
  double rows = 0;
  for (const Example& example : dataset.examples) rows += rows_of(example.graph, model);
  return rows;
}

NodeId most_nodes(const Dataset& dataset) {
  NodeId most = 0;
  for (const Example& example : dataset.examples) most = std::max(most, example.graph.num_nodes());
  return most;
}

/// Seconds that everything would take, from a few of the graphs.
double estimated_seconds(Laboratory& laboratory, const Dataset& dataset, const ModelOptions& model,
                         std::int64_t networks, std::size_t threads) {
  laboratory.draw(model, networks);
  const Stopwatch watch;
  double rows = 0;
  constexpr int tries = 3;
  for (int i = 0; i < tries && watch.seconds() < 2; ++i) {
    const auto graph = dataset.size() * i / tries;
    static_cast<void>(laboratory.measure(graph));
    rows += rows_of(dataset.examples[static_cast<std::size_t>(graph)].graph, model);
  }
  const double at_work = static_cast<double>(std::min<std::size_t>(threads, dataset.examples.size()));
  return watch.seconds() / std::max(1.0, rows) * rows_of(dataset, model) / at_work;
}

}  // namespace

Measurement measure(const Dataset& dataset, const RandomNetworks& settings, ThreadPool& pool,
                    const std::function<void(std::size_t)>& progress) {
  Measurement result{.graphs = std::vector<MeasuredGraph>(dataset.examples.size()),
                     .model = settings.model,
                     .networks = settings.networks,
                     .cuts = {}};
  if (dataset.examples.empty()) return result;
  Laboratory laboratory(dataset, settings);
  IrOptions& ir = result.model.ir;
  const NodeId largest = most_nodes(dataset);
  // As many branches as memory allows; require_branches would only repeat what is decided here.
  const auto branches_that_fit = std::max<std::int64_t>(1, settings.max_rows / std::max<NodeId>(1, largest));
  ir.max_branches = branches_that_fit;
  const auto fits = [&] {
    if (ir.layers > 0 && num_branches(largest, ir) > branches_that_fit) return false;
    return estimated_seconds(laboratory, dataset, result.model, result.networks, pool.size()) <= settings.budget;
  };
  while (!fits()) {
    if (result.networks > 1) {
      result.networks = 1;
      result.cuts.push_back(fmt::format("one network instead of {}", settings.networks));
    } else if (ir.width == all_nodes) {
      ir.width = 1;
      ir.ties = TiePolicy::cell;
      result.cuts.push_back("whole target cells instead of all nodes");
    } else if (ir.layers > 1) {
      --ir.layers;
      result.cuts.push_back(fmt::format("L = {}", ir.layers));
    } else {
      break;
    }
  }
  laboratory.draw(result.model, result.networks);
  std::atomic<std::size_t> done = 0;
  pool.run(dataset.examples.size(), [&](std::size_t graph) {
    result.graphs[graph] = laboratory.measure(static_cast<std::int64_t>(graph));
    const std::size_t now = ++done;
    if (progress) progress(now);
  });
  return result;
}

}  // namespace gnnir
