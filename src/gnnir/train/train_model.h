#pragma once

#include <functional>
#include <map>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"
#include "gnnir/infer/prediction.h"
#include "gnnir/models/model_file.h"
#include "gnnir/models/weights.h"
#include "gnnir/record/epoch_table.h"
#include "gnnir/record/progress.h"
#include "gnnir/settings/config.h"
#include "gnnir/train/context.h"

namespace gnnir {

struct TrainOutcome : TrainResult {
  TrainedModel model;                    ///< the best epoch's weights
  Weights last_weights;                  ///< the last epoch's
  Predictions test_predictions;          ///< of the best model, for the graphs of the test part
  std::int64_t cut_cells = 0;            ///< graphs of all parts but the training's in which ties = cell cut a cell
  std::map<std::string, Reasons> lacks;  ///< by part, what its scores do not have, and why
};

/// After each epoch; the model's weights are those of the epoch.
using EpochObserver = std::function<void(const EpochReport&, const TrainedModel&)>;

/// A whole training on one split: Adam, decay by the schedule, the best epoch by validation.
///   ThreadPool pool(available_cores());
///   TrainOutcome outcome = train_model(dataset, split, config, pool);
///   save_model(outcome.model, "model.safetensors");
/// Throws an Error if labels or features that the options need are missing, and Stopped (base/stoppable.h) if the
/// context's own StopSource asks for it.
TrainOutcome train_model(const Dataset& dataset, const Split& split, const RunConfig& config,
                         const TrainContext& context, const EpochObserver& observer = {});

}  // namespace gnnir
