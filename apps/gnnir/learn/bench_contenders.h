#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gnnir/models/model_file.h"
#include "gnnir/models/registry.h"
#include "gnnir/train/step.h"

namespace gnnir::app {

/// A data set with the batches that every contender works on.
struct BenchData {
  const Dataset& dataset;
  const Split& split;
  std::vector<std::vector<std::int64_t>> batches;

  [[nodiscard]] std::vector<GraphSize> graph_sizes() const;  ///< of all batches
  [[nodiscard]] std::int64_t graphs() const;
};

/// One way to do the work, with a model of its own. All begin with the same weights.
class Contender {
 public:
  virtual ~Contender() = default;
  /// All batches once.
  virtual void run(const BenchData& data) = 0;
  /// Where the time went, where that is known.
  [[nodiscard]] virtual Stepper::Times times() const { return {}; }

  std::vector<double> seconds;  ///< of each round
  [[nodiscard]] double median() const;
};

/// Training as `gnnir train` does it: shards on a pool of threads.
std::unique_ptr<Contender> make_trainer(const BenchData& data, const RunConfig& config, const Execution& execution,
                                        std::size_t threads);

/// Training as a libtorch program does it: the reference engine on whole batches, libtorch's own threads inside
/// operations, its own Adam. BLAS has one thread: with more it is slower at these shapes.
std::unique_ptr<Contender> make_plain_trainer(const BenchData& data, const RunConfig& config, std::size_t threads);

/// Who predicts: libtorch's operations, modules on the fused engine, or the kernels without libtorch, as `gnnir
/// predict` does it.
enum class PredictedBy { reference, fused, kernels_alone };
std::shared_ptr<const Network> network_of(const TrainedModel& trained, PredictedBy by);
std::unique_ptr<Contender> make_predictor(const BenchData& data, const RunConfig& config, PredictedBy by,
                                          std::size_t threads);

/// One warm-up, then every contender in turn, round after round, so that a slow moment of the machine meets them all.
void race(const std::vector<Contender*>& contenders, const BenchData& data, std::int64_t rounds);

/// How far the fused engine is from the reference engine in double precision on a batch: the largest difference of
/// outputs and of gradients, relative to the largest entry of the same tensor; and beside it how far the reference
/// engine itself is in single precision.
struct Agreement {
  double outputs = 0;
  double gradients = 0;
  double reference_outputs = 0;
  double reference_gradients = 0;
};
/// Throws an Error if the fused engine is further off than 1e-5 (outputs) or 1e-4 (gradients) and than five times the
/// reference in single precision, which on graphs full of equal nodes is itself far off. Weights are those of the
/// start, moved a little, and moved again up to five times: a ReLU or a maximum at its kink has no one gradient, and
/// that is not the same everywhere.
Agreement require_agreement(const BenchData& data, const RunConfig& config);

}  // namespace gnnir::app
