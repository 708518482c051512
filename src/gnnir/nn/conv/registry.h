#pragma once

#include <memory>
#include <string>

#include "gnnir/nn/conv/conv.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

/// What a convolution takes.
struct ConvCost {
  double parameters = 0;
  double per_node = 0;    ///< multiplications of a step, for every node
  double per_edge = 0;    ///< and for every edge
  double edge_terms = 0;  ///< multiplications of a GNN call, for every edge once
};

/// All that gnnir knows of a convolution: its entry in the catalog (name, one line of help, use of edges, options of
/// its own), and this. A convolution that comes with gnnir is a file nn/conv/NAME.cpp with a function
/// `ConvDescriptor NAME_conv()`, and a word in src/gnnir/CMakeLists.txt; one of a user's own is registered by hand.
struct ConvDescriptor : ConvEntry {
  /// Weights are drawn later (nn/initialize.h). A kernel, if there is one, comes from the convolution itself
  /// (Conv::kernel).
  std::shared_ptr<Conv> (*make)(const GnnOptions& options, const GraphFacts& facts) = nullptr;
  /// edges: whether there are edge features
  ConvCost (*cost)(const GnnOptions& options, bool edges) = nullptr;
};

/// Lets `model.conv` name it from now on. An Error of kind usage if the name is taken.
void register_conv(ConvDescriptor descriptor);

/// An Error of kind usage with the nearest name if there is none.
const ConvDescriptor& conv_named(const std::string& name);

std::shared_ptr<Conv> make_conv(const GnnOptions& options, const GraphFacts& facts);

/// Parameters of normalization over `hidden` channels.
double norm_parameters(const NormOptions& norm, std::int64_t hidden);

}  // namespace gnnir
