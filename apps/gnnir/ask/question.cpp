#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "asked_data.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/names.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/infer/load.h"
#include "gnnir/infer/part_of_run.h"
#include "npy.h"
#include "output.h"
#include "path_checks.h"
#include "question.h"
#include "words.h"

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

ReadOptions read_options(const ModelCommand& command, const Predictor& predictor, bool with_labels) {
  ReadOptions options = predictor.read_options(with_labels);
  if (!command.smiles_column.empty()) options.smiles_column = command.smiles_column;
  options.separator = command.separator.value_or(options.separator);
  options.on_error = command.on_error.value_or(options.on_error);
  options.rejects = command.rejects;
  if (!options.rejects.empty() && options.on_error != OnError::skip) {
    throw usage_error("--rejects: has no effect here: it is for --on-error skip");
  }
  return options;
}

}  // namespace

ModelRunner kernel_runner() {
  const LoadPredictor load = [](std::span<const fs::path> paths) {
    std::vector<StoredModel> models;
    for (const fs::path& path : paths) {
      for (StoredModel& model : read_models(path, warn)) models.push_back(std::move(model));
    }
    return predictor_on_kernels(models);
  };
  return {load, [](const Predictor& predictor, const Question& question, const ModelCommand& command) {
            return estimate_on_kernels(predictor, EncodedDataset::features_of(question.dataset, predictor.model()),
                                       question.graphs, command.threads, command.max_memory);
          }};
}

bool kernels_suffice(const ModelCommand& command) {
  if (command.engine_to_use() != Engine::fused) return false;
  std::vector<std::string> paths = command.with;
  paths.push_back(command.model);
  try {
    for (const std::string& path : paths) {
      for (const StoredModel& model : read_models(path)) {
        if (!lacks_kernels(model.header.config.model).empty()) return false;
      }
    }
  } catch (const Error&) {
    return true;  // who runs the command says what is wrong
  }
  return true;
}

/// The graphs that are asked about; of folds those of each.
static void ask_about_part(const ModelCommand& command, const ModelRunner& runner, Folds folds, Question& question) {
  for (const std::int64_t graph : command.index) {
    if (graph >= 0 && graph < question.dataset.size()) continue;
    throw usage_error("--index: expected graphs from 0 to {}, found {}", question.dataset.size() - 1, graph);
  }
  if (!command.index.empty()) {
    question.graphs = command.index;
    return;
  }
  if (command.part == "all") {
    question.graphs = all_graphs(question.dataset);
    return;
  }
  if (folds == Folds::refused || command.part != "test" || !command.with.empty() ||
      !has_folds(command.model, question.dataset)) {
    question.graphs = part_of_run(command.model, command.part, question.dataset);
    return;
  }
  question.folds = questions_to_folds(command.model, question.dataset, runner.load);
  for (const FoldQuestion& fold : question.folds) {
    question.graphs.insert(question.graphs.end(), fold.graphs.begin(), fold.graphs.end());
  }
}

Question load_question(const ModelCommand& command, const ModelRunner& runner, bool with_labels, Folds folds,
                       const std::function<void(const Question&)>& check) {
  std::vector<std::string> read = files_of(command);
  for (const std::string& file : read) require_model_first(command.model, file);
  read.push_back(command.model);
  read.insert(read.end(), command.with.begin(), command.with.end());
  check_output("--out", command.out, read);
  std::vector<fs::path> models = {command.model};
  models.insert(models.end(), command.with.begin(), command.with.end());
  const Predictor predictor = runner.load(models);
  Question question{predictor, open_asked(command, read_options(command, predictor, with_labels)), {}};
  const Dataset& dataset = question.dataset;
  for (const std::string& remark : predictor.remarks_on(dataset)) warn(remark);
  ask_about_part(command, runner, folds, question);
  predictor.network().require_fit(dataset);
  if (check) check(question);
  require_memory(runner.estimate(predictor, question, command), command.max_memory);
  return question;
}

std::size_t rows_of(const Question& question, const ModelCommand& command) {
  return question.graphs.size() + (command.part == "all" ? question.dataset.skipped.size() : 0);
}

void emit(const std::string& out, const std::string& content, std::size_t rows) {
  if (out.empty()) {
    put(content, stdout);
    return;
  }
  write_file_atomically(out, content);
  show("{} row{} written to {}\n", rows, rows == 1 ? "" : "s", out);
}

std::string number_field(double value) { return std::isfinite(value) ? format_exact(value) : ""; }

/// A row per embedding, and per graph that was skipped.
static std::string embeddings_csv(const Dataset& dataset, const Embeddings& embeddings, bool nodes, bool named,
                                  bool skipped) {
  using Texts = std::vector<std::string>;
  const auto columns = static_cast<std::size_t>(embeddings.columns);
  const bool errors = skipped && !dataset.skipped.empty();
  Texts others;
  if (nodes) others.emplace_back("node");
  for (std::size_t c = 0; c < columns; ++c) others.push_back(fmt::format("e{}", c));
  if (errors) others.emplace_back("error");
  Texts taken = others;
  taken.emplace_back("graph");
  const NameColumns names = named ? NameColumns(dataset, taken) : NameColumns();
  const auto row_of = [](const std::string& graph, const Texts& called, const Texts& rest) {
    Texts row = {graph};
    row.insert(row.end(), called.begin(), called.end());
    row.insert(row.end(), rest.begin(), rest.end());
    return csv_row(row);
  };
  std::string csv = row_of("graph", names.header(), others);
  std::int64_t node = 0;
  const auto on_row = [&](std::size_t r) {
    const std::int64_t graph = embeddings.graph_of_row[r];
    node = r > 0 && graph == embeddings.graph_of_row[r - 1] ? node + 1 : 0;
    Texts rest;
    if (nodes) rest.push_back(fmt::format("{}", node));
    for (std::size_t c = 0; c < columns; ++c) rest.push_back(number_field(embeddings.rows[r * columns + c]));
    rest.resize(others.size());
    csv += row_of(fmt::format("{}", graph), names.of_graph(graph), rest);
  };
  const auto on_skipped = [&](const SkippedGraph& graph) {
    Texts rest(others.size());
    rest.back() = graph.reason;
    csv += row_of("", names.of_skipped(graph), rest);
  };
  in_order_of_file(embeddings.graph_of_row, errors ? dataset.skipped : std::vector<SkippedGraph>(), on_row, on_skipped);
  return csv;
}

int run_embed(const ModelCommand& command, const ModelRunner& runner) {
  const std::string extension = fs::path(command.out).extension().string();
  if (!command.out.empty() && extension != ".csv" && extension != ".npy") {
    throw usage_error("--out: expected a name ending in .csv or .npy, found '{}'", command.out);
  }
  const Question question = load_question(command, runner, /*with_labels=*/command.part != "all");
  ThreadPool pool(command.threads);
  const Embeddings embeddings =
      question.predictor.embed(question.dataset, command.nodes ? EmbeddingKind::node : EmbeddingKind::graph,
                               {.graphs = question.graphs, .pool = &pool});
  warn(remark_on_bad_outputs(embeddings.rows, embeddings.graph_of_row));
  const auto columns = static_cast<std::size_t>(embeddings.columns);
  const std::size_t rows = embeddings.graph_of_row.size();
  if (extension == ".npy") {
    emit(command.out, encode_npy(embeddings.rows, rows, columns), rows);
    return 0;
  }
  const bool all = command.part == "all";
  emit(command.out, embeddings_csv(question.dataset, embeddings, command.nodes, command.names, all),
       rows + (all ? question.dataset.skipped.size() : 0));
  return 0;
}

}  // namespace gnnir::app
