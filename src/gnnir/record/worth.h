#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "gnnir/base/enum_names.h"
#include "gnnir/base/json.h"
#include "gnnir/record/run_result.h"

namespace gnnir {

enum class Payoff {
  pays,
  unclear,  ///< better or worse by less than twice the standard error of the difference
  does_not_pay,
};
template <>
struct EnumNames<Payoff> {
  static constexpr std::array table = {std::pair{"pays", Payoff::pays}, std::pair{"unclear", Payoff::unclear},
                                       std::pair{"does not pay", Payoff::does_not_pay}};
};

/// What a model is worth beside the plain GNN on the same splits, by the test score that counts.
struct Worth {
  Payoff verdict = Payoff::unclear;
  double gain = 0;              ///< mean over the trainings of both; above 0 where the model is better
  std::size_t trainings = 0;    ///< that have the score with both
  std::optional<double> error;  ///< standard error of the gain, training by training; of one there is none

  [[nodiscard]] Json to_json() const;
};

/// Nothing if they share no finite score. The folds of a cross-validation share training graphs, so that the true error
/// is somewhat larger than the one here.
std::optional<Worth> worth_of(const RunResult& model, const RunResult& plain);

}  // namespace gnnir
