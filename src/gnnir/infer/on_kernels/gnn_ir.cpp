#include "gnnir/infer/on_kernels/gnn_ir.h"

#include <fmt/format.h>

#include <numeric>

#include "gnnir/catalog/cost.h"
#include "gnnir/catalog/own_options.h"
#include "gnnir/graph/branch_layout.h"
#include "gnnir/infer/branch_walk.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/kernels/graph_rows.h"

namespace gnnir::on_kernels {

/// What the first GNN found, and the rows that stand for all nodes, where equal ones were computed once.
struct GnnIrNetwork::First {
  std::shared_ptr<const kernels::GnnPlan> plan;  // or null
  Rows rows;                                     // [plan's last level, d]
  Rows h;                                        // [num_nodes, d]
  Rows e;                                        // [num_edges, d], where layers or readouts need it
};

/// Where the network stands: which graphs a layer works on (ir/tree_walk.h), and what each depth has found.
struct GnnIrNetwork::Walk {
  struct Level {
    Batch graphs;                               // the branches of a tree
    std::vector<std::int32_t> graph_of_branch;  // [branches]
    std::vector<std::int32_t> source_row;       // [branch rows]: the row of the original batch
  };
  const Batch& batch;
  RandomContext random;
  std::vector<std::unique_ptr<Level>> levels = {};
  std::vector<std::int64_t> siblings = {};
  Rows memory = {};
  std::vector<Rows> embeddings = {};         // by depth
  std::vector<Rows> edges = {};              // by depth, where edges are variables
  Rows e = {};                               // of the present graphs
  std::vector<Rows> selector_readouts = {};  // by layer: [num_graphs, d]
  Trace trace = {};

  [[nodiscard]] const Batch& graphs() const { return levels.empty() ? batch : levels.back()->graphs; }
  [[nodiscard]] std::span<const std::int32_t> graph_of_branch() const {
    return levels.empty() ? std::span<const std::int32_t>() : levels.back()->graph_of_branch;
  }
  /// Σ over the present branches of each graph. rows: [branches, d]
  [[nodiscard]] Rows sum_over_branches(Rows rows, std::span<const std::int32_t> graph_of) const {
    if (graph_of.empty() && levels.empty()) return rows;
    Rows sums = Rows::zeros(batch.num_graphs(), rows.d());
    for (std::size_t b = 0; b < graph_of.size(); ++b) {
      float* to = sums.row(graph_of[b]);
      const float* from = rows.row(static_cast<std::int64_t>(b));
      for (std::int64_t c = 0; c < rows.d(); ++c) to[c] += from[c];
    }
    return sums;
  }
  void descend(const Choice& choice) {
    BranchLayout layout = lay_out(graphs(), choice);
    ChildBranches children = children_of(choice, graph_of_branch(), random.graph_ids, batch.num_graphs());
    if (memory.there()) memory = gathered(memory, children.parents);
    if (e.there()) e = gathered(e, layout.source_edge);
    if (!levels.empty()) {
      for (std::int32_t& row : layout.source_row) row = levels.back()->source_row[static_cast<std::size_t>(row)];
    }
    siblings = std::move(children.siblings);
    random.graph_ids = std::move(children.ids);
    levels.push_back(std::make_unique<Level>(
        Level{std::move(layout.branches), std::move(children.graph_of_branch), std::move(layout.source_row)}));
  }
};

GnnIrNetwork::GnnIrNetwork(Weights weights, const ModelOptions& options, const ModelShape& shape, std::uint64_t seed)
    : weights_(std::move(weights)),
      options_(options),
      shape_(shape),
      seed_(seed),
      share_rows_(share_rows_option().as_yes_or_no(options.own)) {
  const std::int64_t d = options.gnn.hidden;
  const bool tree = unmerged(options.ir.merge);
  encoder_ = Encoder(weights_, "encoder", shape.num_categories, shape.num_reals, d);
  if (shape.has_edges()) {
    edge_encoder_ = Encoder(weights_, "edge_encoder", shape.num_edge_categories, shape.num_edge_reals, d);
  }
  gnn_ =
      std::make_unique<Gnn>(weights_, "gnn_ir.gnn", options.gnn, GraphFacts{shape.has_edges(), shape.mean_log_degree});
  if (options.edge_variables) update_edges_ = Mlp(weights_, "gnn_ir.update_edges.mlp", 2 * d, d, d);
  std::int64_t head_inputs = 0;
  if (options.ir.layers > 0) {
    select_ = std::make_unique<Selector>(weights_, "gnn_ir.select", d, options.ir);
    layer_ = std::make_unique<Layer>(weights_, "gnn_ir", d, options.ir);
    if (select_->has_readout()) head_inputs += options.ir.layers * d;
  }
  const auto add = [&](std::vector<Readout>& readouts, std::vector<Mlp>& branches, const char* name, std::int64_t l) {
    readouts.emplace_back(weights_, fmt::format("{}_{}", name, l), d, options.readout);
    const std::int64_t size = readouts.back().output_size();
    head_inputs += size;
    if (tree && l > 0) branches.emplace_back(weights_, fmt::format("{}_branches_{}", name, l), size, d, size);
  };
  for (std::int64_t l = 0; l <= options.ir.layers; ++l) {
    add(readouts_, branches_, "readout", l);
    if (options.edge_variables) add(edge_readouts_, edge_branches_, "edge_readout", l);
  }
  head_ = Mlp(weights_, "head", head_inputs, d, shape.outputs);
  weights_.require_none_left();
}

std::string GnnIrNetwork::lacks(const ModelOptions& options) {
  if (has_kernel(options.gnn)) return "";
  return fmt::format("no kernels for conv = {}, norm = {}", options.gnn.conv, name_of(options.gnn.norm.kind));
}

GnnIrNetwork::First GnnIrNetwork::first(const NetworkInput& input, const Batch& batch) const {
  const InputRows nodes =
      input_rows(input.features.nodes, input.graphs, shape_.num_categories > 0, shape_.num_reals, batch.num_nodes());
  InputRows edges;
  if (shape_.has_edges()) {
    edges = input_rows(input.features.edges, input.graphs, shape_.num_edge_categories > 0, shape_.num_edge_reals,
                       batch.num_edges());
  }
  First first;
  if (share_rows_) {
    kernels::InputColours colours;
    if (!nodes.columns().empty()) colours.nodes = kernels::colours_of(nodes.columns(), nodes.rows);
    if (!edges.columns().empty()) colours.edges = kernels::colours_of(edges.columns(), edges.rows);
    first.plan = kernels::GnnPlan::distinct(batch, colours, gnn_->steps(), gnn_->normalizes_graphs());
  }
  if (shape_.has_edges() && (!first.plan || options_.ir.layers > 0 || options_.edge_variables)) {
    first.e = edge_encoder_(edges);
  }
  if (!first.plan) {
    first.h = (*gnn_)(encoder_(nodes), first.e, kernels::GnnPlan::plain(batch, gnn_->steps()));
    return first;
  }
  const Rows e = shape_.has_edges() ? edge_encoder_(edges, first.plan->input_edges()) : Rows();
  first.rows = (*gnn_)(encoder_(nodes, first.plan->input_rows()), e, *first.plan);
  first.h = gathered(first.rows, first.plan->node_rows());
  return first;
}

void GnnIrNetwork::keep(Walk& walk) const {
  if (!options_.edge_variables) return;
  const Rows& h = walk.embeddings.back();
  const Batch& graphs = walk.graphs();
  Rows ends(graphs.num_edges(), h.d());
  for (std::int64_t row = 0, e = 0; row < graphs.num_nodes(); ++row) {
    for (const std::int32_t source : graphs.sources(row)) {
      for (std::int64_t c = 0; c < h.d(); ++c) ends.row(e)[c] = h.row(source)[c] + h.row(row)[c];
      ++e;
    }
  }
  walk.e = update_edges_(side_by_side({&ends, &walk.e}));
  walk.edges.push_back(side_by_side({&walk.e}));
}

void GnnIrNetwork::follow(Walk& walk, const NetworkInput& input) const {
  keep(walk);
  for (std::int64_t l = 1; l <= options_.ir.layers; ++l) {
    const Rows& h = walk.embeddings.back();
    const std::vector<std::int32_t> graph_of_branch(walk.graph_of_branch().begin(), walk.graph_of_branch().end());
    const ForcedCells forced(input.interventions, l, graph_of_branch);
    const NodeChooser chooser{walk.graphs(), options_.ir, l - 1, walk.random, forced, walk.siblings};
    Selector::Found target = (*select_)(h, chooser, walk.memory);
    if (select_->has_readout()) {
      walk.selector_readouts.push_back(walk.sum_over_branches(std::move(target.readout), graph_of_branch));
    }
    Trace::Layer& found = walk.trace.layers.emplace_back(Trace::Layer{std::move(target.choice), graph_of_branch});
    if (input.scores) found.scores = std::move(target.scores);
    const Refined refined = layer_->refine(h, walk.graphs(), found.choice, walk.e, *gnn_);
    if (unmerged(options_.ir.merge)) {
      Rows children = layer_->unmerged(refined);
      walk.descend(found.choice);
      walk.embeddings.push_back(std::move(children));
    } else {
      walk.embeddings.push_back(layer_->merge(refined, input.scores ? &found.wins : nullptr));
    }
    keep(walk);
  }
  walk.trace.tree = unmerged(options_.ir.merge);
}

Rows GnnIrNetwork::read_out(const Walk& walk, const First& first) const {
  std::vector<Rows> parts;
  for (std::size_t depth = 0; depth < readouts_.size(); ++depth) {
    const Walk::Level* level = walk.levels.empty() || depth == 0 ? nullptr : walk.levels[depth - 1].get();
    const Batch& graphs = level != nullptr ? level->graphs : walk.batch;
    const auto of_graphs = [&](Rows vectors, const std::vector<Mlp>& branches) {
      if (level == nullptr) return vectors;
      return walk.sum_over_branches(branches[depth - 1](vectors), level->graph_of_branch);
    };
    const bool of_rows = depth == 0 && first.plan;
    parts.push_back(of_rows ? readouts_[depth](first.rows, graphs, first.plan->node_rows())
                            : of_graphs(readouts_[depth](walk.embeddings[depth], graphs), branches_));
    if (edge_readouts_.empty()) continue;
    parts.push_back(of_graphs(edge_readouts_[depth](walk.edges[depth], edges_as_rows(graphs)), edge_branches_));
  }
  std::vector<const Rows*> all;
  for (const Rows& part : parts) all.push_back(&part);
  for (const Rows& part : walk.selector_readouts) all.push_back(&part);
  return side_by_side(all);
}

/// Of all depths side by side; of a tree the mean over its branches.
static Matrix node_embeddings(const std::vector<Rows>& embeddings,
                              const std::vector<std::span<const std::int32_t>>& source_rows) {
  const std::int64_t nodes = embeddings.front().count();
  const std::int64_t d = embeddings.front().d();
  std::vector<Rows> columns;
  for (std::size_t depth = 0; depth < embeddings.size(); ++depth) {
    std::vector<std::int32_t> itself(static_cast<std::size_t>(embeddings[depth].count()));
    std::iota(itself.begin(), itself.end(), 0);
    const bool tree = depth > 0 && !source_rows.empty();
    const std::span<const std::int32_t> rows = tree ? source_rows[depth - 1] : std::span<const std::int32_t>(itself);
    Rows& sums = columns.emplace_back(Rows::zeros(nodes, d));
    std::vector<float> counts(static_cast<std::size_t>(nodes), 0);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      counts[static_cast<std::size_t>(rows[r])] += 1;
      const float* from = embeddings[depth].row(static_cast<std::int64_t>(r));
      for (std::int64_t c = 0; c < d; ++c) sums.row(rows[r])[c] += from[c];
    }
    for (std::int64_t v = 0; v < nodes; ++v) {
      for (std::int64_t c = 0; c < d; ++c) sums.row(v)[c] /= counts[static_cast<std::size_t>(v)];
    }
  }
  std::vector<const Rows*> all;
  for (const Rows& part : columns) all.push_back(&part);
  const Rows joined = side_by_side(all);
  return {joined.d(), {joined.all().begin(), joined.all().end()}};
}

NetworkOutput GnnIrNetwork::run(const NetworkInput& input) const {
  const Batch batch = batch_of(input.dataset, input.graphs);
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) require_branches(batch.nodes_of(g), options_.ir);
  First found = first(input, batch);
  const std::span<const std::int64_t> ids = input.ids.empty() ? input.graphs : input.ids;
  Walk walk{.batch = batch, .random = {.seed = seed_, .epoch = 0, .graph_ids = {ids.begin(), ids.end()}}};
  walk.embeddings.push_back(std::move(found.h));
  walk.e = std::move(found.e);
  follow(walk, input);
  const Rows vectors = read_out(walk, found);
  const Rows outputs = head_(vectors);
  NetworkOutput result;
  result.outputs.assign(outputs.all().begin(), outputs.all().end());
  if (input.graph_embeddings) result.graph_embeddings = {vectors.d(), {vectors.all().begin(), vectors.all().end()}};
  if (input.node_embeddings) {
    std::vector<std::span<const std::int32_t>> source_rows;
    for (const auto& level : walk.levels) source_rows.emplace_back(level->source_row);
    result.node_embeddings = node_embeddings(walk.embeddings, source_rows);
  }
  result.trace = std::move(walk.trace);
  return result;
}

void GnnIrNetwork::require_fit(const Dataset& dataset) const { gnnir::require_fit(options_, dataset); }

double GnnIrNetwork::largest_level(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).largest_level;
}

double GnnIrNetwork::flops(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).flops;
}

}  // namespace gnnir::on_kernels
