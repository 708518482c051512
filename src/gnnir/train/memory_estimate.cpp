#include "gnnir/train/memory_estimate.h"

#include <torch/utils.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <thread>

#include "gnnir/base/memory.h"
#include "gnnir/base/rng.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/kernels/scratch.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/size.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/nn/tensor_memory.h"

namespace gnnir {
namespace {

using Graphs = std::span<const std::int64_t>;

/// What libraries and threads take when they begin to work; measured.
constexpr double threads_and_libraries = 16 << 20;

/// Tensors sit in blocks that were made for larger ones, the more so the more tensors there are; measured.
double slack_of(const GnnOptions& gnn) {
  const bool fused =
      gnn.engine == Engine::fused && (gnn.norm.kind == NormKind::none || gnn.norm.kind == NormKind::graph);
  return fused ? 1.25 : 1.3;
}

/// What memory grows with: nodes of the graph, and of its branches in every layer.
double weight_of(const Graph& graph, const IrOptions& ir) {
  const auto n = static_cast<double>(graph.num_nodes());
  const std::int64_t most = ir.ties == TiePolicy::cell ? std::max(ir.width, ir.max_branches) : ir.width;
  const auto branches = static_cast<double>(std::min<std::int64_t>(most, graph.num_nodes()));
  if (ir.merge != MergeKind::tree) return n * (1 + static_cast<double>(ir.layers) * branches);
  double copies = 1;
  double now = 1;
  for (std::int64_t layer = 1; layer <= ir.layers; ++layer) {
    now = std::min(now * branches, static_cast<double>(ir.max_branches));
    copies += now;
  }
  return n * copies;
}

double weight_of(const Dataset& dataset, Graphs graphs, const IrOptions& ir) {
  double sum = 0;
  for (const std::int64_t g : graphs) sum += weight_of(dataset.examples[static_cast<std::size_t>(g)].graph, ir);
  return sum;
}

/// A graph with the same features, cut to the nodes nearest to its first one: a graph may be too large to try.
Example cut_to(const Example& example, const Dataset& dataset, NodeId most) {
  const Graph& graph = example.graph;
  std::vector<NodeId> new_name(static_cast<std::size_t>(graph.num_nodes()), -1);
  std::vector<NodeId> kept;
  const auto keep = [&](NodeId v) {
    if (new_name[static_cast<std::size_t>(v)] >= 0 || static_cast<NodeId>(kept.size()) >= most) return;
    new_name[static_cast<std::size_t>(v)] = static_cast<NodeId>(kept.size());
    kept.push_back(v);
  };
  for (NodeId start = 0, next = 0; start < graph.num_nodes(); ++start) {
    keep(start);
    for (; next < static_cast<NodeId>(kept.size()); ++next) {
      for (const NodeId u : graph.neighbours(kept[static_cast<std::size_t>(next)])) keep(u);
    }
  }
  Example nodes;
  EdgeList list;
  // Row `row` of a table goes to the end of another.
  const auto take = [](const auto& table, std::size_t row, std::int64_t columns, auto& to) {
    if (table.empty()) return;
    const auto begin = table.begin() + static_cast<std::int64_t>(row) * columns;
    to.insert(to.end(), begin, begin + columns);
  };
  for (const NodeId v : kept) {
    auto edge = static_cast<std::size_t>(graph.edge_offsets()[static_cast<std::size_t>(v)]);
    for (const NodeId u : graph.neighbours(v)) {
      const std::size_t row = edge++;
      if (new_name[static_cast<std::size_t>(u)] < 0) continue;
      list.edges.push_back({new_name[static_cast<std::size_t>(u)], new_name[static_cast<std::size_t>(v)]});
      take(example.edge_labels, row, 1, list.labels);
      take(example.edge_attributes, row, dataset.num_edge_attributes, list.attributes);
    }
    const auto row = static_cast<std::size_t>(v);
    take(example.node_labels, row, 1, nodes.node_labels);
    take(example.node_attributes, row, dataset.num_attributes, nodes.node_attributes);
  }
  Dataset::Repairs none;
  Example cut = build_example(static_cast<NodeId>(kept.size()), list, {.undirected = false}, none);
  cut.node_labels = std::move(nodes.node_labels);
  cut.node_attributes = std::move(nodes.node_attributes);
  return cut;
}

/// Some of the graphs, each cut if need be, as a data set of their own: enough to measure, and little to compute.
Dataset sample_of(const Dataset& dataset, Graphs graphs, const IrOptions& ir) {
  constexpr double enough = 40'000;
  Dataset sample;
  sample.num_attributes = dataset.num_attributes;
  sample.num_edge_attributes = dataset.num_edge_attributes;
  double weight = 0;
  for (const std::int64_t g : graphs) {
    const Example& example = dataset.examples[static_cast<std::size_t>(g)];
    const double own = weight_of(example.graph, ir);
    const double share = std::min(1.0, enough / std::max(1.0, own));
    const auto nodes = static_cast<NodeId>(share * example.graph.num_nodes());
    sample.examples.push_back(share < 1 ? cut_to(example, dataset, std::max(nodes, 1)) : example);
    weight += own * share;
    if (weight >= enough) break;
  }
  return sample;
}

/// Runs f in a thread of its own, so that its scratch memory is counted from nothing, and returns the most bytes that
/// it had at one time beyond what there was.
template <typename F>
double bytes_taken(F f) {
  std::exception_ptr failure;
  double taken = 0;
  std::thread([&] {
    try {
      use_single_threaded_operations();
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
  std::vector<std::int64_t> all(sample.examples.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
  return trained.model(collate(sample, trained.shape(), features, all));
}

double parameter_bytes(const ModelHeader& header) {
  return sizeof(float) * parameter_count(header.config.model, header.shape());
}

/// Pieces of work that run at one time, as their total weight; and the heaviest piece, to be measured.
struct Load {
  Graphs heaviest;
  double most = -1;  // weight of the heaviest
  double together = 0;

  /// Takes note of pieces of which `threads` run at one time.
  void add(const Dataset& dataset, const std::vector<Graphs>& pieces, std::size_t threads, const IrOptions& ir) {
    std::vector<double> weights;
    for (const Graphs piece : pieces) {
      weights.push_back(weight_of(dataset, piece, ir));
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

/// Bytes that forward passes over the load take; with `backward`, and those back.
double bytes_of(const Load& load, TrainedModel& trained, const Dataset& dataset, bool backward) {
  if (load.heaviest.empty()) return 0;
  const IrOptions& ir = trained.config.model.ir;
  const Dataset sample = sample_of(dataset, load.heaviest, ir);
  double sampled = 0;
  for (const Example& example : sample.examples) sampled += weight_of(example.graph, ir);
  const double taken = bytes_taken([&] {
    const at::AutoGradMode gradients(backward);
    const at::Tensor loss = forward(trained, sample).prediction.sum();
    if (backward) gradients_of(loss, trained.model->parameters(), trained.config.model.gnn.engine);
  });
  const double fixed = backward ? parameter_bytes(trained) : 0;
  const double per_weight = std::max(0.0, taken - fixed) / std::max(1.0, sampled);
  return per_weight * load.together * slack_of(trained.config.model.gnn);
}

std::vector<Graphs> batches_of(Graphs graphs, std::int64_t size) {
  std::vector<Graphs> batches;
  const auto step = static_cast<std::size_t>(size);
  for (std::size_t begin = 0; begin < graphs.size(); begin += step) {
    batches.push_back(graphs.subspan(begin, std::min(step, graphs.size() - begin)));
  }
  return batches;
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

std::string megabytes(double bytes) { return fmt::format("{:.0f} MB", bytes / (1 << 20)); }

}  // namespace

MemoryEstimate require_memory_for_training(const Dataset& dataset, const RunConfig& config,
                                           const std::vector<Job>& jobs, std::size_t threads, double limit) {
  const std::size_t side_by_side = std::min(threads, jobs.size());
  const std::size_t threads_of_a_job = threads / side_by_side;
  const IrOptions& ir = config.model.ir;
  Load training;
  Load prediction;
  std::size_t shards_of_a_batch = 1;
  std::deque<std::vector<std::int64_t>> orders;  // of the first epochs; the loads point into them
  for (const Job& job : jobs) {
    for (std::uint64_t epoch = 1; epoch <= 3; ++epoch) {
      orders.push_back(job.split.train);
      Rng(job.seed, Purpose::shuffle, epoch).shuffle(std::span(orders.back()));
      for (const Graphs batch : batches_of(orders.back(), config.train.batch_size)) {
        std::vector<Graphs> shards;
        for (const ShardRange& range : shards_of(dataset, config, batch)) {
          shards.push_back(batch.subspan(range.begin, range.end - range.begin));
        }
        shards_of_a_batch = std::max(shards_of_a_batch, shards.size());
        training.add(dataset, shards, threads_of_a_job, ir);
      }
    }
    const auto predicts = [&](Graphs graphs) {
      prediction.add(dataset, batches_of(graphs, config.train.batch_size), threads_of_a_job, ir);
    };
    predicts(job.split.validation);
    predicts(job.split.test);
    for (const Split::Extra& extra : job.split.extra_tests) predicts(extra.graphs);
  }

  MemoryEstimate estimate{.present = resident_bytes()};
  const ModelHeader header = header_for(dataset, jobs.front().split, config);
  // Weights now and best, gradient, two averages, a gradient per shard; a checkpoint of four of them as tensors, then
  // as the bytes of a file.
  const double copies = 5 + static_cast<double>(shards_of_a_batch) + 8;
  const auto jobs_at_work = static_cast<double>(side_by_side);
  estimate.held = jobs_at_work * (encoded_bytes(dataset, header) + copies * parameter_bytes(header));
  require_memory(estimate, limit);  // before a model is made, only to be measured
  TrainedModel trained = TrainedModel::create(header);
  trained.model->train();
  const double while_training = bytes_of(training, trained, dataset, /*backward=*/true);
  trained.model->eval();
  const double while_predicting = bytes_of(prediction, trained, dataset, /*backward=*/false);
  estimate.passing = threads_and_libraries + jobs_at_work * std::max(while_training, while_predicting);
  require_memory(estimate, limit);
  return estimate;
}

MemoryEstimate estimate_prediction(TrainedModel& trained, const EncodedDataset& data, Graphs graphs,
                                   std::size_t threads) {
  Load load;
  load.add(*data.dataset, batches_of(graphs, trained.config.train.batch_size), threads, trained.config.model.ir);
  return {.present = resident_bytes(),
          .passing = threads_and_libraries + bytes_of(load, trained, *data.dataset, /*backward=*/false)};
}

void require_memory(const MemoryEstimate& estimate, double limit) {
  const double allowed = limit > 0 ? limit : attainable_bytes();
  if (estimate.total() <= allowed) return;
  throw usage_error(
      "[memory] this needs about {} ({} for the program and the data set, {} for weights and encoded data, {} for the "
      "graphs at work at one time); {}. Try a smaller --batch-size, fewer --threads, a smaller --hidden or -k",
      megabytes(estimate.total()), megabytes(estimate.present), megabytes(estimate.held), megabytes(estimate.passing),
      limit > 0 ? fmt::format("--max-memory allows {}", megabytes(allowed))
                : fmt::format("{} can be had here; --max-memory sets another limit", megabytes(allowed)));
}

}  // namespace gnnir
