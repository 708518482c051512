#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gnnir {

/// The batches of a training: which graphs each step sees is a function of seed, epoch and size alone.
class BatchSchedule {
 public:
  BatchSchedule(std::vector<std::int64_t> graphs, std::int64_t batch_size, std::uint64_t seed);

  /// Batches of an epoch.
  [[nodiscard]] std::int64_t num_batches() const;
  /// All graphs in the order of an epoch, from 1; batches are pieces of it.
  [[nodiscard]] std::vector<std::int64_t> order_of(std::int64_t epoch) const;
  /// The piece of an epoch's order that is its batch, from 0.
  [[nodiscard]] std::span<const std::int64_t> batch_of(std::span<const std::int64_t> order, std::int64_t batch) const;
  /// The first batches of the training, epoch after epoch.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> first_batches(std::int64_t count) const;

 private:
  std::vector<std::int64_t> graphs_;
  std::size_t size_;
  std::uint64_t seed_;
};

}  // namespace gnnir
