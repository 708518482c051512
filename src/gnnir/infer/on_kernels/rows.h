#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace gnnir::on_kernels {

/// A matrix of rows of numbers, whose content is not set when it is made.
class Rows {
 public:
  Rows() = default;
  Rows(std::int64_t count, std::int64_t d)
      : count_(count), d_(d), numbers_(std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count * d))) {}
  static Rows zeros(std::int64_t count, std::int64_t d);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t d() const { return d_; }
  [[nodiscard]] bool there() const { return numbers_ != nullptr; }
  [[nodiscard]] float* data() { return numbers_.get(); }
  [[nodiscard]] const float* data() const { return numbers_.get(); }
  [[nodiscard]] float* row(std::int64_t r) { return numbers_.get() + r * d_; }
  [[nodiscard]] const float* row(std::int64_t r) const { return numbers_.get() + r * d_; }
  [[nodiscard]] std::span<const float> all() const { return {numbers_.get(), static_cast<std::size_t>(count_ * d_)}; }

 private:
  std::int64_t count_ = 0;
  std::int64_t d_ = 0;
  std::unique_ptr<float[]> numbers_;
};

/// Some rows, in this order.
Rows gathered(const Rows& rows, std::span<const std::int32_t> which);

/// Rows side by side: as many of each.
Rows side_by_side(const std::vector<const Rows*>& parts);

}  // namespace gnnir::on_kernels
