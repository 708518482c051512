#include "gnnir/draw/rotations.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "gnnir/base/rng.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

using Permutation = std::vector<NodeId>;

Permutation product(const Permutation& first, const Permutation& second) {
  Permutation result(first.size());
  for (std::size_t v = 0; v < first.size(); ++v) result[v] = second[static_cast<std::size_t>(first[v])];
  return result;
}

std::vector<NodeId> cycle_lengths(const Permutation& permutation) {
  std::vector<NodeId> lengths;
  std::vector<bool> seen(permutation.size(), false);
  for (std::size_t v = 0; v < permutation.size(); ++v) {
    NodeId length = 0;
    for (std::size_t u = v; !seen[u]; u = static_cast<std::size_t>(permutation[u])) {
      seen[u] = true;
      ++length;
    }
    if (length > 0) lengths.push_back(length);
  }
  return lengths;
}

/// The order as a rotation, or 0.
NodeId order_as_rotation(const Permutation& permutation) {
  NodeId order = 0;
  int fixed = 0;
  for (const NodeId length : cycle_lengths(permutation)) {
    if (length == 1) {
      if (++fixed > 1) return 0;
    } else if (order != 0 && length != order) {
      return 0;
    } else {
      order = length;
    }
  }
  return order >= 3 ? order : 0;
}

class Collection {
 public:
  explicit Collection(std::size_t most) : most_(most) {}

  /// The permutation, and those of its powers that are rotations where it is none.
  void add_powers(const Permutation& permutation) {
    constexpr std::int64_t most_powers = 60;
    std::int64_t order = 1;
    for (const NodeId length : cycle_lengths(permutation)) {
      order = std::lcm(order, static_cast<std::int64_t>(length));
      if (order > 10'000) return;
    }
    Permutation power = permutation;
    for (std::int64_t k = 1; k < std::min(order, most_powers); ++k, power = product(power, permutation)) {
      if (order % k == 0) add(power);
    }
  }
  [[nodiscard]] std::vector<Rotation> best() && { return std::move(found_); }

 private:
  void add(const Permutation& permutation) {
    const NodeId order = order_as_rotation(permutation);
    if (order == 0) return;
    const auto same = [&](const Rotation& other) { return other.image == permutation; };
    if (std::any_of(found_.begin(), found_.end(), same)) return;
    const auto place = std::find_if(found_.begin(), found_.end(), [&](const Rotation& r) { return r.order < order; });
    found_.insert(place, {permutation, order});
    if (found_.size() > most_) found_.pop_back();
  }

  std::size_t most_;
  std::vector<Rotation> found_;
};

}  // namespace

std::vector<Rotation> find_rotations(const Graph& graph, std::size_t most) {
  const std::vector<Permutation> generators = find_generators(graph).images;
  if (generators.empty()) return {};
  Collection collection(most);
  // The product of all is one cycle where the generators exchange neighbours: complete graphs, stars.
  Permutation all = generators.front();
  for (std::size_t i = 1; i < generators.size(); ++i) {
    collection.add_powers(all);
    all = product(all, generators[i]);
  }
  collection.add_powers(all);
  // Words in the generators, the same for every run.
  Rng rng(0, Purpose::drawing);
  Permutation word = all;
  constexpr int words = 400;
  for (int i = 0; i < words; ++i) {
    word = product(word, generators[rng.below(generators.size())]);
    collection.add_powers(word);
  }
  return std::move(collection).best();
}

}  // namespace gnnir
