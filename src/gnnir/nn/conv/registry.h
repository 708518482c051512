#pragma once

#include <memory>
#include <string>

#include "gnnir/catalog/cost.h"
#include "gnnir/nn/conv/conv.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

/// All that gnnir knows of a convolution: its entry in the catalog (name, one line of help, use of edges, options of
/// its own, what it takes), and how it is made. A convolution that comes with gnnir is an entry catalog/conv/NAME.cpp,
/// a file nn/conv/NAME.cpp with a function `ConvDescriptor NAME_conv()`, and a word in src/gnnir/CMakeLists.txt; one of
/// a user's own is registered by hand.
struct ConvDescriptor : ConvEntry {
  /// Weights are drawn later (nn/initialize.h). A kernel, if there is one, comes from the convolution itself
  /// (Conv::kernel).
  std::shared_ptr<Conv> (*make)(const GnnOptions& options, const GraphFacts& facts) = nullptr;
};

/// Lets `model.conv` name it from now on. An Error of kind usage if the name is taken.
void register_conv(ConvDescriptor descriptor);

/// An Error of kind usage with the nearest name if there is none.
const ConvDescriptor& conv_named(const std::string& name);

std::shared_ptr<Conv> make_conv(const GnnOptions& options, const GraphFacts& facts);

}  // namespace gnnir
