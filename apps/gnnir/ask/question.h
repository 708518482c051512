#pragma once

#include <functional>
#include <string>
#include <vector>

#include "commands.h"
#include "gnnir/infer/memory.h"
#include "gnnir/infer/out_of_fold.h"

namespace gnnir::app {

/// A model and the graphs it is asked about.
struct Question {
  Predictor predictor;
  Dataset dataset;
  std::vector<std::int64_t> graphs;
  std::vector<FoldQuestion> folds = {};  ///< if each fold of a cross-validation answers for its own graphs
};

/// Who runs models: the kernels alone, or libtorch.
struct ModelRunner {
  LoadPredictor load;
  /// What it takes to ask the one that was loaded first.
  std::function<MemoryEstimate(const Predictor& predictor, const Question& question, const ModelCommand& command)>
      estimate;
};

/// Runs models on the kernels alone.
ModelRunner kernel_runner();
/// Whether the kernels have all models that a command asks, and it does not ask for another engine.
bool kernels_suffice(const ModelCommand& command);

int run_eval(const ModelCommand& command, const ModelRunner& runner);
int run_predict(const ModelCommand& command, const ModelRunner& runner);
int run_embed(const ModelCommand& command, const ModelRunner& runner);

/// What becomes of the test part of a cross-validation.
enum class Folds { refused, each_its_own };

/// Reads both and says what a person should know; an Error if they do not go together or there is too little memory.
/// check: throws if the question makes no sense; called before anything is computed
Question load_question(const ModelCommand& command, const ModelRunner& runner, bool with_labels,
                       Folds folds = Folds::refused, const std::function<void(const Question&)>& check = {});

/// The graphs, and those that were skipped, which have rows, too, unless a part was asked for.
std::size_t rows_of(const Question& question, const ModelCommand& command);

/// To a file, saying so, or to standard output if `out` is empty.
void emit(const std::string& out, const std::string& content, std::size_t rows);

/// Empty for what is no finite number.
std::string number_field(double value);

}  // namespace gnnir::app
