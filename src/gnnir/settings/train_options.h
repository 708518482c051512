#pragma once

#include <cstdint>
#include <string>

#include "gnnir/base/enum_names.h"

namespace gnnir {

/// When the learning rate decays.
enum class ScheduleKind {
  plateau,  ///< the validation loss has not improved for more than `patience` epochs
  step,     ///< every `decay_every` epochs
  constant,
  cosine,  ///< from step to step along a cosine, from `lr` down to `min_lr` over all epochs
};
template <>
struct EnumNames<ScheduleKind> {
  static constexpr std::array table = {
      std::pair{"plateau", ScheduleKind::plateau}, std::pair{"step", ScheduleKind::step},
      std::pair{"constant", ScheduleKind::constant}, std::pair{"cosine", ScheduleKind::cosine}};
};

/// Which validation figure picks the best epoch.
enum class ModelSelection {
  metric,  ///< TrainOptions::metric; of equally good epochs the one with the lowest loss
  loss,
};
template <>
struct EnumNames<ModelSelection> {
  static constexpr std::array table = {std::pair{"metric", ModelSelection::metric},
                                       std::pair{"loss", ModelSelection::loss}};
};

struct TrainOptions {
  std::int64_t epochs = 100;
  std::int64_t batch_size = 64;
  double lr = 1e-3;
  double weight_decay = 0;
  ScheduleKind schedule = ScheduleKind::plateau;
  double decay = 0.5;             ///< the learning rate is multiplied by this
  std::int64_t patience = 15;     ///< plateau: epochs without a better validation loss
  std::int64_t decay_every = 50;  ///< step: epochs
  double min_lr = 1e-6;           ///< plateau, step: training stops when the rate falls below; cosine: it ends there
  double warmup = 0;              ///< epochs in which the learning rate rises from 0, step by step
  double clip = 0;                ///< largest norm of the gradient; 0: no clipping
  double average = 0;             ///< share of the old in a running average of the weights; 0: no averaging
  std::string metric = "auto";    ///< what stands first and picks epochs: metrics/main_metric.h
  ModelSelection select_by = ModelSelection::metric;
  std::int64_t early_stop = 0;  ///< stop after this many epochs without a better validation score; 0: never
  std::int64_t shards =
      0;  ///< pieces a batch is cut into; results depend on it, never on the threads. 0: from the batch
  std::uint64_t seed = 0;
  std::int64_t seeds = 1;  ///< trainings per split, with seeds counting up from `seed`
  bool standardize_targets = true;
};

}  // namespace gnnir
