#include "gnnir/infer/on_kernels/exact_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/base/stoppable.h"
#include "gnnir/catalog/cost.h"
#include "gnnir/infer/exact_interventions.h"
#include "gnnir/kernels/exact_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/settings/catalog.h"

namespace gnnir::on_kernels {

ExactStep::ExactStep(Weights& weights, const std::string& name, const ExactIrOptions& options)
    : kind_{.d = options.d,
            .norms = options.norm ? kernels::ExactNorms::given : kernels::ExactNorms::none,
            .residual = options.update == ExactUpdate::residual,
            .epsilon = static_cast<float>(exact_norm_epsilon)},
      has_gru_(options.update == ExactUpdate::gru) {
  const std::int64_t d = options.d;
  weights_.in = weights.take(name + ".in.weight", {d, d});
  weights_.out = weights.take(name + ".out.weight", {d, d});
  if (options.own) weights_.own = weights.take(name + ".own.weight", {d, d});
  if (options.neighbours) weights_.across = weights.take(name + ".across.weight", {d, d});
  const auto norm = [&](const std::string& part, const float*& scale, const float*& shift) {
    if (!options.norm) {
      shift = weights.take(name + "." + part + ".bias", {d});
      return;
    }
    const std::string of_norm = name + ".norm_" + part;
    scale = weights.take(of_norm + ".scale", {d});
    shift = weights.take(of_norm + ".shift", {d});
    for (const char* moment : {".running_mean", ".running_variance"}) {
      const float* numbers = weights.take(of_norm + moment, {d});
      moments_.insert(moments_.end(), numbers, numbers + d);
    }
  };
  norm("in", weights_.in_scale, weights_.in_shift);
  norm("out", weights_.out_scale, weights_.out_shift);
  if (has_gru_) gru_ = weights.gru(name + ".gru", d);
}

Rows ExactStep::operator()(const Rows& h, const Rows& e, const kernels::ExactPlan& plan, std::int64_t step) const {
  const kernels::ExactLevel& level = plan.levels[static_cast<std::size_t>(step - 1)];
  const std::int64_t d = kind_.d;
  Rows x(level.rows(), d);
  Rows tape(kernels::exact_step_tape_size(d, level), 1);
  kernels::ExactMoments moments{};
  if (!moments_.empty()) {
    auto* of_norms = const_cast<float*>(moments_.data());  // they are given, so they are read
    moments = {of_norms, of_norms + d, of_norms + 2 * d, of_norms + 3 * d};
  }
  kernels::exact_step_forward(kind_, level, weights_, moments,
                              {h.count(), h.data(), e.there() ? e.data() : nullptr, nullptr}, tape.data(), x.data());
  if (!has_gru_) return x;
  const kernels::GruRows rows{
      {.rows = level.rows(), .self = level.self.data(), .offsets = nullptr, .sources = nullptr, .first_row = 0},
      h.count(),
      d};
  Rows gates(level.rows(), 4 * d);
  Rows out(level.rows(), d);
  kernels::gru_cell(rows, gru_, kernels::TransposedGru(gru_, d), x.data(), h.data(), gates.data(), out.data());
  return out;
}

ExactIrNetwork::ExactIrNetwork(Weights weights, const ModelOptions& options, const ModelShape& shape)
    : weights_(std::move(weights)),
      options_(options),
      shape_(shape),
      exact_(ExactIrOptions::of(options)),
      plans_(std::make_unique<kernels::ExactPlanCache>(exact_.plan())) {
  const std::int64_t d = exact_.d;
  encoder_ = Encoder(weights_, "encoder", shape.num_categories, shape.num_reals, d);
  if (shape.has_edges()) {
    edge_encoder_ = Encoder(weights_, "edge_encoder", shape.num_edge_categories, shape.num_edge_reals, d);
  }
  for (std::int64_t l = 1; l <= exact_.depth; ++l) {
    if (exact_.distances) {
      distances_.push_back(weights_.take(fmt::format("mark_{}.weight", l), {kernels::num_distances, d}));
    } else {
      psi_.emplace_back(weights_, fmt::format("psi_{}", l), d, d, d);
    }
  }
  for (std::int64_t t = 1; t <= exact_.different_steps(); ++t) {
    steps_.emplace_back(weights_, fmt::format("step_{}", t), exact_);
  }
  of_rows_ = Mlp(weights_, "readout_rows", d, d, d);
  of_branches_ = Mlp(weights_, "readout_branches", exact_.branch_size(), d, d);
  head_ = Mlp(weights_, "head", d, d, shape.outputs);
  weights_.require_none_left();
}

Rows ExactIrNetwork::begin(const kernels::ExactPlan& plan, const Rows& nodes, const Batch& batch,
                           std::span<const Intervention> interventions) const {
  Rows h = gathered(nodes, plan.nodes);
  const std::vector<float> marked = marked_rows(plan, batch, interventions);
  const auto share = [&](std::size_t row) { return marked.empty() ? 1.0F : marked[row]; };
  const auto depth = static_cast<std::size_t>(exact_.depth);
  for (std::size_t l = 0; l < depth; ++l) {
    std::vector<std::int32_t> own;  // rows of the individualized nodes
    for (std::size_t r = 0; r < plan.counts.size(); ++r) {
      const std::int32_t mark = plan.marks[r * depth + l];
      if (!exact_.distances) {
        if (mark == 0 && share(r) != 0) own.push_back(static_cast<std::int32_t>(r));
        continue;
      }
      const float* of_mark = distances_[l] + mark * exact_.d;
      float* to = h.row(static_cast<std::int64_t>(r));
      for (std::int64_t c = 0; c < exact_.d; ++c) to[c] += of_mark[c] * share(r);
    }
    if (exact_.distances) continue;
    const Rows factor = psi_[l](gathered(h, own));
    for (std::size_t i = 0; i < own.size(); ++i) {
      const float* by = factor.row(static_cast<std::int64_t>(i));
      for (std::int64_t c = 0; c < exact_.d; ++c) h.row(own[i])[c] *= by[c];
    }
  }
  return h;
}

void ExactIrNetwork::found(Rows& rows) const {
  if (exact_.found == ExactFound::any) return;
  const bool unit = exact_.found == ExactFound::unit;
  for (std::int64_t i = 0; i < rows.count() * rows.d(); ++i) {
    float& x = rows.data()[i];
    if (x < 0) x = 0;  // what is not a number stays
    if (unit && x > 1) x = 1;
  }
}

Rows ExactIrNetwork::pooled(const kernels::ExactPlan& plan, const Rows& h) const {
  const std::int64_t d = exact_.d;
  const kernels::WeightedSums& branches = plan.branches;
  Rows sums(branches.count(), d);
  const auto nodes_of = [&](std::int64_t branch) {
    const auto at = static_cast<std::size_t>(branch);
    return std::accumulate(branches.weights.begin() + branches.offsets[at],
                           branches.weights.begin() + branches.offsets[at + 1], 0.0F);
  };
  if (exact_.pairs) {
    Rows of_rows = of_rows_(h);
    found(of_rows);
    kernels::weighted_sum(branches, d, of_rows.data(), sums.data());
  } else {
    // Σ_v MLP(h[u,v]): the second map is linear, so it is applied once to each sum.
    const auto& mlp = of_rows_.tensors();
    Rows inner(h.count(), d);
    Rows hidden(branches.count(), d);
    kernels::hidden_sum(branches, {h.count(), d, d}, h.data(), mlp.in_weight, mlp.in_bias, inner.data(), hidden.data());
    kernels::product_transposed(branches.count(), d, d, hidden.data(), mlp.out_weight, sums.data());
    for (std::int64_t b = 0; b < sums.count(); ++b) {
      const float nodes = nodes_of(b);
      for (std::int64_t c = 0; c < d; ++c) sums.row(b)[c] += nodes * mlp.out_bias[c];
    }
  }
  for (std::int64_t b = 0; !exact_.sum_nodes && b < sums.count(); ++b) {
    const float nodes = std::max(1.0F, nodes_of(b));
    for (std::int64_t c = 0; c < d; ++c) sums.row(b)[c] /= nodes;
  }
  return sums;
}

Rows ExactIrNetwork::read_out(const kernels::ExactPlan& plan, const Rows& h, const Batch& batch,
                              std::span<const Intervention> interventions) const {
  Rows vectors = pooled(plan, h);
  if (!exact_.pairs) {
    if (exact_.depth > 0) {
      const Rows own = gathered(h, plan.branch_own);
      vectors = side_by_side({&vectors, &own});
    }
    vectors = of_branches_(vectors);
    found(vectors);
  }
  const std::vector<float> weights = branch_weights(plan, batch, interventions);
  Rows graphs = Rows::zeros(batch.num_graphs(), exact_.d);
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const auto at = static_cast<std::size_t>(g);
    const auto nodes = static_cast<double>(std::max<std::int64_t>(1, batch.nodes_of(g)));
    const auto all = static_cast<float>(std::pow(nodes, static_cast<double>(exact_.depth)));
    for (std::int32_t b = plan.branch_ptr[at]; b < plan.branch_ptr[at + 1]; ++b) {
      const float weight =
          exact_.sum_branches ? weights[static_cast<std::size_t>(b)] : weights[static_cast<std::size_t>(b)] / all;
      for (std::int64_t c = 0; c < exact_.d; ++c) graphs.row(g)[c] += vectors.row(b)[c] * weight;
    }
  }
  return graphs;
}

NetworkOutput ExactIrNetwork::run(const NetworkInput& input) const {
  const Batch batch = batch_of(input.dataset, input.graphs);
  const InputRows nodes =
      input_rows(input.features.nodes, input.graphs, shape_.num_categories > 0, shape_.num_reals, batch.num_nodes());
  InputRows edges;
  Rows e;
  if (shape_.has_edges()) {
    edges = input_rows(input.features.edges, input.graphs, shape_.num_edge_categories > 0, shape_.num_edge_reals,
                       batch.num_edges());
    e = edge_encoder_(edges);
  }
  const auto plan = plans_->plan_of(batch, nodes.columns(), edges.columns());
  Rows h = begin(*plan, encoder_(nodes), batch, input.interventions);
  for (std::int64_t t = 1; t <= exact_.steps; ++t) {
    leave_if_asked();
    h = steps_[exact_.shared_weights ? 0 : static_cast<std::size_t>(t - 1)](h, e, *plan, t);
  }
  const Rows vectors = read_out(*plan, h, batch, input.interventions);
  const Rows outputs = head_(vectors);
  NetworkOutput result;
  result.outputs.assign(outputs.all().begin(), outputs.all().end());
  if (input.graph_embeddings) result.graph_embeddings = {vectors.d(), {vectors.all().begin(), vectors.all().end()}};
  if (input.node_embeddings) {
    const Rows own = gathered(h, plan->diagonal);
    result.node_embeddings = {own.d(), {own.all().begin(), own.all().end()}};
  }
  result.trace.order_never_matters_because = exact_.why_order_never_matters();
  return result;
}

void ExactIrNetwork::require_fit(const Dataset& dataset) const { gnnir::require_fit(options_, dataset); }

double ExactIrNetwork::largest_level(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).largest_level;
}

double ExactIrNetwork::flops(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).flops;
}

double ExactIrNetwork::computed_share(const Graph& graph, Colours colours) const {
  return model_entry(options_.architecture).computed_share(options_, graph, colours);
}

}  // namespace gnnir::on_kernels
