#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnnir {

/// How many pieces a batch is cut into when the configuration leaves it open: a power of two, at most 8, of about 6
/// graphs or more each. A function of the batch alone, so that results never depend on the machine.
std::int64_t default_shards(std::int64_t num_graphs);

/// Cuts a batch into `shards` runs of whole graphs with about equal cost, in order: [begin, end) of each. cost:
/// [num_graphs], for example nodes + edges. A run may be empty where one graph outweighs the rest.
struct ShardRange {
  std::size_t begin;
  std::size_t end;
  bool operator==(const ShardRange&) const = default;
};
std::vector<ShardRange> cut_into_shards(std::span<const std::int64_t> cost, std::int64_t shards);

}  // namespace gnnir
