#include "gnnir/audit/audit.h"

#include <torch/utils.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/data/feature_colours.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/models/collate.h"
#include "gnnir/nn/single_thread.h"

namespace gnnir {
namespace {

ModelOutput run(TrainedModel& trained, const Dataset& graphs, std::span<const std::int64_t> which, std::int64_t id) {
  const torch::NoGradGuard no_grad;
  const EncodedFeatures features = encode_features(graphs, trained.features, trained.edge_features);
  ModelInput input = collate(graphs, trained.shape(), features, which);
  input.random.seed = trained.config.train.seed;
  input.random.graph_ids.assign(which.size(), id);  // what is drawn by lot is drawn alike in all copies
  return trained.model(input);
}

/// Row r of a batch of one graph's branches as a node of the graph.
std::vector<NodeId> nodes_of_rows(std::span<const std::int64_t> rows, std::int64_t num_nodes) {
  std::vector<NodeId> nodes;
  for (const std::int64_t row : rows) nodes.push_back(static_cast<NodeId>(row % num_nodes));
  return nodes;
}

/// What was chosen in the one graph of a batch, layer by layer; with merge = tree, branch by branch.
std::vector<std::vector<Selection>> selections_of(const ModelOutput& output, std::int64_t num_nodes) {
  std::vector<std::vector<Selection>> layers;
  for (const TargetCell& target : output.nodes.targets) {
    layers.emplace_back();
    for (std::size_t branch = 0; branch + 1 < target.ptr.size(); ++branch) {
      const auto part = [&](const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& ptr) {
        return nodes_of_rows(std::span(rows).subspan(static_cast<std::size_t>(ptr[branch]),
                                                     static_cast<std::size_t>(ptr[branch + 1] - ptr[branch])),
                             num_nodes);
      };
      layers.back().push_back({.chosen = part(target.rows, target.ptr),
                               .cut_cell = part(target.cut_rows, target.cut_ptr),
                               .close_call = target.close_call[branch]});
    }
  }
  return layers;
}

std::vector<NodeId> all_chosen(const std::vector<Selection>& selections) {
  std::vector<NodeId> nodes;
  for (const Selection& selection : selections) {
    nodes.insert(nodes.end(), selection.chosen.begin(), selection.chosen.end());
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// The largest difference of the other rows from the first, relative to the largest number in it if that is above 1.
double spread_of(const at::Tensor& outputs, Task task) {
  if (outputs.size(0) < 2) return 0;
  at::Tensor rows = outputs.to(at::kDouble);
  if (task == Task::classification) rows = rows.softmax(1);
  const double scale = std::max(1.0, rows[0].abs().max().item<double>());
  return (rows - rows[0]).abs().max().item<double>() / scale;
}

GraphAudit audit_graph(TrainedModel& trained, const EncodedDataset& data, std::int64_t graph,
                       const AuditOptions& options) {
  const Dataset copies = relabelled_copies(*data.dataset, graph, options.relabellings, options.seed);
  const Graph& structure = copies.examples.front().graph;
  GraphAudit result{.graph = graph};

  const std::vector<std::int64_t> original = {0};
  const ModelOutput output = run(trained, copies, original, graph);
  const auto index = static_cast<std::size_t>(graph);
  const auto nodes = feature_colours({data.features.nodes[index]}, trained.features.num_reals);
  const auto edges = data.features.edges.empty()
                         ? std::vector<std::vector<std::int64_t>>(1)
                         : feature_colours({data.features.edges[index]}, trained.edge_features.num_reals);
  const auto selections = selections_of(output, std::max<std::int64_t>(1, structure.num_nodes()));
  result.certificate = certify(structure, {.nodes = nodes.front(), .edges = edges.front()}, selections,
                               trained.config.model.ir.merge == MergeKind::tree);
  for (const auto& layer : selections) result.chosen.push_back(all_chosen(layer));
  const auto refuse = [&](const char* because) {
    if (result.certificate.certified) result.certificate.because = because;
    result.certificate.certified = false;
  };
  if (trained.config.model.architecture != Architecture::gnn_ir && trained.config.model.ir.layers > 0) {
    refuse("pooling");
  }
  if (!output.prediction.isfinite().all().item<bool>()) refuse("the output is not a finite number");
  const IrOptions& ir = trained.config.model.ir;
  constexpr double rounding = 1e-6;  // of single precision, with some steps between
  if (ir.layers > 0 && ir.width != all_nodes && ir.tie_tolerance < rounding) refuse("no tolerance for rounding");

  std::vector<at::Tensor> outputs = {output.prediction};
  // Of a large graph one copy at a time: the memory estimate counts it once.
  const double fitting = rows_at_once / std::max(1.0, most_rows(structure.num_nodes(), ir));
  const auto most = std::max(1.0, static_cast<double>(trained.config.train.batch_size) / 4);
  const auto at_once = static_cast<std::int64_t>(std::clamp(fitting, 1.0, most));
  for (std::int64_t begin = 1; begin <= options.relabellings; begin += at_once) {
    std::vector<std::int64_t> some(static_cast<std::size_t>(std::min(at_once, options.relabellings + 1 - begin)));
    std::iota(some.begin(), some.end(), begin);
    outputs.push_back(run(trained, copies, some, graph).prediction);
  }
  result.spread = spread_of(at::cat(outputs, 0), trained.targets.task);
  const bool differs = !(result.spread <= options.tolerance);  // no number is no small difference
  if (differs) refuse("rounding is amplified");
  result.verdict = differs ? Verdict::depends : result.certificate.certified ? Verdict::certified : Verdict::stable;
  return result;
}

}  // namespace

std::vector<GraphAudit> audit(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                              const AuditOptions& options, ThreadPool& pool,
                              const std::function<void(std::size_t)>& progress) {
  trained.model->eval();
  std::vector<GraphAudit> results(graphs.size());
  std::atomic<std::size_t> done = 0;
  pool.run(graphs.size(), [&](std::size_t i) {
    use_single_threaded_operations();
    results[i] = audit_graph(trained, data, graphs[i], options);
    const std::size_t now = ++done;
    if (progress) progress(now);
  });
  return results;
}

}  // namespace gnnir
