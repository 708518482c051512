#include "gnnir/explain/explain.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "gnnir/audit/options.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/explain/merits.h"
#include "gnnir/explain/method.h"

namespace gnnir {
namespace {

/// The column of truth, or null.
const KeptColumn* truth_in(const Dataset& dataset, const std::string& name) {
  if (name.empty()) return nullptr;
  for (const KeptColumn& column : dataset.kept) {
    if (column.name == name) return &column;
  }
  throw setting_error("explain.truth", "{} has no column '{}'", dataset.name, name);
}

Explanation explain_graph(const ExplainedModel& model, std::int64_t graph, const ExplainOptions& options,
                          const ExplanationMethod& method, const KeptColumn* truth, ThreadPool& pool) {
  const auto g = static_cast<std::size_t>(graph);
  const Example& example = model.dataset().examples[g];
  const Subject subject(model.targets(), options, model.said_of(graph));
  const ExampleColours colours = model.colours_of(graph);
  const EqualParts equal(example.graph, colours.view());
  Explanation result{.graph = graph, .subject = subject.name(), .orbits = equal.num_orbits()};
  result.value = model
                     .ask(
                         subject, graph, 1, [&](std::size_t) { return example; }, pool)
                     .numbers.front();
  result.asked = 1;
  const ExplainedGraph explained{model, options, graph, example, equal, subject, result.value, pool};
  method.explain(explained, result);
  result.spread = std::max(result.spread, equal.average(result.nodes));
  if (!result.edges.empty()) result.spread = std::max(result.spread, equal.average(result.edges));
  result.merits = merits_of(explained, result);
  if (truth != nullptr) {
    const std::string where = fmt::format("[explain] {}, graph {}, {}", model.dataset().name, graph, truth->name);
    const std::vector<NodeId> nodes = nodes_in(truth->values[g], example.graph.num_nodes(), where);
    result.merits.auc = auc_of(result.nodes, subject.is_target(), nodes);
  }
  return result;
}

std::vector<const Predictor*> models_of(const Predictor& predictor) {
  std::vector<const Predictor*> models;
  for (const Predictor& member : predictor.members()) models.push_back(&member);
  if (models.empty()) models.push_back(&predictor);
  return models;
}

/// What explaining takes, counted.
struct Work {
  double seconds = 0;  ///< nominal
  double looks = 0;    ///< at the graph with the most
};

/// seen: what the models see of the graphs, so that equal rows count once; null: all count
Work work_for(const Predictor& predictor, const Dataset& dataset, std::span<const std::int64_t> graphs,
              const ExplainOptions& options, const ExplanationMethod& method, const ExplainedModel* seen) {
  Work work;
  for (const std::int64_t graph : graphs) {
    const auto g = static_cast<std::size_t>(graph);
    const Graph& structure = dataset.examples[g].graph;
    double different = static_cast<double>(structure.num_nodes());
    double flops = 0;
    const ExampleColours colours = seen ? seen->colours_of(graph) : ExampleColours();
    if (seen) different = static_cast<double>(EqualParts(structure, colours.view()).num_orbits());
    for (const Predictor* model : models_of(predictor)) {
      const double share = seen ? model->network().computed_share(structure, colours.view()) : 1;
      flops += share * model->network().flops(structure);
    }
    const double looks = method.looks(structure, different, predictor.model(), options);
    work.seconds += looks * flops / network_flops_per_second;
    work.looks = std::max(work.looks, looks);
  }
  return work;
}

/// Whether plans of the rows that are computed can be made in no time.
bool can_be_planned(const Predictor& predictor, const Dataset& dataset, std::span<const std::int64_t> graphs) {
  constexpr double most_rows = 4e6;
  return std::all_of(graphs.begin(), graphs.end(), [&](std::int64_t graph) {
    return predictor.network().largest_level(dataset.examples[static_cast<std::size_t>(graph)].graph) <= most_rows;
  });
}

/// An Error of kind usage if it would take too long: as if all rows were computed, and if that is too much, with equal
/// ones once, where the model does so.
void require_budget(const Predictor& predictor, const Dataset& dataset, std::span<const std::int64_t> graphs,
                    const ExplainOptions& options, const ExplanationMethod& method) {
  Work work = work_for(predictor, dataset, graphs, options, method, nullptr);
  if (work.seconds <= options.budget) return;
  if (method.shares_rows && can_be_planned(predictor, dataset, graphs)) {
    const ExplainedModel seen(predictor, dataset);
    work = work_for(predictor, dataset, graphs, options, method, &seen);
    if (work.seconds <= options.budget) return;
  }
  throw setting_error("explain.budget",
                      "{} of {} graph{} would ask the model up to {:.3g} times about a graph, about {} of work; {} are "
                      "allowed: explain fewer graphs (explain.index), another method (explain.method), or allow more",
                      method.name, graphs.size(), graphs.size() == 1 ? "" : "s", work.looks,
                      format_duration(work.seconds), format_duration(options.budget));
}

void check(const Predictor& predictor, const ExplainOptions& options, const ExplanationMethod& method) {
  const std::string objection = method.objection(predictor);
  if (!objection.empty())
    throw setting_error("explain.method", "{} does not fit the model: {}", method.name, objection);
  Subject::check(predictor.model().targets, options);
  if (!(options.top > 0 && options.top <= 1)) {
    throw setting_error("explain.top", "expected a share above 0 and at most 1, found {}", options.top);
  }
  if (options.samples < 2) throw setting_error("explain.samples", "expected at least 2, found {}", options.samples);
  if (options.steps < 1) throw setting_error("explain.steps", "expected at least 1, found {}", options.steps);
}

}  // namespace

void check_explanation(const Predictor& predictor, const Dataset& dataset, std::span<const std::int64_t> graphs,
                       const ExplainOptions& options) {
  const ExplanationMethod& method = explanation_method(options.method);
  check(predictor, options, method);
  check_graph_numbers(graphs, dataset);
  truth_in(dataset, options.truth);
  require_budget(predictor, dataset, graphs, options, method);
}

std::vector<Explanation> explain(const Predictor& predictor, const Dataset& dataset,
                                 std::span<const std::int64_t> graphs, const ExplainOptions& options, ThreadPool& pool,
                                 const std::function<void(std::size_t)>& progress) {
  check_explanation(predictor, dataset, graphs, options);
  const ExplanationMethod& method = explanation_method(options.method);
  const KeptColumn* truth = truth_in(dataset, options.truth);
  const ExplainedModel model(predictor, dataset);
  std::vector<Explanation> results(graphs.size());
  std::atomic<std::size_t> done = 0;
  const auto one = [&](std::size_t i) {
    results[i] = explain_graph(model, graphs[i], options, method, truth, pool);
    const std::size_t now = ++done;
    if (progress) progress(now);
  };
  if (graphs.size() >= pool.size()) {
    pool.run(graphs.size(), one);
  } else {  // of few graphs each is spread
    for (std::size_t i = 0; i < graphs.size(); ++i) one(i);
  }
  return results;
}

MeanMerits MeanMerits::of(std::span<const Explanation> explanations) {
  MeanMerits means{.graphs = std::ssize(explanations)};
  const auto mean_of = [&](double Merits::*figure, std::int64_t* count = nullptr) {
    double total = 0;
    std::int64_t defined = 0;
    for (const Explanation& one : explanations) {
      if (std::isnan(one.merits.*figure)) continue;
      total += one.merits.*figure;
      ++defined;
    }
    if (count != nullptr) *count = defined;
    means.mean.*figure = defined == 0 ? Merits::none : total / static_cast<double>(defined);
  };
  mean_of(&Merits::fidelity_plus);
  mean_of(&Merits::fidelity_minus);
  mean_of(&Merits::sparsity);
  mean_of(&Merits::unfaithfulness);
  mean_of(&Merits::auc, &means.with_auc);
  for (const Explanation& one : explanations) {
    if (!(one.spread <= means.largest_spread)) means.largest_spread = one.spread;
    const double gap = std::abs(one.gap.value_or(0));
    if (!(gap <= means.largest_gap)) means.largest_gap = gap;
  }
  return means;
}

}  // namespace gnnir
