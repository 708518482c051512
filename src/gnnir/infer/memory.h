#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gnnir/base/error.h"
#include "gnnir/infer/predictor.h"

namespace gnnir {

/// What a piece of work is going to have resident at its peak, in bytes.
struct MemoryEstimate {
  double present = 0;  ///< the process as it is: program, libraries, data set
  double held = 0;     ///< for as long as the work lasts: encoded data, weights, the optimizer's averages
  double passing = 0;  ///< embeddings and gradients of the graphs that are at work at one time
  /// What to try if it is too much.
  std::string advice = "Try a smaller train.batch_size, fewer run.threads, a smaller model.hidden or model.width";
  [[nodiscard]] double total() const { return present + held + passing; }
};

/// Whether it is within the limit; 0: what this process could have.
bool fits_memory(const MemoryEstimate& estimate, double limit);
/// An Error of kind usage with the figures and what to try if it is not.
void require_memory(const MemoryEstimate& estimate, double limit);
bool is_lack_of_memory(const Error& error);

/// What prediction and embedding need where models run on the kernels alone (infer/load.h).
MemoryEstimate estimate_on_kernels(const Predictor& predictor, const Dataset& dataset,
                                   std::span<const std::int64_t> graphs, std::size_t threads);

}  // namespace gnnir
