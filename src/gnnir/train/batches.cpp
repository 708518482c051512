#include "gnnir/train/batches.h"

#include <algorithm>

#include "gnnir/base/rng.h"

namespace gnnir {

BatchSchedule::BatchSchedule(std::vector<std::int64_t> graphs, std::int64_t batch_size, std::uint64_t seed)
    : graphs_(std::move(graphs)), size_(static_cast<std::size_t>(std::max<std::int64_t>(1, batch_size))), seed_(seed) {}

std::int64_t BatchSchedule::num_batches() const {
  return static_cast<std::int64_t>((graphs_.size() + size_ - 1) / size_);
}

std::vector<std::int64_t> BatchSchedule::order_of(std::int64_t epoch) const {
  std::vector<std::int64_t> order = graphs_;
  Rng(seed_, Purpose::shuffle, static_cast<std::uint64_t>(epoch)).shuffle(std::span(order));
  return order;
}

std::span<const std::int64_t> BatchSchedule::batch_of(std::span<const std::int64_t> order, std::int64_t batch) const {
  const std::size_t begin = static_cast<std::size_t>(batch) * size_;
  return order.subspan(begin, std::min(size_, order.size() - begin));
}

std::vector<std::vector<std::int64_t>> BatchSchedule::first_batches(std::int64_t count) const {
  std::vector<std::vector<std::int64_t>> batches;
  for (std::int64_t epoch = 1; std::ssize(batches) < count && !graphs_.empty(); ++epoch) {
    const std::vector<std::int64_t> order = order_of(epoch);
    for (std::int64_t batch = 0; batch < num_batches() && std::ssize(batches) < count; ++batch) {
      const auto graphs = batch_of(order, batch);
      batches.emplace_back(graphs.begin(), graphs.end());
    }
  }
  return batches;
}

}  // namespace gnnir
