#pragma once

#include <array>
#include <utility>

#include "gnnir/base/enum_names.h"

namespace gnnir {

/// What computes a model. Part of how it is run, not of what it is: a model file does not say it.
enum class Engine {
  fused,      ///< kernels of our own, float32 on the CPU, for the parts of a model that they cover; the rest as below
  reference,  ///< plain libtorch operations
};
template <>
struct EnumNames<Engine> {
  static constexpr std::array table = {std::pair{"fused", Engine::fused}, std::pair{"reference", Engine::reference}};
};

}  // namespace gnnir
