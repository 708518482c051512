#include "gnnir/audit/distinguish.h"

#include <torch/utils.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
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

double rows_of(const Graph& graph, const ModelOptions& model) { return most_rows(graph.num_nodes(), model.ir); }

double rows_of(const Dataset& dataset, const ModelOptions& model) {
  double rows = 0;
  for (const Example& example : dataset.examples) rows += rows_of(example.graph, model);
  return rows;
}

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
    options_ = options;
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

  /// Graphs from `begin` to `end`, with their copies as one batch.
  [[nodiscard]] std::vector<MeasuredGraph> measure(std::int64_t begin, std::int64_t end) {
    use_single_threaded_operations();
    const torch::NoGradGuard no_grad;
    Dataset batch = without_graphs(dataset_);
    std::vector<std::int64_t> ids;
    for (std::int64_t graph = begin; graph < end; ++graph) {
      Dataset copies = relabelled_copies(dataset_, graph, settings_.relabellings, settings_.seed);
      std::move(copies.examples.begin(), copies.examples.end(), std::back_inserter(batch.examples));
      ids.insert(ids.end(), copies.examples.size(), graph);  // what is drawn by lot is drawn alike in all copies
    }
    const EncodedFeatures features = encode_features(batch, nodes_, edges_);
    std::vector<MeasuredGraph> measured(static_cast<std::size_t>(end - begin));
    for (GraphModel& model : models_) {
      std::vector<bool> chose(batch.examples.size(), false);
      const at::Tensor outputs = run(model, batch, features, ids, chose)
                                     .view({end - begin, settings_.relabellings + 1, output_columns})
                                     .contiguous();
      const at::Tensor spread = (outputs - outputs.slice(1, 0, 1)).abs().amax({1, 2}).contiguous();
      const auto copies = static_cast<std::ptrdiff_t>(settings_.relabellings + 1);
      for (std::size_t g = 0; g < measured.size(); ++g) {
        const double* own = outputs[static_cast<std::int64_t>(g)].data_ptr<double>();
        const bool finite = std::isfinite(spread.data_ptr<double>()[g]);
        const auto first = chose.begin() + static_cast<std::ptrdiff_t>(g) * copies;
        const bool chosen = std::find(first, first + copies, true) != first + copies;
        for (std::int64_t c = 0; c < output_columns; ++c) measured[g].outputs.push_back(finite ? own[c] : 0);
        measured[g].spread.push_back(finite && !chosen ? spread.data_ptr<double>()[g]
                                                       : std::numeric_limits<double>::infinity());
      }
    }
    return measured;
  }

 private:
  /// Outputs for all graphs of a batch; one by one, if they are large. → [graphs, output_columns]
  /// `chose`: whether it had to take some of several equal nodes, in any of its layers; [graphs]
  at::Tensor run(GraphModel& model, const Dataset& batch, const EncodedFeatures& features,
                 const std::vector<std::int64_t>& ids, std::vector<bool>& chose) {
    const bool one_by_one = rows_of(batch, options_) > rows_at_once;
    const std::int64_t step = one_by_one ? 1 : batch.size();
    std::vector<at::Tensor> outputs;
    for (std::int64_t begin = 0; begin < batch.size(); begin += step) {
      std::vector<std::int64_t> some(static_cast<std::size_t>(step));
      std::iota(some.begin(), some.end(), begin);
      ModelInput input = collate(batch, shape_, features, some, at::kDouble);
      input.random.graph_ids.assign(ids.begin() + begin, ids.begin() + begin + step);
      const ModelOutput output = model(input);
      outputs.push_back(output.prediction);
      for (const std::int64_t graph : graphs_with_cut_cells(output.nodes, step)) {
        chose[static_cast<std::size_t>(begin + graph)] = true;
      }
    }
    return at::cat(outputs, 0);
  }

  const Dataset& dataset_;
  RandomNetworks settings_;
  ModelOptions options_;  // of the networks drawn last
  FeatureEncoding nodes_;
  FeatureEncoding edges_;
  ModelShape shape_;
  std::vector<GraphModel> models_;
};

NodeId most_nodes(const Dataset& dataset) {
  NodeId most = 0;
  for (const Example& example : dataset.examples) most = std::max(most, example.graph.num_nodes());
  return most;
}

/// Where each batch of graphs begins, and the end.
std::vector<std::int64_t> batches_of(const Dataset& dataset, const ModelOptions& model, std::int64_t copies) {
  std::vector<std::int64_t> begins = {0};
  double rows = 0;
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) {
    const double more =
        static_cast<double>(copies) * rows_of(dataset.examples[static_cast<std::size_t>(graph)].graph, model);
    if (rows > 0 && rows + more > rows_at_once) {
      begins.push_back(graph);
      rows = 0;
    }
    rows += more;
  }
  begins.push_back(dataset.size());
  return begins;
}

/// Seconds that everything would take, from a few of the batches.
double estimated_seconds(Laboratory& laboratory, const Dataset& dataset, const ModelOptions& model,
                         std::int64_t networks, std::int64_t copies, std::size_t threads) {
  laboratory.draw(model, networks);
  const std::vector<std::int64_t> begins = batches_of(dataset, model, 1 + copies);
  const Stopwatch watch;
  double rows = 0;
  constexpr std::size_t tries = 3;
  for (std::size_t i = 0; i < tries && watch.seconds() < 2; ++i) {
    const std::size_t batch = (begins.size() - 1) * i / tries;
    static_cast<void>(laboratory.measure(begins[batch], begins[batch + 1]));
    for (std::int64_t graph = begins[batch]; graph < begins[batch + 1]; ++graph) {
      rows += rows_of(dataset.examples[static_cast<std::size_t>(graph)].graph, model);
    }
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
    return estimated_seconds(laboratory, dataset, result.model, result.networks, settings.relabellings, pool.size()) <=
           settings.budget;
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
    } else if (ir.layers == 1 && std::min<std::int64_t>(largest, ir.width) > branches_that_fit) {
      ir.width = branches_that_fit;
      result.cuts.push_back(fmt::format("k = {}", ir.width));
    } else {
      break;
    }
  }
  laboratory.draw(result.model, result.networks);
  const std::vector<std::int64_t> begins = batches_of(dataset, result.model, 1 + settings.relabellings);
  std::atomic<std::size_t> done = 0;
  pool.run(begins.size() - 1, [&](std::size_t batch) {
    std::vector<MeasuredGraph> measured = laboratory.measure(begins[batch], begins[batch + 1]);
    std::move(measured.begin(), measured.end(), result.graphs.begin() + begins[batch]);
    const std::size_t now = done += measured.size();
    if (progress) progress(now);
  });
  return result;
}

}  // namespace gnnir
