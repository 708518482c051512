#include "gnnir/audit/measure.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/data/encode/degrees.h"
#include "gnnir/kernels/branch_limit.h"

namespace gnnir {
namespace {

constexpr std::size_t output_columns = 16;

/// The graphs of a data set with the features that exact methods see as colours, and the networks that look at them.
class Laboratory {
 public:
  Laboratory(const Dataset& dataset, const RandomNetworks& networks, const NetworkFactory& make)
      : dataset_(dataset), settings_(networks), make_(make) {
    std::vector<std::int64_t> all(dataset.examples.size());
    std::iota(all.begin(), all.end(), 0);
    nodes_ = FeatureEncoding::fit(dataset, all, features_in_file(dataset, FeatureOf::nodes));
    if (edge_use(networks.model) != EdgeUse::none) {
      edges_ = FeatureEncoding::fit_edges(dataset, all, features_in_file(dataset, FeatureOf::edges));
    }
    shape_ = {.num_categories = nodes_.num_categories,
              .num_reals = nodes_.num_reals,
              .outputs = static_cast<std::int64_t>(output_columns),
              .num_edge_categories = edges_.num_categories,
              .num_edge_reals = edges_.num_reals,
              .mean_log_degree = mean_log_degree(degree_histogram(dataset, all))};
  }

  void draw(const ModelOptions& options, std::int64_t networks) {
    networks_.clear();
    for (std::int64_t network = 0; network < networks; ++network) {
      networks_.push_back(make_(options, shape_, settings_.seed + static_cast<std::uint64_t>(network)));
    }
  }

  /// Rows that the networks drawn last work on at one time.
  [[nodiscard]] double rows_of(const Graph& graph) const { return networks_.front()->largest_level(graph); }
  [[nodiscard]] double rows_of(const Dataset& dataset) const {
    double rows = 0;
    for (const Example& example : dataset.examples) rows += rows_of(example.graph);
    return rows;
  }

  /// Of one of the networks drawn last, for all graphs.
  [[nodiscard]] double flops_of(const Dataset& dataset) const {
    double flops = 0;
    for (const Example& example : dataset.examples) flops += networks_.front()->flops(example.graph);
    return flops;
  }

  /// Graphs from `begin` to `end`, with their copies as one batch.
  [[nodiscard]] std::vector<MeasuredGraph> measure(std::int64_t begin, std::int64_t end) const {
    Dataset batch = without_graphs(dataset_);
    std::vector<std::int64_t> ids;
    for (std::int64_t graph = begin; graph < end; ++graph) {
      Dataset copies = relabelled_copies(dataset_, graph, settings_.relabellings, settings_.seed);
      std::move(copies.examples.begin(), copies.examples.end(), std::back_inserter(batch.examples));
      ids.insert(ids.end(), copies.examples.size(), graph);  // what is drawn by lot is drawn alike in all copies
    }
    const EncodedFeatures features = encode_features(batch, nodes_, edges_);
    std::vector<MeasuredGraph> measured(static_cast<std::size_t>(end - begin));
    for (const auto& network : networks_) {
      std::vector<bool> chose(batch.examples.size(), false);
      const std::vector<double> outputs = run(*network, batch, features, ids, chose);
      for (std::size_t g = 0; g < measured.size(); ++g) note(outputs, chose, g, measured[g]);
    }
    return measured;
  }

 private:
  /// What one network makes of the g-th graph and its copies. outputs: [graphs, copies, output_columns]
  void note(const std::vector<double>& outputs, const std::vector<bool>& chose, std::size_t g,
            MeasuredGraph& measured) const {
    const auto copies = static_cast<std::size_t>(settings_.relabellings + 1);
    const double* own = outputs.data() + g * copies * output_columns;
    double spread = 0;
    bool usable = true;
    for (std::size_t copy = 0; copy < copies; ++copy) {
      if (chose[g * copies + copy]) usable = false;
      for (std::size_t c = 0; c < output_columns; ++c) {
        const double difference = std::abs(own[copy * output_columns + c] - own[c]);
        if (!(difference <= spread)) spread = std::isnan(spread) ? spread : difference;
      }
    }
    const bool finite = std::isfinite(spread);
    for (std::size_t c = 0; c < output_columns; ++c) measured.outputs.push_back(finite ? own[c] : 0);
    measured.spread.push_back(finite && usable ? spread : std::numeric_limits<double>::infinity());
  }

  /// Outputs for all graphs of a batch; one by one, if they are large. → [graphs, output_columns]
  /// `chose`: whether it had to take some of several equal nodes, in any of its layers; [graphs]
  [[nodiscard]] std::vector<double> run(const Network& network, const Dataset& batch, const EncodedFeatures& features,
                                        const std::vector<std::int64_t>& ids, std::vector<bool>& chose) const {
    const std::int64_t step = rows_of(batch) > rows_at_once ? 1 : batch.size();
    std::vector<double> outputs;
    for (std::int64_t begin = 0; begin < batch.size(); begin += step) {
      std::vector<std::int64_t> some(static_cast<std::size_t>(step));
      std::iota(some.begin(), some.end(), begin);
      const NetworkOutput output =
          network.run({.dataset = batch,
                       .features = features,
                       .graphs = some,
                       .ids = std::span(ids).subspan(static_cast<std::size_t>(begin), some.size())});
      outputs.insert(outputs.end(), output.outputs.begin(), output.outputs.end());
      for (const std::int64_t graph : output.trace.graphs_with_cut_cells(step)) {
        chose[static_cast<std::size_t>(begin + graph)] = true;
      }
    }
    return outputs;
  }

  const Dataset& dataset_;
  RandomNetworks settings_;
  const NetworkFactory& make_;
  FeatureEncoding nodes_;
  FeatureEncoding edges_;
  ModelShape shape_;
  std::vector<std::shared_ptr<const Network>> networks_;
};

NodeId most_nodes(const Dataset& dataset) {
  NodeId most = 0;
  for (const Example& example : dataset.examples) most = std::max(most, example.graph.num_nodes());
  return most;
}

/// Where each batch of graphs begins, and the end.
std::vector<std::int64_t> batches_of(const Dataset& dataset, const Laboratory& laboratory, std::int64_t copies) {
  std::vector<std::int64_t> begins = {0};
  double rows = 0;
  for (std::int64_t graph = 0; graph < dataset.size(); ++graph) {
    const double more =
        static_cast<double>(copies) * laboratory.rows_of(dataset.examples[static_cast<std::size_t>(graph)].graph);
    if (rows > 0 && rows + more > rows_at_once) {
      begins.push_back(graph);
      rows = 0;
    }
    rows += more;
  }
  begins.push_back(dataset.size());
  return begins;
}

/// Nominal seconds that everything takes. Counted, so that a seed gives the same result on every computer.
double nominal_seconds(Laboratory& laboratory, const Dataset& dataset, const ModelOptions& model, std::int64_t networks,
                       std::int64_t copies) {
  laboratory.draw(model, 1);
  return laboratory.flops_of(dataset) * static_cast<double>(networks * (1 + copies)) / network_flops_per_second;
}

}  // namespace

Measurement measure(const Dataset& dataset, const RandomNetworks& settings, const NetworkFactory& make,
                    ThreadPool& pool, const std::function<void(std::size_t)>& progress) {
  Measurement result{.graphs = std::vector<MeasuredGraph>(dataset.examples.size()),
                     .model = settings.model,
                     .networks = settings.networks,
                     .cuts = {}};
  if (dataset.examples.empty()) return result;
  Laboratory laboratory(dataset, settings, make);
  IrOptions& ir = result.model.ir;
  const NodeId largest = most_nodes(dataset);
  // As many branches as memory allows; require_branches would only repeat what is decided here.
  const auto branches_that_fit = std::max<std::int64_t>(1, settings.max_rows / std::max<NodeId>(1, largest));
  ir.max_branches = branches_that_fit;
  const auto fits = [&] {
    if (ir.layers > 0 && num_branches(largest, ir) > branches_that_fit) return false;
    return nominal_seconds(laboratory, dataset, result.model, result.networks, settings.relabellings) <=
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
  const std::vector<std::int64_t> begins = batches_of(dataset, laboratory, 1 + settings.relabellings);
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
