#include "gnnir/models/graph_model.h"

namespace gnnir {

GraphModelImpl::GraphModelImpl(const ModelOptions& options, const ModelShape& shape)
    : encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, options.gnn.hidden))) {
  const GraphFacts facts{shape.has_edges(), shape.mean_log_degree};
  if (options.architecture == Architecture::top_k_pooling) {
    if (options.edge_variables) throw usage_error("[model] edge variables: not with top-k pooling");
    pooling_ = register_module("pooling", TopKPooling(options.gnn, facts, options.ir.layers, options.pool_ratio));
  } else {
    gnn_ir_ = register_module("gnn_ir", GnnIr(options.gnn, options.ir, facts, options.edge_variables));
  }
  if (shape.has_edges()) {
    edge_encoder_ =
        register_module("edge_encoder", Encoder(shape.num_edge_categories, shape.num_edge_reals, options.gnn.hidden));
  } else if (options.edge_variables) {
    throw internal_error("[model] edge variables need edge features to begin with");
  }
  std::int64_t head_inputs = 0;
  const auto add_readout = [&](std::vector<Readout>& readouts, const char* name, std::int64_t depth) {
    readouts.push_back(register_module(fmt::format("{}_{}", name, depth),
                                       Readout(options.gnn.hidden, options.readout, options.gnn.engine)));
    head_inputs += readouts.back()->output_size();
  };
  for (std::int64_t depth = 0; depth <= options.ir.layers; ++depth) {
    add_readout(readouts_, "readout", depth);
    if (options.edge_variables) add_readout(edge_readouts_, "edge_readout", depth);
  }
  if (!gnn_ir_.is_empty() && gnn_ir_->has_selector_readout()) head_inputs += options.ir.layers * options.gnn.hidden;
  head_ = register_module("head", Mlp(head_inputs, options.gnn.hidden, shape.outputs, options.gnn.engine));
}

ModelOutput GraphModelImpl::forward(const ModelInput& input) {
  ModelOutput output;
  const at::Tensor edges = edge_encoder_.is_empty() ? at::Tensor() : edge_encoder_(input.edges);
  std::vector<BatchTensors> pooled;  // what is left of the graphs at every depth, with pooling
  if (pooling_.is_empty()) {
    output.nodes = gnn_ir_(encoder_(input.nodes), input.graphs, input.random, edges);
  } else {
    PooledOutput depths = pooling_(encoder_(input.nodes), input.graphs, edges);
    output.nodes.embeddings = std::move(depths.embeddings);
    pooled = std::move(depths.graphs);
  }
  const BatchTensors edge_rows = edge_readouts_.empty() ? BatchTensors() : input.graphs.edges_as_rows();
  std::vector<at::Tensor> parts;
  for (std::size_t depth = 0; depth < readouts_.size(); ++depth) {
    parts.push_back(readouts_[depth](output.nodes.embeddings[depth], pooled.empty() ? input.graphs : pooled[depth]));
    if (!edge_readouts_.empty()) parts.push_back(edge_readouts_[depth](output.nodes.edges[depth], edge_rows));
  }
  if (!gnn_ir_.is_empty() && gnn_ir_->has_selector_readout()) {
    for (const TargetCell& target : output.nodes.targets) parts.push_back(target.readout);
  }
  output.graph_embedding = at::cat(parts, 1);
  output.prediction = head_(output.graph_embedding);
  return output;
}

at::Tensor node_embedding(const ModelOutput& output) {
  for (const at::Tensor& depth : output.nodes.embeddings) {
    if (depth.size(0) == output.nodes.embeddings.front().size(0)) continue;
    throw usage_error("[model] top-k pooling has no embeddings of all nodes");
  }
  return at::cat(output.nodes.embeddings, 1);
}

std::int64_t count_parameters(const torch::nn::Module& model) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : model.parameters()) count += parameter.numel();
  return count;
}

}  // namespace gnnir
