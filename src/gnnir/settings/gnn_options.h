#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "gnnir/base/enum_names.h"
#include "gnnir/settings/own_options.h"

namespace gnnir {

/// Normalization before each ReLU of the convolution.
enum class NormKind {
  none,
  graph,  ///< per graph (per branch) and channel: mean 0, variance 1 over the nodes, then learned scale and shift
  batch,  ///< torch's BatchNorm1d over all rows
  layer,  ///< torch's LayerNorm over the channels of a node
};
template <>
struct EnumNames<NormKind> {
  static constexpr std::array table = {std::pair{"none", NormKind::none}, std::pair{"graph", NormKind::graph},
                                       std::pair{"batch", NormKind::batch}, std::pair{"layer", NormKind::layer}};
};

enum class ReadoutKind { sum, mean, set2set };
template <>
struct EnumNames<ReadoutKind> {
  static constexpr std::array table = {std::pair{"sum", ReadoutKind::sum}, std::pair{"mean", ReadoutKind::mean},
                                       std::pair{"set2set", ReadoutKind::set2set}};
};

struct NormOptions {
  NormKind kind = NormKind::none;
  double epsilon =
      0.01;  ///< graph: where all nodes are equal the variance is 0, and a small epsilon amplifies rounding
};

/// One message-passing network, shared by every refinement of a model.
struct GnnOptions {
  std::string conv = "gin";  ///< a convolution's name: see nn/conv/registry.h
  OwnOptions own = {};       ///< the convolution's own options
  std::int64_t hidden = 64;  ///< d
  std::int64_t steps = 3;    ///< T
  NormOptions norm;
};

/// What a network knows of the graphs that it was made for.
struct GraphFacts {
  bool edge_features = false;
  double mean_log_degree = 1;  ///< mean of log(degree + 1) over the nodes of the training graphs
};

struct ReadoutOptions {
  ReadoutKind kind = ReadoutKind::sum;
  std::int64_t set2set_steps = 3;
};

}  // namespace gnnir
