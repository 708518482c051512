#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gnnir/explain/explained_model.h"
#include "gnnir/explain/explanation.h"
#include "gnnir/explain/options.h"
#include "gnnir/explain/symmetric.h"

namespace gnnir {

/// A graph whose number is to be explained.
struct ExplainedGraph {
  const ExplainedModel& model;
  const ExplainOptions& options;
  std::int64_t graph;       ///< of the model's data set
  const Example& example;   ///< that graph
  const EqualParts& equal;  ///< which of its nodes and edges are the same to the model
  const Subject& subject;
  double value;  ///< the subject's, of the graph
  ThreadPool& pool;

  /// As ExplainedModel::ask has it, counted.
  Answers ask(Explanation& into, std::size_t count, const std::function<Example(std::size_t)>& part) const {
    into.asked += static_cast<std::int64_t>(count);
    return model.ask(subject, graph, count, part, pool);
  }
};

/// A way to explain: an entry of explanation_methods().
struct ExplanationMethod {
  std::string name;
  std::string summary;  ///< a line for people
  /// Why it does not cover a model, in a sentence without an end; "" if it does.
  std::string (*objection)(const Predictor& predictor);
  /// How many times the model has to look at a graph of that size, about. different: how many of its nodes differ, at
  /// most
  double (*looks)(const Graph& graph, double different, const ModelHeader& model, const ExplainOptions& options);
  /// Fills nodes, edges if it has them, base, gap, errors and words. Values need not be equal over orbits.
  void (*explain)(const ExplainedGraph& graph, Explanation& into);
  bool shares_rows = true;  ///< a look computes equal rows of a graph once, if the model does
};

/// All methods. A new one is a file beside this and a line there.
const std::vector<ExplanationMethod>& explanation_methods();

/// An Error of kind usage with the nearest name if there is none.
const ExplanationMethod& explanation_method(std::string_view name);

}  // namespace gnnir
