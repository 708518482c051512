#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gnnir::on_kernels {

/// Bytes of the rows that this thread has now, and had at one time since it was last set back.
struct RowBytes {
  std::int64_t now = 0, peak = 0;
};
RowBytes& row_bytes();

/// A matrix of rows of numbers, whose content is not set when it is made. For one thread.
class Rows {
 public:
  Rows() = default;
  Rows(std::int64_t count, std::int64_t d);
  ~Rows() { row_bytes().now -= bytes(); }
  Rows(Rows&& other) noexcept { swap(other); }
  Rows& operator=(Rows&& other) noexcept {
    Rows(std::move(other)).swap(*this);
    return *this;
  }
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
  [[nodiscard]] std::int64_t bytes() const { return numbers_ ? count_ * d_ * std::int64_t{sizeof(float)} : 0; }
  void swap(Rows& other) noexcept {
    std::swap(count_, other.count_);
    std::swap(d_, other.d_);
    numbers_.swap(other.numbers_);
  }

  std::int64_t count_ = 0;
  std::int64_t d_ = 0;
  std::unique_ptr<float[]> numbers_;
};

/// Some rows, in this order.
Rows gathered(const Rows& rows, std::span<const std::int32_t> which);

/// Rows side by side: as many of each.
Rows side_by_side(const std::vector<const Rows*>& parts);

}  // namespace gnnir::on_kernels
