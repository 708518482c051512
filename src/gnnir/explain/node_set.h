#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gnnir/graph/graph.h"

namespace gnnir {

/// A set of nodes of a graph, as bits.
class NodeSet {
 public:
  explicit NodeSet(NodeId num_nodes = 0) : words_((static_cast<std::size_t>(num_nodes) + 63) / 64, 0) {}
  void add(NodeId v) { words_[static_cast<std::size_t>(v) / 64] |= bit(v); }
  void add(const NodeSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  [[nodiscard]] bool has(NodeId v) const { return (words_[static_cast<std::size_t>(v) / 64] & bit(v)) != 0; }
  [[nodiscard]] std::vector<NodeId> nodes() const {
    std::vector<NodeId> all;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (int b = 0; b < 64; ++b) {
        if ((words_[w] >> b & 1U) != 0) all.push_back(static_cast<NodeId>(w * 64) + b);
      }
    }
    return all;
  }
  bool operator==(const NodeSet&) const = default;
  [[nodiscard]] std::size_t hash() const {
    std::uint64_t mixed = 0x9E3779B97F4A7C15ULL;
    for (const std::uint64_t word : words_) {
      mixed = (mixed ^ word) * 0xFF51AFD7ED558CCDULL;
      mixed ^= mixed >> 32U;
    }
    return static_cast<std::size_t>(mixed);
  }

 private:
  static std::uint64_t bit(NodeId v) { return std::uint64_t{1} << (static_cast<std::uint64_t>(v) % 64); }
  std::vector<std::uint64_t> words_;
};

struct NodeSetHash {
  std::size_t operator()(const NodeSet& set) const { return set.hash(); }
};

}  // namespace gnnir
