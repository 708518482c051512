#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/data/split/same_graphs.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// Graphs by which a model is validated or tested although it was trained on the same ones.
struct Leaks {
  struct Pair {
    std::int64_t graph;  ///< of validation or test
    std::int64_t twin;   ///< the same, in train
    bool operator==(const Pair&) const = default;
  };
  std::int64_t validation = 0;
  std::int64_t test = 0;  ///< with extra tests
  std::optional<Pair> example = {};
};
Leaks find_leaks(const SameGraphs& same, const Split& split);

/// What a person should know of the leaks of these splits, in a sentence without an end; "" if there are none.
std::string remark_on_leaks(const Dataset& dataset, std::span<const Split> splits);

}  // namespace gnnir
