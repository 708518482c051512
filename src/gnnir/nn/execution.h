#pragma once

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

#include <string>
#include <vector>

#include "gnnir/settings/execution.h"

namespace gnnir {

/// How a model is run: decided when it is built, and no part of what it is. Kernels compute float32 on the CPU; in
/// another precision, or on another device, everything runs on libtorch's operations.
struct Execution {
  Engine engine = Engine::fused;
  c10::Device device = c10::kCPU;
  c10::ScalarType precision = c10::kFloat;

  [[nodiscard]] bool fused() const { return engine == Engine::fused && device.is_cpu() && precision == c10::kFloat; }
};

/// What runs a part of a model.
struct EnginePart {
  std::string part;  ///< "GNN"
  Engine engine = Engine::reference;
  std::string reason = {};  ///< why it is not fused although that was asked for; or ""
};

/// In words: "fused", or "fused but for the GNN (no kernels for conv = gat)".
std::string describe(const std::vector<EnginePart>& parts);

}  // namespace gnnir
