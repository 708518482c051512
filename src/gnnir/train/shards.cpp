#include "gnnir/train/shards.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gnnir {

std::int64_t default_shards(std::int64_t num_graphs) {
  return static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(std::clamp<std::int64_t>(num_graphs / 6, 1, 8))));
}

std::vector<ShardRange> cut_into_shards(std::span<const std::int64_t> cost, std::int64_t shards) {
  const std::int64_t total = std::accumulate(cost.begin(), cost.end(), std::int64_t{0});
  std::vector<ShardRange> ranges;
  std::size_t begin = 0;
  std::int64_t spent = 0;
  for (std::int64_t shard = 1; shard <= shards; ++shard) {
    std::size_t end = begin;
    // A graph belongs to this shard if its middle lies before the shard's share of the total cost.
    while (end < cost.size() && (shard == shards || (2 * spent + cost[end]) * shards <= 2 * total * shard)) {
      spent += cost[end++];
    }
    ranges.push_back({begin, end});
    begin = end;
  }
  return ranges;
}

}  // namespace gnnir
