#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/models/model_file.h"
#include "gnnir/run/evaluate_run.h"
#include "gnnir/run/memory_estimate.h"
#include "learn_commands.h"
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
  options.on_error = command.on_error.value_or(options.on_error);
  options.rejects = command.rejects;
  if (!options.rejects.empty() && options.on_error != OnError::skip) {
    throw usage_error("--rejects: has no effect here: it is for --on-error skip");
  }
  return options;
}

}  // namespace

Question load_question(const ModelCommand& command, bool with_labels) {
  check_output("--out", command.out, {command.model, command.data});
  require_model_first(command.model, command.data);
  TrainedModel trained = load_model(command.model, {.engine = command.engine_to_use()}, warn);
  const Predictor predictor = predictor_of(trained);
  Question question{
      predictor, open_dataset(command.data, command.data_dir, read_options(command, predictor, with_labels)), {}};
  const Dataset& dataset = question.dataset;
  for (const std::string& remark : remarks_on_reading(dataset)) warn(remark);
  for (const std::string& remark : predictor.remarks_on(dataset)) warn(remark);
  question.graphs = command.part == "all" ? all_graphs(dataset) : part_of_run(command.model, command.part, dataset);
  predictor.network().require_fit(dataset);
  require_memory(estimate_prediction(trained, EncodedDataset::features_of(dataset, trained), question.graphs,
                                     command.threads, command.max_memory),
                 command.max_memory);
  return question;
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

int run_embed(const ModelCommand& command) {
  const std::string extension = fs::path(command.out).extension().string();
  if (!command.out.empty() && extension != ".csv" && extension != ".npy") {
    throw usage_error("--out: expected a name ending in .csv or .npy, found '{}'", command.out);
  }
  const Question question = load_question(command, /*with_labels=*/false);
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
