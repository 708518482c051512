#include "gnnir/run/memory_estimate.h"

#include <torch/utils.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <thread>

#include "gnnir/base/memory.h"
#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/scratch.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/nn/tensor_memory.h"
#include "gnnir/run/memory_sample.h"
#include "gnnir/train/batches.h"
#include "gnnir/train/prepare.h"
#include "gnnir/train/step.h"

namespace gnnir {
namespace {

using Graphs = std::span<const std::int64_t>;

/// What libraries and threads take when they begin to work; measured.
constexpr double threads_and_libraries = 16 << 20;

/// Tensors sit in blocks that were made for larger ones, the more so the more tensors there are; measured.
double slack_of(const Model& model) {
  const std::vector<EnginePart> parts = model.engine_parts();
  const bool fused =
      std::all_of(parts.begin(), parts.end(), [](const EnginePart& p) { return p.engine == Engine::fused; });
  return fused ? 1.25 : 1.3;
}

/// Runs f in a thread of its own, so that its scratch memory is counted from nothing, and returns the most bytes that
/// it had at one time beyond what there was.
template <typename F>
double bytes_taken(F f) {
  std::exception_ptr failure;
  double taken = 0;
  std::thread([&] {
    try {
      const SingleThreaded one_thread;
      const std::int64_t scratch_before = kernels::scratch_bytes;
      const std::size_t before = live_tensor_bytes();
      restart_peak_of_tensor_bytes();
      f();
      taken = static_cast<double>(restart_peak_of_tensor_bytes() - before) +
              static_cast<double>(kernels::scratch_bytes - scratch_before);
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
  return taken;
}

ModelOutput forward(TrainedModel& trained, const Dataset& sample) {
  const EncodedFeatures features = encode_features(sample, trained.features, trained.edge_features);
  return trained.model->forward(collate(sample, trained.shape(), features, all_graphs(sample), trained.execution));
}

double parameter_bytes(const ModelHeader& header) {
  return sizeof(float) * cost_of(header.config.model, header.shape()).parameters;
}

/// What the kernels know of the edges of graphs and branches (kernels/gnn_plan.h), which is not in tensors.
double link_bytes(const Dataset& sample, const ModelCost& cost, std::int64_t steps) {
  const auto per_edge = static_cast<double>(2 * sizeof(std::int32_t)) * static_cast<double>(steps);
  double edges = 0;
  for (const Example& example : sample.examples) edges += cost.of_graph(GraphSize::of(example.graph)).edge_rows;
  return per_edge * edges;
}

/// Bytes that a forward pass over the sample takes beyond what does not depend on it; with `backward`, and one back.
double bytes_of_pass(TrainedModel& trained, const Dataset& sample, bool backward) {
  const ModelOptions& options = trained.config.model;
  const double taken = bytes_taken([&] {
    const at::AutoGradMode gradients(backward);
    const at::Tensor loss = forward(trained, sample).prediction.sum();
    if (backward) gradients_of(loss, trained.model->parameters(), trained.execution);
  });
  const double fixed = backward ? parameter_bytes(trained) : 0;
  return std::max(0.0, taken - fixed) + link_bytes(sample, cost_of(options, trained.shape()), options.gnn.steps);
}

/// What graphs weigh with this model. What an edge takes beside a node is measured on the plain GNN: branches have the
/// same steps, but share rows where they are equal, which depends on the edges, too.
GraphWeights weights_for(const TrainedModel& trained, const Dataset& dataset, Graphs graphs, bool backward) {
  ModelHeader header = trained;
  const auto plainest = model_named(header.config.model.architecture).plainest;
  if (plainest) header.config.model = plainest(header.config.model);
  TrainedModel plain = TrainedModel::create(std::move(header), trained.execution);
  plain.model->train(backward);
  const Dataset nodes = small_pieces(dataset, graphs, /*edges=*/false);
  const Dataset linked = small_pieces(dataset, graphs, /*edges=*/true);
  const ModelCost cost = cost_of(plain.config.model, plain.shape());
  const auto rows_of = [&](const Dataset& sample, double GraphCost::*rows) {
    double sum = 0;
    for (const Example& example : sample.examples) sum += cost.of_graph(GraphSize::of(example.graph)).*rows;
    return sum;
  };
  const double edges = rows_of(linked, &GraphCost::edge_rows);
  GraphWeights weights{cost_of(trained.config.model, trained.shape())};
  const double per_node = bytes_of_pass(plain, nodes, backward) / std::max(1.0, rows_of(nodes, &GraphCost::node_rows));
  if (edges == 0 || per_node == 0) return weights;
  const double of_nodes = per_node * rows_of(linked, &GraphCost::node_rows);
  const double per_edge = (bytes_of_pass(plain, linked, backward) - of_nodes) / edges;
  weights.per_edge = std::max(0.0, per_edge / per_node);
  return weights;
}

/// Pieces of work of which some run at one time.
using Pieces = std::vector<Graphs>;

Graphs first_with_graphs(const std::vector<Pieces>& sets) {
  for (const Pieces& pieces : sets) {
    for (const Graphs piece : pieces) {
      if (!piece.empty()) return piece;
    }
  }
  return {};
}

/// The most that runs at one time, as its weight; and the heaviest piece, to be measured.
struct Load {
  Graphs heaviest;
  double most = -1;  // weight of the heaviest
  double together = 0;

  /// Takes note of pieces of which `threads` run at one time.
  void add(const Dataset& dataset, const Pieces& pieces, std::size_t threads, const GraphWeights& of_graphs) {
    std::vector<double> weights;
    for (const Graphs piece : pieces) {
      weights.push_back(of_graphs.of(dataset, piece));
      if (weights.back() > most) heaviest = piece;
      most = std::max(most, weights.back());
    }
    std::sort(weights.rbegin(), weights.rend());
    if (weights.size() > threads) weights.resize(threads);
    double sum = 0;
    for (const double weight : weights) sum += weight;
    together = std::max(together, sum);
  }
};

/// What graphs take: with this model, of which these shares of their rows are computed.
struct RealLoad {
  ModelCost cost;
  std::vector<double> shares;
};

/// Bytes that passes over the heaviest of the sets of pieces take, of which `threads` run at one time. What a row takes
/// is found out with `trained`, the model that is measured.
double bytes_of(const std::vector<Pieces>& sets, TrainedModel& trained, const Dataset& dataset, std::size_t threads,
                bool backward, const RealLoad& real) {
  const Graphs some = first_with_graphs(sets);
  if (some.empty()) return 0;
  const GraphWeights weights = weights_for(trained, dataset, some, backward);
  Load load;
  for (const Pieces& pieces : sets) load.add(dataset, pieces, threads, {real.cost, weights.per_edge, real.shares});
  if (load.heaviest.empty()) return 0;
  const Dataset sample = sample_of(dataset, load.heaviest, weights);
  double sampled = 0;
  for (const Example& example : sample.examples) sampled += weights.of(example.graph);
  const double per_weight = bytes_of_pass(trained, sample, backward) / std::max(1.0, sampled);
  return per_weight * load.together * slack_of(*trained.model);
}

/// The model to measure: with every row computed. What sharing rows saves is another thing in every graph, and more in
/// pieces of a graph than in all of it. Of sequences of nodes (exact-ir) those of one: a row takes as much at any
/// depth.
ModelHeader measured_model(ModelHeader header) {
  ModelOptions& model = header.config.model;
  for (const OwnOption& option : model_named(model.architecture).options) {
    if (option.key == "share_rows") model.own["share_rows"] = "false";
    if (option.key == "prune") {
      model.own["prune"] = "none";
      model.ir.layers = std::min<std::int64_t>(model.ir.layers, 1);
    }
  }
  return header;
}

/// GraphWeights::shares where a model knows them: of the graphs that matter, as it takes a moment to find them.
std::vector<double> computed_shares(const Dataset& dataset, const ModelHeader& header) {
  const ModelOptions& model = header.config.model;
  const auto share_of = model_named(model.architecture).computed_share;
  if (!share_of) return {};
  const GraphWeights weights{cost_of(model, header.shape())};
  double heaviest = 0;
  for (const Example& example : dataset.examples) heaviest = std::max(heaviest, weights.of(example.graph));
  std::vector<double> shares(dataset.examples.size(), 1.0);
  const EncodedFeatures features = encode_features(dataset, header.features, header.edge_features);
  for (std::size_t g = 0; g < shares.size(); ++g) {
    const Graph& graph = dataset.examples[g].graph;
    if (weights.of(graph) < 0.05 * heaviest) continue;
    const auto nodes = feature_colours({features.nodes[g]}, header.features.num_reals);
    const auto edges = features.edges.empty() ? std::vector<std::vector<std::int64_t>>(1)
                                              : feature_colours({features.edges[g]}, header.edge_features.num_reals);
    shares[g] = share_of(model, graph, {.nodes = nodes.front(), .edges = edges.front()});
  }
  return shares;
}

/// Features of all nodes and edges, as EncodedDataset keeps them.
double encoded_bytes(const Dataset& dataset, const ModelHeader& header) {
  double nodes = 0;
  double edges = 0;
  for (const Example& example : dataset.examples) {
    nodes += example.graph.num_nodes();
    edges += static_cast<double>(example.graph.num_edges());
  }
  const auto per_row = [](const FeatureEncoding& features) {
    return (features.num_categories > 0 ? sizeof(std::int64_t) : 0) +
           sizeof(float) * static_cast<double>(features.num_reals);
  };
  return nodes * per_row(header.features) + edges * per_row(header.edge_features) +
         2 * static_cast<double>(sizeof(FeatureRows)) * static_cast<double>(dataset.size());
}

}  // namespace

MemoryEstimate require_memory_for_training(const Dataset& dataset, const RunConfig& config,
                                           const std::vector<Job>& jobs, std::size_t threads, double limit,
                                           const Execution& execution) {
  kernels::reserve_products(threads);
  const ModelHeader header = header_for(dataset, jobs.front().split, config);
  const ModelCost cost = cost_of(config.model, header.shape());
  const std::size_t side_by_side = std::min(threads, jobs.size());
  const std::size_t threads_of_a_job = threads / side_by_side;
  std::vector<Pieces> training;
  std::vector<Pieces> prediction;
  std::size_t shards_of_a_batch = 1;
  std::deque<std::vector<std::int64_t>> orders;  // of the first epochs; the pieces point into them
  for (const Job& job : jobs) {
    const BatchSchedule schedule(job.split.train, config.train.batch_size, job.seed);
    for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
      orders.push_back(schedule.order_of(epoch));
      for (const Graphs batch : pieces_of(orders.back(), config.train.batch_size)) {
        Pieces shards;
        for (const ShardRange& range : shards_of(dataset, config, cost, batch)) {
          shards.push_back(batch.subspan(range.begin, range.end - range.begin));
        }
        shards_of_a_batch = std::max(shards_of_a_batch, shards.size());
        training.push_back(std::move(shards));
      }
    }
    const auto predicts = [&](Graphs graphs) { prediction.push_back(pieces_of(graphs, config.train.batch_size)); };
    predicts(job.split.validation);
    predicts(job.split.test);
    for (const Split::Extra& extra : job.split.extra_tests) predicts(extra.graphs);
  }

  MemoryEstimate estimate{.present = resident_bytes()};
  if (config.model.architecture != "gnn-ir") {
    estimate.advice = "Try a smaller train.batch_size, fewer run.threads, a smaller model.hidden or model.ir_layers";
  }
  // Weights now and best, gradient, two averages of it, a gradient per shard; a checkpoint of four of them as tensors,
  // then as the bytes of a file. With averaged weights one more of each.
  const double averages = config.train.average > 0 ? 1 : 0;
  const double copies = 5 + averages + static_cast<double>(shards_of_a_batch) + 2 * (4 + averages);
  const auto jobs_at_work = static_cast<double>(side_by_side);
  estimate.held = jobs_at_work * (encoded_bytes(dataset, header) + copies * parameter_bytes(header));
  require_memory(estimate, limit);  // before a model is made, only to be measured
  TrainedModel trained = TrainedModel::create(measured_model(header), execution);
  const auto passing = [&](const std::vector<double>& shares) {
    trained.model->train();
    const RealLoad real{cost, shares};
    const double while_training = bytes_of(training, trained, dataset, threads_of_a_job, /*backward=*/true, real);
    trained.model->eval();
    const double predicting = bytes_of(prediction, trained, dataset, threads_of_a_job, /*backward=*/false, real);
    return threads_and_libraries + jobs_at_work * std::max(while_training, predicting);
  };
  estimate.passing = passing({});
  if (!fits_memory(estimate, limit)) estimate.passing = passing(computed_shares(dataset, header));
  require_memory(estimate, limit);
  return estimate;
}

MemoryEstimate estimate_prediction(TrainedModel& trained, const EncodedDataset& data, Graphs graphs,
                                   std::size_t threads, double limit) {
  kernels::reserve_products(threads);
  const std::vector<Pieces> batches = {pieces_of(graphs, trained.config.train.batch_size)};
  TrainedModel measured = TrainedModel::create(measured_model(trained), trained.execution);
  measured.model->eval();
  const auto passing = [&](const std::vector<double>& shares) {
    const RealLoad real{cost_of(trained.config.model, trained.shape()), shares};
    return threads_and_libraries + bytes_of(batches, measured, *data.dataset, threads, /*backward=*/false, real);
  };
  MemoryEstimate estimate{
      .present = resident_bytes(), .passing = passing({}), .advice = "Try fewer run.threads, or smaller graphs"};
  if (!fits_memory(estimate, limit)) estimate.passing = passing(computed_shares(*data.dataset, trained));
  return estimate;
}

}  // namespace gnnir
