#include "gnnir/data/split/butina.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace gnnir {
namespace {

constexpr std::size_t num_bits = 64 * std::tuple_size_v<Fingerprint>;

/// Finds neighbours by way of the molecules that have a bit: pairs that share none are never looked at.
class Neighbours {
 public:
  explicit Neighbours(std::span<const Fingerprint> fingerprints)
      : fingerprints_(fingerprints), sizes_(fingerprints.size()), having_(num_bits), shared_(fingerprints.size()) {
    for (std::size_t m = 0; m < fingerprints.size(); ++m) {
      for_bits(m, [&](std::size_t bit) {
        having_[bit].push_back(static_cast<std::uint32_t>(m));
        ++sizes_[m];
      });
    }
  }

  /// Calls use(m) for each molecule that is similar to this one, itself among them, ascending.
  template <typename Use>
  void for_each(std::size_t molecule, const Use& use) {
    std::fill(shared_.begin(), shared_.end(), std::uint16_t{0});
    for_bits(molecule, [&](std::size_t bit) {
      for (const std::uint32_t m : having_[bit]) ++shared_[m];
    });
    // shared / (a + b − shared) ≥ 3/5, in whole numbers; a molecule without bits is like others without.
    for (std::size_t m = 0; m < shared_.size(); ++m) {
      if (8 * shared_[m] >= 3 * (sizes_[molecule] + sizes_[m])) use(m);
    }
  }

 private:
  template <typename Use>
  void for_bits(std::size_t molecule, const Use& use) const {
    for (std::size_t word = 0; word < fingerprints_[molecule].size(); ++word) {
      for (std::uint64_t bits = fingerprints_[molecule][word]; bits != 0; bits &= bits - 1) {
        use(64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

  std::span<const Fingerprint> fingerprints_;
  std::vector<std::uint16_t> sizes_;                // bits of each
  std::vector<std::vector<std::uint32_t>> having_;  // by bit: the molecules that have it, ascending
  std::vector<std::uint16_t> shared_;               // with the one that was asked about
};

}  // namespace

std::vector<std::vector<std::int64_t>> butina_clusters(std::span<const Fingerprint> fingerprints) {
  const std::size_t n = fingerprints.size();
  Neighbours neighbours(fingerprints);
  // Lists of neighbours could be n² long; so they are found twice, and counted only at first.
  std::vector<std::int64_t> counts(n);
  for (std::size_t m = 0; m < n; ++m) neighbours.for_each(m, [&](std::size_t) { ++counts[m]; });
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });

  std::vector<bool> taken(n);
  std::vector<std::vector<std::int64_t>> clusters;
  for (const std::size_t centre : order) {
    if (taken[centre]) continue;
    std::vector<std::int64_t>& cluster = clusters.emplace_back();
    neighbours.for_each(centre, [&](std::size_t m) {
      if (taken[m]) return;
      taken[m] = true;
      cluster.push_back(static_cast<std::int64_t>(m));
    });
  }
  return clusters;
}

}  // namespace gnnir
