#include "torch_runner.h"

#include "gnnir/models/model_file.h"
#include "gnnir/run/memory_estimate.h"
#include "words.h"

namespace gnnir::app {

ModelRunner torch_runner(const ModelCommand& command) {
  const Execution execution{.engine = command.engine_to_use()};
  const auto first = std::make_shared<std::optional<TrainedModel>>();  // to be measured
  const LoadPredictor load = [execution, first](std::span<const std::filesystem::path> paths) {
    std::vector<TrainedModel> models;
    for (const std::filesystem::path& path : paths) {
      for (TrainedModel& model : load_models(path, execution, warn)) models.push_back(std::move(model));
    }
    if (!*first) *first = models.front();
    return predictor_of(models);
  };
  return {load, [first](const Predictor&, const Question& question, const ModelCommand& asked) {
            return estimate_prediction(**first, EncodedDataset::features_of(question.dataset, **first), question.graphs,
                                       asked.threads, asked.max_memory);
          }};
}

}  // namespace gnnir::app
