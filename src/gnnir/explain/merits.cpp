#include "gnnir/explain/merits.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/explain/parts.h"
#include "gnnir/metrics/ranking.h"

namespace gnnir {
namespace {

std::vector<double> ranked(const std::vector<double>& values, bool by_size) {
  std::vector<double> ranked = values;
  if (by_size) std::transform(ranked.begin(), ranked.end(), ranked.begin(), [](double x) { return std::abs(x); });
  return ranked;
}

}  // namespace

std::vector<NodeId> found_nodes(const std::vector<double>& values, double top, bool by_size) {
  const std::vector<double> rank = ranked(values, by_size);
  std::vector<double> sorted = rank;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  // 0.2 · 5 is a little more than 1 as numbers go.
  const auto wanted = static_cast<std::size_t>(std::ceil(top * static_cast<double>(rank.size()) - 1e-9));
  std::vector<NodeId> found;
  if (wanted == 0 || rank.empty()) return found;
  const double last = sorted[std::min(wanted, sorted.size()) - 1];
  for (std::size_t v = 0; v < rank.size(); ++v) {
    if (rank[v] >= last) found.push_back(static_cast<NodeId>(v));
  }
  return found;
}

double unfaithfulness(const std::vector<double>& p, const std::vector<double>& q) {
  constexpr double smallest = 1e-300;
  double divergence = 0;
  for (std::size_t c = 0; c < p.size(); ++c) {
    if (p[c] > 0) divergence += p[c] * (std::log(p[c]) - std::log(std::max(q[c], smallest)));
  }
  return 1 - std::exp(-std::max(0.0, divergence));
}

Merits merits_of(const ExplainedGraph& graph, Explanation& explanation) {
  Merits merits;
  const Subject& subject = graph.subject;
  const auto is_number = [](double x) { return std::isfinite(x); };
  const std::vector<double>& values = explanation.nodes;
  if (values.empty() || !std::all_of(values.begin(), values.end(), is_number)) return merits;
  const std::vector<NodeId> found = found_nodes(values, graph.options.top, subject.is_target());
  std::vector<NodeId> others;
  for (NodeId v = 0; v < graph.example.graph.num_nodes(); ++v) {
    if (!std::binary_search(found.begin(), found.end(), v)) others.push_back(v);
  }
  const Answers answers = graph.ask(explanation, 3, [&](std::size_t i) {
    return i == 0 ? graph.example : induced(graph.example, i == 1 ? others : found);
  });
  const auto lost = [&](std::size_t part) {
    const double drop = subject.answer(answers.said[0]) - subject.answer(answers.said[part]);
    return subject.is_target() ? std::abs(drop) : drop;
  };
  merits.fidelity_plus = lost(1);
  merits.fidelity_minus = lost(2);
  merits.sparsity = static_cast<double>(others.size()) / static_cast<double>(values.size());
  if (graph.model.targets().task == Task::classification) {
    merits.unfaithfulness = unfaithfulness(answers.said[0], answers.said[2]);
  } else if (!subject.is_target()) {
    const auto both = [&](std::size_t part) {
      const double yes = answers.said[part][subject.output()];
      return std::vector<double>{1 - yes, yes};
    };
    merits.unfaithfulness = unfaithfulness(both(0), both(2));
  }
  return merits;
}

double auc_of(const std::vector<double>& values, bool by_size, const std::vector<NodeId>& truth) {
  if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) return Merits::none;
  std::vector<bool> positive(values.size(), false);
  for (const NodeId v : truth) positive[static_cast<std::size_t>(v)] = true;
  return roc_auc(std::span<const double>(ranked(values, by_size)), positive);
}

std::vector<NodeId> nodes_in(const std::string& text, NodeId num_nodes, const std::string& where) {
  std::vector<NodeId> nodes;
  for (const std::string_view word : split_text(text, ' ')) {
    if (trimmed(word).empty()) continue;
    const auto number = parse_integer(trimmed(word));
    if (!number || *number < 0 || *number >= num_nodes) {
      throw data_error("{}: expected nodes from 0 to {}, as in \"3 7 8\", found {}", where, num_nodes - 1,
                       in_quotes(text));
    }
    nodes.push_back(static_cast<NodeId>(*number));
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace gnnir
