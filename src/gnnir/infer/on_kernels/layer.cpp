#include <algorithm>
#include <limits>

#include "gnnir/graph/branch_layout.h"
#include "gnnir/infer/on_kernels/gnn_ir.h"
#include "gnnir/kernels/exact_rows.h"
#include "gnnir/kernels/graph_rows.h"
#include "gnnir/kernels/message_passing.h"
#include "gnnir/kernels/rows.h"

namespace gnnir::on_kernels {

Gnn::Gnn(Weights& weights, const std::string& name, const GnnOptions& options, const GraphFacts& facts)
    : d_(options.hidden),
      steps_(options.steps),
      norm_(options.norm.kind != NormKind::none),
      conv_(make_conv(weights, name + ".conv", options, facts)),
      update_(weights.gru(name + ".update", options.hidden)) {}

Rows Gnn::operator()(const Rows& x, const Rows& e, const kernels::GnnPlan& plan) const {
  const Rows edge_terms = e.there() ? conv_->edge_terms(e) : Rows();
  const auto kernel = conv_->kernel(edge_terms.there() ? edge_terms.data() : nullptr);
  Rows out(plan.rows(plan.steps()), d_);
  kernels::message_passing_forward(d_, plan, update_, *kernel, x.data(), nullptr, out.data());
  return out;
}

Layer::Layer(Weights& weights, const std::string& name, std::int64_t d, const IrOptions& options)
    : relu_(options.psi_activation == PsiActivation::relu),
      merge_(options.merge),
      psi_(weights, name + ".individualize.psi", d, d, d),
      aggregate_(weights, name + ".refine.aggregate", d, d, d),
      distribute_(weights, name + ".refine.distribute", d, d, d) {}

/// The first level of GnnPlan::branches: per graph its rows, then a row per branch.
Rows Layer::individualized(const Rows& h, const Batch& graphs, const Choice& choice) const {
  const std::int64_t d = h.d();
  Rows chosen = gathered(h, choice.rows);
  Rows factor = psi_(chosen);
  for (std::int64_t i = 0; relu_ && i < factor.count() * d; ++i) factor.data()[i] = std::max(factor.data()[i], 0.0F);
  for (const std::int64_t branch : unmarked_branches(choice)) std::fill_n(factor.row(branch), d, 1.0F);
  for (std::int64_t i = 0; i < chosen.count() * d; ++i) chosen.data()[i] *= factor.data()[i];
  Rows x(h.count() + chosen.count(), d);
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    const std::int64_t branch = choice.ptr[static_cast<std::size_t>(g)];
    float* to = x.row(graphs.first_row(g) + branch);
    to = std::copy_n(h.row(graphs.first_row(g)), graphs.nodes_of(g) * d, to);
    std::copy_n(chosen.row(branch), choice.count(g) * d, to);
  }
  return x;
}

Refined Layer::refine(const Rows& h, const Batch& graphs, const Choice& choice, const Rows& e, const Gnn& gnn) const {
  Refined refined{.graphs = &graphs, .choice = &choice};
  refined.plan = std::make_unique<kernels::GnnPlan>(
      kernels::GnnPlan::branches(graphs, choice, gnn.steps(), gnn.normalizes_graphs()));
  refined.level = gnn(individualized(h, graphs, choice), e, *refined.plan);
  refined.branch_offsets.push_back(0);
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    for (std::int64_t b = 0; b < choice.count(g); ++b) {
      refined.branch_offsets.push_back(refined.branch_offsets.back() + static_cast<std::int32_t>(graphs.nodes_of(g)));
    }
  }
  const kernels::Segments branches{choice.count(), refined.branch_offsets.data(), refined.plan->branch_rows().data()};
  refined.offset = distribute_(aggregate_.pooled(refined.level, branches, false));
  return refined;
}

Rows Layer::merge(const Refined& refined, std::vector<std::int64_t>* wins) const {
  const Batch& graphs = *refined.graphs;
  const Choice& choice = *refined.choice;
  const std::int64_t d = refined.level.d();
  const bool max = merge_ == MergeKind::max;
  const kernels::MergeBy by = max                        ? kernels::MergeBy::max
                              : merge_ == MergeKind::sum ? kernels::MergeBy::sum
                                                         : kernels::MergeBy::mean;
  Rows merged(graphs.num_nodes(), d);
  std::vector<std::int32_t> winner;
  if (max && wins != nullptr) wins->assign(static_cast<std::size_t>(choice.count()), 0);
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    const std::int64_t branch = choice.ptr[static_cast<std::size_t>(g)];
    if (choice.count(g) == 0) continue;
    if (max) winner.resize(static_cast<std::size_t>(graphs.nodes_of(g) * d));
    const std::int32_t* map =
        refined.plan->branch_rows().data() + refined.branch_offsets[static_cast<std::size_t>(branch)];
    kernels::merge_branches({choice.count(g), graphs.nodes_of(g), map}, d, by, refined.level.data(),
                            refined.offset.row(branch), merged.row(graphs.first_row(g)), max ? winner.data() : nullptr);
    if (!max || wins == nullptr) continue;
    for (const std::int32_t of_number : winner) ++(*wins)[static_cast<std::size_t>(branch + of_number)];
  }
  return merged;
}

Rows Layer::unmerged(const Refined& refined) const {
  const std::int64_t d = refined.level.d();
  Rows all(refined.branch_offsets.back(), d);
  kernels::gather_rows(all.count(), d, refined.plan->branch_rows().data(), refined.level.data(), all.data());
  for (std::int64_t b = 0; b < refined.offset.count(); ++b) {
    const std::int32_t first = refined.branch_offsets[static_cast<std::size_t>(b)];
    const std::int32_t end = refined.branch_offsets[static_cast<std::size_t>(b) + 1];
    kernels::add_bias(end - first, d, refined.offset.row(b), /*relu=*/false, all.row(first));
  }
  return all;
}

}  // namespace gnnir::on_kernels
