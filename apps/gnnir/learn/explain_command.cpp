#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "count_line.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/explain/explain.h"
#include "gnnir/explain/explanation_page.h"
#include "gnnir/explain/explanation_rows.h"
#include "gnnir/report/table.h"
#include "learn_commands.h"
#include "output.h"
#include "question.h"
#include "torch_runner.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// Files are told apart by their endings.
enum class OutKind { none, csv, json, html };

OutKind kind_of(const std::string& out) {
  if (out.empty()) return OutKind::none;
  if (out.ends_with(".csv")) return OutKind::csv;
  if (out.ends_with(".json")) return OutKind::json;
  if (out.ends_with(".html")) return OutKind::html;
  throw usage_error("--out: expected a name ending in .csv, .json or .html, found '{}'", out);
}

/// The column of truth is read with the data; of one that is kept as `motif` it is known what it is.
ModelCommand with_truth(ModelCommand command) {
  std::vector<std::string>& keep = command.keep;
  const auto kept = [&](const std::string& name) { return std::find(keep.begin(), keep.end(), name) != keep.end(); };
  std::string& truth = command.explain.truth;
  if (truth.empty() && kept(motif_column)) truth = motif_column;
  if (!truth.empty() && !kept(truth)) keep.push_back(truth);
  if (!truth.empty() && !command.names) throw usage_error("--truth: --no-names leaves the column out");
  return command;
}

std::string figure(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : "–"; }

std::string figures_text(const Merits& merits) {
  std::vector<std::string> figures;
  const auto add = [&](const char* name, double value) {
    if (!std::isnan(value)) figures.push_back(fmt::format("{} {:.3f}", name, value));
  };
  add("fidelity+", merits.fidelity_plus);
  add("fidelity-", merits.fidelity_minus);
  add("sparsity", merits.sparsity);
  add("unfaithfulness", merits.unfaithfulness);
  add("ROC-AUC", merits.auc);
  return fmt::format("{}", fmt::join(figures, ", "));
}

/// The places of the values farthest from 0, at most so many, largest first; of few values all, in their order.
template <typename Value>
std::vector<std::size_t> shown_places(std::size_t count, std::size_t most, const Value& value) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = i;
  if (count <= most) return places;
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(value(a)) > std::abs(value(b)); });
  places.resize(most);
  return places;
}

constexpr std::size_t most_rows = 40;

void print_nodes(const Explanation& one, const Example& example) {
  std::vector<std::string> header = {"node"};
  const bool labels = !example.node_labels.empty();
  if (labels) header.emplace_back("label");
  header.emplace_back("value");
  if (!one.errors.empty()) header.emplace_back("± error");
  Table table(header);
  const auto places = shown_places(one.nodes.size(), most_rows, [&](std::size_t v) { return one.nodes[v]; });
  for (const std::size_t v : places) {
    std::vector<std::string> row = {fmt::format("{}", v)};
    if (labels) row.push_back(fmt::format("{}", example.node_labels[v]));
    row.push_back(figure(one.nodes[v]));
    if (!one.errors.empty()) row.push_back(figure(one.errors[v]));
    table.add(row);
  }
  show("{}", table.text());
  if (places.size() < one.nodes.size()) show("({} of {} nodes, the largest values)\n", places.size(), one.nodes.size());
}

void print_edges(const Explanation& one) {
  if (one.edges.empty()) return;
  Table table({"edge", "value"});
  const auto places = shown_places(one.edges.size(), most_rows, [&](std::size_t e) { return one.edges[e].value; });
  for (const std::size_t e : places) {
    table.add({fmt::format("{}-{}", one.edges[e].u, one.edges[e].v), figure(one.edges[e].value)});
  }
  show("{}", table.text());
  if (places.size() < one.edges.size()) show("({} of {} edges, the largest values)\n", places.size(), one.edges.size());
}

void print(const Explanation& one, const Dataset& dataset, const std::string& method) {
  show("graph {}, {}: {} = {}\n", one.graph, method, one.subject, figure(one.value));
  for (const std::string& sentence : one.sentences) show("{}\n", sentence);
  print_nodes(one, dataset.examples[static_cast<std::size_t>(one.graph)]);
  print_edges(one);
  if (one.base) {
    show("they add up from {}, to {} less than the value; ", figure(*one.base), figure(*one.gap));
  }
  show("{} of {} nodes differ; equal ones were {} apart at most; the model was asked about {} graphs\n", one.orbits,
       one.nodes.size(), figure(one.spread), one.asked);
  if (const std::string figures = figures_text(one.merits); !figures.empty()) show("{}\n", figures);
  show("\n");
}

Json totals_json(const MeanMerits& means, const ModelCommand& command, const Dataset& dataset) {
  Json json = {{"event", "result"},
               {"dataset", dataset.name},
               {"graphs", means.graphs},
               {"method", command.explain.method},
               {"merits", means.mean.to_json()}};
  json["largest_spread"] = std::isfinite(means.largest_spread) ? Json(means.largest_spread) : Json(nullptr);
  json["largest_gap"] = std::isfinite(means.largest_gap) ? Json(means.largest_gap) : Json(nullptr);
  return json;
}

void write(const ModelCommand& command, const Question& question, std::span<const Explanation> explanations) {
  const Dataset& dataset = question.dataset;
  switch (kind_of(command.out)) {
    case OutKind::none:
      return;
    case OutKind::csv: {
      const std::string csv = explanations_csv(explanations, dataset, command.names);
      return emit(command.out, csv, static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) - 1);
    }
    case OutKind::json:
      return emit(command.out, to_text(explanations_json(explanations, dataset, command.names)) + "\n",
                  explanations.size());
    case OutKind::html:
      write_file_atomically(command.out,
                            explanations_page(explanations, dataset, command.explain.method, command.names));
      show("a page written to {}\n", command.out);
  }
}

}  // namespace

int run_explain(const ModelCommand& given) {
  const ModelCommand command = with_truth(given);
  kind_of(command.out);
  if (!command.index.empty() && command.part != "all") {
    throw usage_error("--part: has no effect here: --index names the graphs");
  }
  const auto check = [&](const Question& asked) {
    check_explanation(asked.predictor, asked.dataset, asked.graphs, command.explain);
  };
  const Question question =
      load_question(command, torch_runner(command), /*with_labels=*/command.part != "all", Folds::refused, check);
  ThreadPool pool(command.threads);
  std::vector<Explanation> explanations;
  {
    CountLine line("explain", question.graphs.size());
    explanations = explain(question.predictor, question.dataset, question.graphs, command.explain, pool,
                           [&](std::size_t done) { line.show(done); });
  }
  write(command, question, explanations);
  const MeanMerits means = MeanMerits::of(explanations);
  if (command.json) {
    show("{}\n", to_text(totals_json(means, command, question.dataset)));
    return 0;
  }
  constexpr std::size_t few = 3;
  if (explanations.size() <= few && command.out.empty()) {
    for (const Explanation& one : explanations) print(one, question.dataset, command.explain.method);
  }
  if (explanations.size() != 1) {
    show("{}, {} graphs: {}\n", command.explain.method, explanations.size(), figures_text(means.mean));
    if (explanations.size() > few && command.out.empty()) show("values: --out FILE.csv, or --index N for a table\n");
  }
  return 0;
}

}  // namespace gnnir::app
