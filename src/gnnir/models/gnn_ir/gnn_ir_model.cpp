#include "gnnir/models/gnn_ir/gnn_ir_model.h"

#include "gnnir/base/error.h"
#include "gnnir/catalog/own_options.h"
#include "gnnir/models/gnn_ir/first_rows.h"
#include "gnnir/nn/segment.h"

namespace gnnir {
namespace {

/// With merge = tree, the mean over the branches.
at::Tensor node_embeddings(const GnnIrOutput& depths) {
  std::vector<at::Tensor> columns = depths.embeddings;
  const std::int64_t num_nodes = columns.front().size(0);
  for (std::size_t layer = 1; layer <= depths.tree.size(); ++layer) {
    const at::Tensor& row = depths.tree[layer - 1].source_row;
    columns[layer] = segment_sum(columns[layer], row, num_nodes) / segment_count(row, num_nodes).unsqueeze(1);
  }
  return at::cat(columns, 1);
}

}  // namespace

GnnIrModel::GnnIrModel(const ModelOptions& options, const ModelShape& shape, const Execution& execution)
    : share_rows_(execution.fused() && share_rows_option().as_yes_or_no(options.own)),
      rows_for_all_(options.ir.layers > 0 || options.edge_variables),
      encoder_(register_module("encoder", Encoder(shape.num_categories, shape.num_reals, options.gnn.hidden))),
      gnn_ir_(
          register_module("gnn_ir", GnnIr(options.gnn, options.ir, GraphFacts{shape.has_edges(), shape.mean_log_degree},
                                          options.edge_variables, execution))) {
  if (shape.has_edges()) {
    edge_encoder_ =
        register_module("edge_encoder", Encoder(shape.num_edge_categories, shape.num_edge_reals, options.gnn.hidden));
  } else if (options.edge_variables) {
    throw internal_error("[model] edge variables need edge features to begin with");
  }
  add_readouts(options, execution);
  if (gnn_ir_->has_selector_readout()) head_inputs_ += options.ir.layers * options.gnn.hidden;
  head_ = register_module("head", Mlp(head_inputs_, options.gnn.hidden, shape.outputs, execution));
}

void GnnIrModel::add_readouts(const ModelOptions& options, const Execution& execution) {
  const bool tree = unmerged(options.ir.merge);
  const auto add = [&](std::vector<Readout>& readouts, std::vector<Mlp>& branches, const std::string& name,
                       std::int64_t depth) {
    readouts.push_back(
        register_module(fmt::format("{}_{}", name, depth), Readout(options.gnn.hidden, options.readout, execution)));
    const std::int64_t size = readouts.back()->output_size();
    head_inputs_ += size;
    if (!tree || depth == 0) return;
    branches.push_back(
        register_module(fmt::format("{}_branches_{}", name, depth), Mlp(size, options.gnn.hidden, size, execution)));
  };
  for (std::int64_t depth = 0; depth <= options.ir.layers; ++depth) {
    add(readouts_, branches_, "readout", depth);
    if (options.edge_variables) add(edge_readouts_, edge_branches_, "edge_readout", depth);
  }
}

FirstRows GnnIrModel::first_rows(const ModelInput& input) {
  if (!share_rows_ || input.gated() || require_grad(input.nodes) || require_grad(input.edges)) return {};
  FirstRows first;
  first.plan = gnn_ir_->first_plan(input.graphs.host(), colours_of(input));
  if (!first.plan) return {};
  first.h = encoder_(some_rows(input.nodes, first.plan->input_rows()));
  if (!edge_encoder_.is_empty()) first.e = edge_encoder_(some_rows(input.edges, first.plan->input_edges()));
  return first;
}

GnnIrOutput GnnIrModel::depths_of(const ModelInput& input, const FirstRows& first) {
  at::Tensor edges;
  if (!edge_encoder_.is_empty() && (rows_for_all_ || !first.plan)) edges = edge_encoder_(input.edges);
  const IrQuestions asked{input.interventions, input.wanted.scores};
  if (first.plan) return gnn_ir_->from_rows(first, input.graphs, input.random, edges, asked);
  return gnn_ir_(encoder_(input.nodes), input.graphs, input.random, edges, asked);
}

at::Tensor GnnIrModel::read_out(const ModelInput& input, const GnnIrOutput& depths, const FirstRows& first) {
  const BatchTensors edge_rows = edge_readouts_.empty() ? BatchTensors() : input.graphs.edges_as_rows();
  std::vector<at::Tensor> parts;
  for (std::size_t depth = 0; depth < readouts_.size(); ++depth) {
    const TreeLevel* level = depths.tree.empty() || depth == 0 ? nullptr : &depths.tree[depth - 1];
    const BatchTensors& graphs = level ? level->graphs : input.graphs;
    const auto of_graphs = [&](const at::Tensor& vectors, std::vector<Mlp>& branches) {
      if (!level) return vectors;
      return segment_sum(branches[depth - 1](vectors), index_tensor(level->graph_of_branch, graphs.device()),
                         input.graphs.num_graphs());
    };
    const bool of_rows = depth == 0 && first.plan && readouts_[depth]->engine_part().engine == Engine::fused;
    parts.push_back(of_rows ? readouts_[depth]->of_rows(depths.first_rows, graphs, first.plan->node_rows())
                            : of_graphs(readouts_[depth](depths.embeddings[depth], graphs), branches_));
    if (edge_readouts_.empty()) continue;
    parts.push_back(of_graphs(edge_readouts_[depth](depths.edges[depth], level ? graphs.edges_as_rows() : edge_rows),
                              edge_branches_));
  }
  parts.insert(parts.end(), depths.selector_readouts.begin(), depths.selector_readouts.end());
  return at::cat(parts, 1);
}

ModelOutput GnnIrModel::forward(const ModelInput& input) {
  const FirstRows first = first_rows(input);
  GnnIrOutput depths = depths_of(input, first);
  ModelOutput output;
  output.graph_embedding = read_out(input, depths, first);
  output.prediction = head_(output.graph_embedding);
  if (input.wanted.node_embeddings) output.node_embeddings = node_embeddings(depths);
  for (std::size_t depth = 0; input.wanted.intermediate && depth < depths.embeddings.size(); ++depth) {
    output.intermediate.emplace_back(
        depth == 0 ? "the node embeddings of the GNN" : fmt::format("the node embeddings of IR layer {}", depth),
        depths.embeddings[depth]);
  }
  output.trace = std::move(depths.trace);
  return output;
}

std::vector<EnginePart> GnnIrModel::engine_parts() const {
  std::vector<EnginePart> parts = gnn_ir_->engine_parts();
  parts.push_back(readouts_.front()->engine_part());
  return parts;
}

ModelDescriptor gnn_ir_model() {
  return {
      model_entry("gnn-ir"),
      [](const ModelOptions& options, const ModelShape& shape, const Execution& execution) -> std::shared_ptr<Model> {
        return std::make_shared<GnnIrModel>(options, shape, execution);
      }};
}

}  // namespace gnnir
