#include "gnnir/infer/exact_interventions.h"

#include <algorithm>

#include "gnnir/base/error.h"

namespace gnnir {

std::vector<float> marked_rows(const kernels::ExactPlan& plan, const Batch& batch,
                               std::span<const Intervention> interventions) {
  const auto unmarked = [](const Intervention& one) { return one.unmarked; };
  if (std::none_of(interventions.begin(), interventions.end(), unmarked)) return {};
  std::vector<float> of_node;
  for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
    const float marked = interventions[static_cast<std::size_t>(g)].unmarked ? 0.0F : 1.0F;
    of_node.insert(of_node.end(), static_cast<std::size_t>(batch.nodes_of(g)), marked);
  }
  std::vector<float> rows;
  for (const std::int32_t node : plan.nodes) rows.push_back(of_node[static_cast<std::size_t>(node)]);
  return rows;
}

std::vector<float> branch_weights(const kernels::ExactPlan& plan, const Batch& batch,
                                  std::span<const Intervention> interventions) {
  const auto weighted = [](const Intervention& one) { return !one.branch_weights.empty(); };
  if (plan.sequence_node.empty() || std::none_of(interventions.begin(), interventions.end(), weighted)) {
    return plan.branch_counts;
  }
  std::vector<float> of_node;
  for (std::size_t g = 0; g < interventions.size(); ++g) {
    const std::vector<float>& own = interventions[g].branch_weights;
    const auto nodes = static_cast<std::size_t>(batch.nodes_of(static_cast<std::int64_t>(g)));
    if (!own.empty() && own.size() != nodes) throw internal_error("[ir] {} weights of {} branches", own.size(), nodes);
    if (own.empty()) of_node.resize(of_node.size() + nodes, 1.0F);
    of_node.insert(of_node.end(), own.begin(), own.end());
  }
  std::vector<double> weights(plan.branch_counts.size(), 0);
  for (std::size_t s = 0; s < plan.sequence_node.size(); ++s) {
    weights[static_cast<std::size_t>(plan.sequence_branch[s])] +=
        plan.sequence_counts[s] * static_cast<double>(of_node[static_cast<std::size_t>(plan.sequence_node[s])]);
  }
  return {weights.begin(), weights.end()};
}

}  // namespace gnnir
