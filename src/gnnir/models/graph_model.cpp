#include "gnnir/models/graph_model.h"

#include "gnnir/nn/segment.h"

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
  const bool tree = !gnn_ir_.is_empty() && options.ir.merge == MergeKind::tree;
  std::int64_t head_inputs = 0;
  const auto add_readout = [&](std::vector<Readout>& readouts, std::vector<Mlp>& branches, const std::string& name,
                               std::int64_t depth) {
    readouts.push_back(register_module(fmt::format("{}_{}", name, depth),
                                       Readout(options.gnn.hidden, options.readout, options.gnn.engine)));
    const std::int64_t size = readouts.back()->output_size();
    head_inputs += size;
    if (!tree || depth == 0) return;
    branches.push_back(register_module(fmt::format("{}_branches_{}", name, depth),
                                       Mlp(size, options.gnn.hidden, size, options.gnn.engine)));
  };
  for (std::int64_t depth = 0; depth <= options.ir.layers; ++depth) {
    add_readout(readouts_, branches_, "readout", depth);
    if (options.edge_variables) add_readout(edge_readouts_, edge_branches_, "edge_readout", depth);
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
  const std::vector<TreeLevel>& tree = output.nodes.tree;
  std::vector<at::Tensor> parts;
  for (std::size_t depth = 0; depth < readouts_.size(); ++depth) {
    const TreeLevel* level = tree.empty() || depth == 0 ? nullptr : &tree[depth - 1];
    const BatchTensors& graphs = level ? level->graphs : pooled.empty() ? input.graphs : pooled[depth];
    const auto of_graphs = [&](const at::Tensor& vectors, std::vector<Mlp>& branches) {
      if (!level) return vectors;
      return segment_sum(branches[depth - 1](vectors), level->graph_of_branch, input.graphs.num_graphs());
    };
    parts.push_back(of_graphs(readouts_[depth](output.nodes.embeddings[depth], graphs), branches_));
    if (edge_readouts_.empty()) continue;
    const at::Tensor& edges_here = output.nodes.edges[depth];
    parts.push_back(
        of_graphs(edge_readouts_[depth](edges_here, level ? graphs.edges_as_rows() : edge_rows), edge_branches_));
  }
  for (const at::Tensor& readout : output.nodes.selector_readouts) parts.push_back(readout);
  output.graph_embedding = at::cat(parts, 1);
  output.prediction = head_(output.graph_embedding);
  return output;
}

at::Tensor node_embedding(const ModelOutput& output) {
  std::vector<at::Tensor> depths = output.nodes.embeddings;
  const std::int64_t num_nodes = depths.front().size(0);
  for (std::size_t layer = 1; layer <= output.nodes.tree.size(); ++layer) {
    const at::Tensor& row = output.nodes.tree[layer - 1].source_row;
    depths[layer] = segment_sum(depths[layer], row, num_nodes) / segment_count(row, num_nodes).unsqueeze(1);
  }
  for (const at::Tensor& depth : depths) {
    if (depth.size(0) != num_nodes) throw usage_error("[model] top-k pooling has no embeddings of all nodes");
  }
  return at::cat(depths, 1);
}

std::int64_t count_parameters(const torch::nn::Module& model) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : model.parameters()) count += parameter.numel();
  return count;
}

}  // namespace gnnir
