#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <set>

#include "console.h"
#include "gnnir/audit/audit.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/open.h"
#include "gnnir/data/readers/csv.h"
#include "gnnir/data/rejects.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/report/table.h"
#include "gnnir/train/memory_estimate.h"
#include "gnnir/train/predict.h"
#include "gnnir/train/started_run.h"
#include "learn_commands.h"
#include "npy.h"
#include "path_checks.h"

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

/// A model and the graphs it is asked about.
struct Question {
  TrainedModel model;
  Dataset dataset;
  EncodedDataset data;
  std::vector<std::int64_t> graphs;
};

std::vector<std::int64_t> part_of_run(const ModelCommand& command, const Dataset& dataset) {
  const fs::path folder =
      fs::is_directory(command.model) ? fs::path(command.model) : fs::path(command.model).parent_path();
  if (!fs::exists(folder / "splits.json")) {
    throw usage_error("--part {}: {} has no splits.json; give a run folder as the model", command.part,
                      folder.string());
  }
  // Of one of several trainings the folder around it knows the data.
  for (const fs::path& run : {folder, fs::absolute(folder).lexically_normal().parent_path()}) {
    if (!fs::exists(run / "env.json")) continue;
    require_same_data(run, dataset, "--part " + command.part);
    break;
  }
  const Split split = read_fold_json(folder / "splits.json", dataset.size()).front();
  if (command.part == "train") return split.train;
  if (command.part == "validation") return split.validation;
  if (command.part == "test") return split.test;
  std::vector<std::string> names = {"all", "train", "validation", "test"};
  for (const Split::Extra& extra : split.extra_tests) {
    if (extra.name == command.part) return extra.graphs;
    names.push_back(extra.name);
  }
  throw usage_error("--part: expected one of {}, found '{}'.{}", fmt::join(names, ", "), command.part,
                    suggestion(command.part, names));
}

ReadOptions read_options(const ModelCommand& command, const ModelHeader& trained, bool with_labels) {
  ReadOptions options = trained.config.data.read_options();
  options.zero_labels = !trained.features.label_values.empty();
  options.labels = with_labels;  // graphs to predict on need none, and those that are there may be anything
  if (!command.smiles_column.empty()) options.smiles_column = command.smiles_column;
  options.on_error = command.on_error.value_or(options.on_error);
  options.rejects = command.rejects;
  if (!options.rejects.empty() && options.on_error != OnError::skip) {
    throw usage_error("--rejects: has no effect here: it is for --on-error skip");
  }
  return options;
}

/// Says which labels of nodes or edges the model has not been trained on, if any.
void warn_of_unknown_labels(const Dataset& dataset, const FeatureEncoding& encoding, FeatureOf of) {
  if (encoding.label_values.empty()) return;
  std::set<std::int64_t> unknown;
  std::int64_t count = 0;
  std::int64_t all = 0;
  for (const Example& example : dataset.examples) {
    for (const std::int64_t label : of == FeatureOf::nodes ? example.node_labels : example.edge_labels) {
      ++all;
      if (std::binary_search(encoding.label_values.begin(), encoding.label_values.end(), label)) continue;
      ++count;
      unknown.insert(label);
    }
  }
  if (count == 0) return;
  constexpr std::size_t most = 5;
  std::vector<std::int64_t> shown(unknown.begin(), unknown.end());
  shown.resize(std::min(shown.size(), most));
  fmt::print(stderr, "gnnir: warning: {} of {} {} have a label that the model was not trained on ({}{})\n", count, all,
             of == FeatureOf::nodes ? "nodes" : "edges", fmt::join(shown, ", "), unknown.size() > most ? ", …" : "");
}

std::unique_ptr<Question> load_question(const ModelCommand& command, bool with_labels) {
  check_output("--out", command.out, {command.model, command.data});
  require_model_first(command.model, command.data);
  use_single_threaded_operations();
  auto question = std::make_unique<Question>();
  question->model = load_model(command.model, command.engine,
                               [](const std::string& text) { fmt::print(stderr, "gnnir: warning: {}\n", text); });
  question->dataset = open_dataset(command.data, command.data_dir, read_options(command, question->model, with_labels));
  const std::string remark = remark_on_rejects(question->dataset);
  if (!remark.empty()) fmt::print(stderr, "gnnir: warning: {}\n", remark);
  warn_of_unknown_labels(question->dataset, question->model.features, FeatureOf::nodes);
  warn_of_unknown_labels(question->dataset, question->model.edge_features, FeatureOf::edges);
  question->data = with_labels ? EncodedDataset::from(question->dataset, question->model)
                               : EncodedDataset::features_of(question->dataset, question->model);
  if (command.part == "all") {
    question->graphs.resize(question->dataset.examples.size());
    std::iota(question->graphs.begin(), question->graphs.end(), 0);
  } else {
    question->graphs = part_of_run(command, question->dataset);
  }
  require_memory(estimate_prediction(question->model, question->data, question->graphs, command.threads),
                 command.max_memory);
  return question;
}

void emit(const std::string& out, const std::string& content, std::size_t rows) {
  if (out.empty()) {
    fmt::print("{}", content);
    return;
  }
  write_file_atomically(out, content);
  fmt::print("{} row{} written to {}\n", rows, rows == 1 ? "" : "s", out);
}

void warn(const std::string& remark) {
  if (!remark.empty()) fmt::print(stderr, "gnnir: warning: {}\n", remark);
}

/// Empty for what is no finite number.
std::string number_field(double value) { return std::isfinite(value) ? format_exact(value) : ""; }

/// Of a row of predictions; names of targets may be those of our own columns.
std::string column_of(const std::string& target) {
  const bool taken = target == "graph" || target == "line" || target == "order";
  return csv_field(taken ? "target_" + target : target);
}

std::string class_row(const TrainedModel& model, std::span<const float> logits) {
  if (std::any_of(logits.begin(), logits.end(), [](float x) { return !std::isfinite(x); })) {
    return std::string(logits.size(), ',');  // no class, no probabilities
  }
  const auto best = std::max_element(logits.begin(), logits.end());
  double total = 0;
  for (const float x : logits) total += std::exp(x - *best);
  std::string row = csv_field(model.targets.names[static_cast<std::size_t>(best - logits.begin())]);
  for (const float x : logits) row += fmt::format(",{:.6f}", std::exp(x - *best) / total);
  return row;
}

std::string target_row(const TrainedModel& model, std::span<const float> outputs) {
  std::string row;
  for (std::size_t t = 0; t < outputs.size(); ++t) {
    row += (t == 0 ? "" : ",") + number_field(model.targets.decode(outputs[t], static_cast<std::int64_t>(t)));
  }
  return row;
}

/// In each target's own unit, which their mean has none of; empty if there is only one, and without those that no graph
/// has.
std::vector<std::pair<std::string, double>> error_of_each_target(const Question& question,
                                                                 std::span<const float> outputs) {
  const TargetEncoding& encoding = question.model.targets;
  std::vector<std::pair<std::string, double>> errors;
  if (encoding.task != Task::regression || encoding.outputs() < 2) return errors;
  const std::vector<double> standardised =
      mean_absolute_errors(outputs, question.data.targets_of(question.graphs), encoding.outputs());
  for (std::size_t t = 0; t < standardised.size(); ++t) {
    if (std::isfinite(standardised[t])) errors.emplace_back(encoding.names[t], standardised[t] * encoding.scale[t]);
  }
  return errors;
}

}  // namespace

int run_eval(const ModelCommand& command) {
  const auto question = load_question(command, /*with_labels=*/true);
  ThreadPool pool(command.threads, use_single_threaded_operations);
  std::int64_t cut_cells = 0;
  const std::vector<float> outputs = predict(question->model, question->data, question->graphs, pool, &cut_cells);
  warn(remark_on_cut_cells(cut_cells, question->model.config.model.ir));
  warn(remark_on_bad_outputs(outputs, question->graphs));
  const Scores scores = score(question->model, question->data, question->graphs, outputs);
  if (scores.empty())
    throw data_error("[eval] {} has no {} to compare with; use `gnnir predict`", question->dataset.name,
                     question->model.targets.task == Task::classification ? "classes" : "targets");
  const std::vector<std::pair<std::string, double>> by_target = error_of_each_target(*question, outputs);
  if (command.json) {
    Json result = {{"event", "result"},
                   {"dataset", question->dataset.name},
                   {"part", command.part},
                   {"graphs", question->graphs.size()},
                   {"scores", scores}};
    for (const auto& [name, error] : by_target) result["mae_by_target"][name] = error;
    if (question->model.config.model.ir.ties == TiePolicy::cell) result["cut_cells"] = cut_cells;
    fmt::print("{}\n", to_text(result));
    return 0;
  }
  Table table({"score", "value"});
  for (const auto& [name, value] : scores) {
    table.add({name, std::isfinite(value) ? format_score(name, value) : "not finite"});
  }
  for (const auto& [name, error] : by_target) table.add({"mae of " + name, format_score("mae", error)});
  fmt::print("{}: {} graphs ({})\n{}", question->dataset.name, question->graphs.size(), command.part, table.text());
  return 0;
}

int run_predict(const ModelCommand& command) {
  const auto question = load_question(command, /*with_labels=*/false);
  ThreadPool pool(command.threads, use_single_threaded_operations);
  const TargetEncoding& targets = question->model.targets;
  std::int64_t cut_cells = 0;
  const std::vector<float> outputs = predict(question->model, question->data, question->graphs, pool, &cut_cells);
  warn(remark_on_cut_cells(cut_cells, question->model.config.model.ir));
  warn(remark_on_bad_outputs(outputs, question->graphs));
  const bool classes = targets.task == Task::classification;
  const std::vector<std::int64_t>& lines = question->dataset.lines;
  std::vector<GraphAudit> audits;
  if (command.audit) audits = audit(question->model, question->data, question->graphs, {}, pool);
  std::string csv = fmt::format("graph{}{}", lines.empty() ? "" : ",line", classes ? ",prediction" : "");
  for (const std::string& name : targets.names) csv += "," + (classes ? csv_field("p_" + name) : column_of(name));
  csv += command.audit ? ",order\n" : "\n";
  const auto columns = static_cast<std::size_t>(targets.outputs());
  for (std::size_t i = 0; i < question->graphs.size(); ++i) {
    const auto row = std::span(outputs).subspan(i * columns, columns);
    const std::int64_t graph = question->graphs[i];
    csv += fmt::format("{},{}{}{}\n", graph,
                       lines.empty() ? "" : fmt::format("{},", lines[static_cast<std::size_t>(graph)]),
                       classes ? class_row(question->model, row) : target_row(question->model, row),
                       command.audit ? fmt::format(",{}", name_of(audits[i].verdict)) : "");
  }
  emit(command.out, csv, question->graphs.size());
  return 0;
}

int run_embed(const ModelCommand& command) {
  const std::string extension = fs::path(command.out).extension().string();
  if (!command.out.empty() && extension != ".csv" && extension != ".npy") {
    throw usage_error("--out: expected a name ending in .csv or .npy, found '{}'", command.out);
  }
  const auto question = load_question(command, /*with_labels=*/false);
  ThreadPool pool(command.threads, use_single_threaded_operations);
  const Embeddings embeddings = embed(question->model, question->data, question->graphs,
                                      command.nodes ? EmbeddingKind::node : EmbeddingKind::graph, pool);
  warn(remark_on_bad_outputs(embeddings.rows, embeddings.graph_of_row));
  const auto columns = static_cast<std::size_t>(embeddings.columns);
  const std::size_t rows = embeddings.graph_of_row.size();
  if (extension == ".npy") {
    emit(command.out, encode_npy(embeddings.rows, rows, columns), rows);
    return 0;
  }
  std::string csv = command.nodes ? "graph,node" : "graph";
  for (std::size_t c = 0; c < columns; ++c) csv += fmt::format(",e{}", c);
  csv += "\n";
  std::int64_t node = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    node = r > 0 && embeddings.graph_of_row[r] == embeddings.graph_of_row[r - 1] ? node + 1 : 0;
    csv += fmt::format("{}", embeddings.graph_of_row[r]);
    if (command.nodes) csv += fmt::format(",{}", node);
    for (std::size_t c = 0; c < columns; ++c) csv += "," + number_field(embeddings.rows[r * columns + c]);
    csv += "\n";
  }
  emit(command.out, csv, rows);
  return 0;
}

}  // namespace gnnir::app
