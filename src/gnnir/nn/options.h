#pragma once

#include <cstdint>

#include "gnnir/base/enum_names.h"

namespace gnnir {

/// What runs the model.
enum class Engine {
  fused,      ///< kernels of our own where they cover the options (float32 on the CPU), else the reference
  reference,  ///< plain libtorch operations
};
template <>
struct EnumNames<Engine> {
  static constexpr std::array table = {std::pair{"fused", Engine::fused}, std::pair{"reference", Engine::reference}};
};

enum class ConvKind { gin, gine, pna, nnconv, sage, gat };
template <>
struct EnumNames<ConvKind> {
  static constexpr std::array table = {std::pair{"gin", ConvKind::gin},   std::pair{"gine", ConvKind::gine},
                                       std::pair{"pna", ConvKind::pna},   std::pair{"nnconv", ConvKind::nnconv},
                                       std::pair{"sage", ConvKind::sage}, std::pair{"gat", ConvKind::gat}};
};

/// Whether the convolution looks at edge features.
constexpr bool sees_edges(ConvKind kind) {
  return kind == ConvKind::gine || kind == ConvKind::pna || kind == ConvKind::nnconv;
}

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

/// Whether the fused engine has kernels for it; without, it runs on the reference path.
constexpr bool has_kernel(ConvKind conv, NormKind norm) {
  const bool has_conv =
      conv == ConvKind::gin || conv == ConvKind::gine || conv == ConvKind::pna || conv == ConvKind::nnconv;
  return has_conv && (norm == NormKind::none || norm == NormKind::graph);
}

struct NormOptions {
  NormKind kind = NormKind::none;
  double epsilon =
      0.01;  ///< graph: where all nodes are equal the variance is 0, and a small epsilon amplifies rounding
};

/// One message-passing network, shared by every refinement of a model.
struct GnnOptions {
  ConvKind conv = ConvKind::gin;
  std::int64_t hidden = 64;  ///< d
  std::int64_t steps = 3;    ///< T
  NormOptions norm;
  std::int64_t towers = 1;         ///< pna: channels fall into this many groups that see only themselves
  std::int64_t heads = 4;          ///< gat
  std::int64_t edge_channels = 0;  ///< nnconv: width of the network on edges; 0: hidden
  Engine engine = Engine::fused;
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
