#include "gnnir/models/exact_ir/interventions.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/ir/exact_rows.h"

namespace gnnir {

at::Tensor marked_rows(const kernels::ExactPlan& plan, const ModelInput& input, const at::Tensor& like) {
  const auto unmarked = [](const Intervention& one) { return one.unmarked; };
  if (std::none_of(input.interventions.begin(), input.interventions.end(), unmarked)) return {};
  std::vector<float> of_graph;
  for (const Intervention& one : input.interventions) of_graph.push_back(one.unmarked ? 0.0F : 1.0F);
  const at::Tensor of_node = count_tensor(of_graph, like).index_select(0, input.graphs.batch());
  return rows_of(of_node.unsqueeze(1), plan.nodes);
}

std::vector<float> branch_weights(const kernels::ExactPlan& plan, const ModelInput& input) {
  const auto weighted = [](const Intervention& one) { return !one.branch_weights.empty(); };
  if (plan.sequence_node.empty() || std::none_of(input.interventions.begin(), input.interventions.end(), weighted)) {
    return plan.branch_counts;
  }
  std::vector<float> of_node;
  for (std::size_t g = 0; g < input.interventions.size(); ++g) {
    const std::vector<float>& own = input.interventions[g].branch_weights;
    const auto nodes = static_cast<std::size_t>(input.graphs.host().nodes_of(static_cast<std::int64_t>(g)));
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
