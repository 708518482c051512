#include <torch/nn/modules/linear.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/error.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/gnn.h"
#include "gnnir/nn/readout/readout.h"

namespace gnnir {
namespace {

/// The rows that are kept, ascending: of each graph the ⌈ratio·n⌉ with the largest scores. scores: [num_nodes, 1]
std::vector<std::int32_t> best_rows(const Batch& graphs, const at::Tensor& scores, double ratio) {
  // What is no number comes last: beside it nothing would be in order.
  const at::Tensor host =
      scores.detach().to(at::kCPU, at::kDouble).contiguous().nan_to_num(-INFINITY, INFINITY, -INFINITY);
  const double* score = host.data_ptr<double>();
  std::vector<std::int32_t> kept;
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(graphs.nodes_of(g)));
    std::iota(rows.begin(), rows.end(), graphs.first_row(g));
    std::stable_sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) { return score[a] > score[b]; });
    rows.resize(static_cast<std::size_t>(std::ceil(ratio * static_cast<double>(rows.size()))));
    std::sort(rows.begin(), rows.end());
    kept.insert(kept.end(), rows.begin(), rows.end());
  }
  return kept;
}

/// Top-k pooling (Gao and Ji 2019): a GNN, then `layers` times: keep the ⌈ratio·n⌉ nodes of each graph with the largest
/// score_v = h_v·p/‖p‖ (of equals the first), h_v ← h_v · tanh(score_v), and run the GNN again on what is left. The
/// GNN's weights are shared, as in GNN-IR; p is learned, one for each depth. Every depth is read out.
class TopKPooling : public Model {
 public:
  TopKPooling(const ModelOptions& options, double ratio, const ModelShape& shape, const Execution& execution)
      : ratio_(ratio),
        encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, options.gnn.hidden))) {
    if (options.edge_variables) throw setting_error("model.edge_variables", "not with top-k pooling");
    const std::int64_t d = options.gnn.hidden;
    auto pooling = register_module("pooling", std::make_shared<torch::nn::Module>());
    const GraphFacts facts{shape.has_edges(), shape.mean_log_degree};
    gnn_ = pooling->register_module("gnn", Gnn(options.gnn, facts, execution));
    for (std::int64_t depth = 1; depth <= options.ir.layers; ++depth) {
      score_.push_back(pooling->register_module(fmt::format("score_{}", depth),
                                                torch::nn::Linear(torch::nn::LinearOptions(d, 1).bias(false))));
    }
    if (shape.has_edges()) {
      edge_encoder_ = register_module("edge_encoder", Encoder(shape.num_edge_categories, shape.num_edge_reals, d));
    }
    std::int64_t head_inputs = 0;
    for (std::int64_t depth = 0; depth <= options.ir.layers; ++depth) {
      readouts_.push_back(register_module(fmt::format("readout_{}", depth), Readout(d, options.readout, execution)));
      head_inputs += readouts_.back()->output_size();
    }
    head_ = register_module("head", Mlp(head_inputs, d, shape.outputs, execution));
  }

  ModelOutput forward(const ModelInput& input) override {
    at::Tensor e = edge_encoder_.is_empty() ? at::Tensor() : edge_encoder_(input.edges);
    std::vector<BatchTensors> graphs = {input.graphs};
    std::vector<at::Tensor> depths = {gnn_(encoder_(input.nodes), input.graphs, e)};
    for (torch::nn::Linear& projection : score_) {
      const at::Tensor& h = depths.back();
      const at::Tensor scores = projection(h) / projection->weight.norm().clamp_min(1e-12);
      const std::vector<std::int32_t> rows = best_rows(graphs.back().host(), scores, ratio_);
      InducedBatch left = induced(graphs.back().host(), rows);
      const at::Tensor kept = index_tensor(rows, h.device());
      const at::Tensor gated = h.index_select(0, kept) * at::tanh(scores.index_select(0, kept));
      if (e.defined()) e = e.index_select(0, index_tensor(left.edges, h.device()));
      graphs.emplace_back(std::move(left.batch), input.graphs.device());
      depths.push_back(gnn_(gated, graphs.back(), e));
    }
    ModelOutput output;
    std::vector<at::Tensor> parts;
    for (std::size_t depth = 0; depth < depths.size(); ++depth) {
      parts.push_back(readouts_[depth](depths[depth], graphs[depth]));
      if (!input.wanted.intermediate) continue;
      output.intermediate.emplace_back(fmt::format("the node embeddings behind {} poolings", depth), depths[depth]);
    }
    output.graph_embedding = at::cat(parts, 1);
    output.prediction = head_(output.graph_embedding);
    if (score_.empty() && input.wanted.node_embeddings) output.node_embeddings = depths.front();
    if (!score_.empty()) output.trace.order_matters_because = "pooling";
    return output;
  }

  [[nodiscard]] std::vector<EnginePart> engine_parts() const override {
    return {gnn_->engine_part(), readouts_.front()->engine_part()};
  }

 private:
  double ratio_;
  Encoder encoder_;
  Gnn gnn_{nullptr};
  std::vector<torch::nn::Linear> score_;  // [1, d] each
  Encoder edge_encoder_{nullptr};
  std::vector<Readout> readouts_;
  Mlp head_{nullptr};
};

}  // namespace

ModelDescriptor top_k_pooling_model() {
  return {
      model_entry("top-k-pooling"),
      [](const ModelOptions& options, const ModelShape& shape, const Execution& execution) -> std::shared_ptr<Model> {
        return std::make_shared<TopKPooling>(options, top_k_pool_ratio().as_number(options.own), shape, execution);
      }};
}

}  // namespace gnnir
