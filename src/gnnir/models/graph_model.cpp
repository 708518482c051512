#include "gnnir/models/graph_model.h"

namespace gnnir {

GraphModelImpl::GraphModelImpl(const ModelOptions& options, const ModelShape& shape)
    : encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, options.gnn.hidden))),
      gnn_ir_(register_module("gnn_ir", GnnIr(options.gnn, options.ir))) {
  std::int64_t head_inputs = 0;
  for (std::int64_t depth = 0; depth <= options.ir.layers; ++depth) {
    readouts_.push_back(register_module(fmt::format("readout_{}", depth),
                                        Readout(options.gnn.hidden, options.readout, options.gnn.engine)));
    head_inputs += readouts_.back()->output_size();
  }
  if (gnn_ir_->has_selector_readout()) head_inputs += options.ir.layers * options.gnn.hidden;
  head_ = register_module("head", Mlp(head_inputs, options.gnn.hidden, shape.outputs, options.gnn.engine));
}

ModelOutput GraphModelImpl::forward(const ModelInput& input) {
  ModelOutput output;
  output.nodes = gnn_ir_(encoder_(input.nodes), input.graphs, input.random);
  std::vector<at::Tensor> parts;
  for (std::size_t depth = 0; depth < readouts_.size(); ++depth) {
    parts.push_back(readouts_[depth](output.nodes.embeddings[depth], input.graphs));
  }
  if (gnn_ir_->has_selector_readout()) {
    for (const TargetCell& target : output.nodes.targets) parts.push_back(target.readout);
  }
  output.graph_embedding = at::cat(parts, 1);
  output.prediction = head_(output.graph_embedding);
  return output;
}

at::Tensor node_embedding(const ModelOutput& output) { return at::cat(output.nodes.embeddings, 1); }

std::int64_t count_parameters(const torch::nn::Module& model) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : model.parameters()) count += parameter.numel();
  return count;
}

}  // namespace gnnir
