#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A graph that is shown, and why.
struct ChosenGraph {
  std::int64_t index = 0;  ///< from 0
  std::string reason;
};

/// A spread of a data set: the smallest, the middle and the largest graph, some of every class, or those with the
/// least, middle and largest value of the first target; no graph twice, in their order.
std::vector<ChosenGraph> choose_examples(const Dataset& dataset);

/// How they were chosen, in a sentence.
std::string how_examples_are_chosen(const Dataset& dataset);

}  // namespace gnnir
