#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// What a training makes small.
enum class LossKind {
  automatic,  ///< cross entropy of classes and answers, l1 of numbers
  cross_entropy,
  focal,  ///< cross entropy times (1 - p)^gamma: what is right already counts for little
  l1,
  l2,
  huber,     ///< l2 within delta of the target, l1 beyond
  quantile,  ///< of the numbers that a graph like this may have, which this share is below
};
template <>
struct EnumNames<LossKind> {
  static constexpr std::array table = {std::pair{"auto", LossKind::automatic},
                                       std::pair{"cross-entropy", LossKind::cross_entropy},
                                       std::pair{"focal", LossKind::focal},
                                       std::pair{"l1", LossKind::l1},
                                       std::pair{"l2", LossKind::l2},
                                       std::pair{"huber", LossKind::huber},
                                       std::pair{"quantile", LossKind::quantile}};
};

/// What an example's class counts for in the loss.
enum class ClassWeights {
  none,
  balanced,  ///< every class as much as every other: n / (classes · graphs of the class), over the training graphs
};
template <>
struct EnumNames<ClassWeights> {
  static constexpr std::array table = {std::pair{"none", ClassWeights::none},
                                       std::pair{"balanced", ClassWeights::balanced}};
};

/// What of a model does not learn.
enum class Freeze {
  none,
  encoder,  ///< all but the head: its weights and running statistics stay as they are
};
template <>
struct EnumNames<Freeze> {
  static constexpr std::array table = {std::pair{"none", Freeze::none}, std::pair{"encoder", Freeze::encoder}};
};

struct LossOptions {
  LossKind kind = LossKind::automatic;
  double focal_gamma = 2;
  double huber_delta = 1;  ///< in units of the target's deviation, where targets are standardised
  double quantile = 0.5;
  ClassWeights class_weights = ClassWeights::none;
  std::vector<std::string> task_weights;  ///< "NAME=W": what a target counts for; 1 where it is not named
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
  LossOptions loss;
  std::string metric = "auto";  ///< what stands first and picks epochs: metrics/main_metric.h
  ModelSelection select_by = ModelSelection::metric;
  std::int64_t early_stop = 0;  ///< stop after this many epochs without a better validation score; 0: never
  std::int64_t shards =
      0;  ///< pieces a batch is cut into; results depend on it, never on the threads. 0: from the batch
  std::uint64_t seed = 0;
  std::int64_t seeds = 1;  ///< trainings per split, with seeds counting up from `seed`
  bool standardize_targets = true;
  std::string init;  ///< a model file or run folder, whose model it begins with; empty: weights drawn from the seed
  Freeze freeze = Freeze::none;
};

}  // namespace gnnir
