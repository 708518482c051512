#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace gnnir {

/// Colours of a graph's nodes and edges, any integers; empty where all are alike.
struct Colours {
  std::span<const std::int64_t> nodes = {};  ///< [num_nodes]
  std::span<const std::int64_t> edges = {};  ///< [num_edges], in the order of Graph::edges()
};

/// For each value the number of different smaller ones.
template <typename Value>
std::vector<std::int64_t> ranks_of(std::span<const Value> values) {
  std::vector<Value> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::int64_t> ranks;
  ranks.reserve(values.size());
  for (const Value& value : values) {
    ranks.push_back(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  }
  return ranks;
}

}  // namespace gnnir
