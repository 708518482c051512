#include "gnnir/kernels/exact_step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/kernels/exact_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

struct InTransposed;
struct OutTransposed;
struct TermTransposed;
struct OwnRows;
struct OwnTerms;
struct OwnGradients;
struct AcrossTerms;
struct AcrossGradients;
struct Inner;
struct InnerGradients;
struct BlockGradients;
struct SumGradients;
struct NormSums;
struct KeptGradients;

/// Rows whose products OpenBLAS does in place (matrix_product.cpp), and that stay in the cache.
std::int64_t block_rows(std::int64_t d) {
  return std::clamp<std::int64_t>(1'000'000 / std::max<std::int64_t>(1, d * d) / 16 * 16, 32, 512);
}

template <typename Body>
void for_each_block(std::int64_t rows, std::int64_t d, const Body& body) {
  const std::int64_t block = block_rows(d);
  for (std::int64_t first = 0; first < rows; first += block) body(RowRange{first, std::min(block, rows - first)});
}

/// What is kept between the passes, one behind the other.
template <typename T>
struct Tape {
  T *sums, *in, *out;     // [rows, d]: s, s·Inᵀ, x before its norm
  T *in_line, *out_line;  // [4, d]: NormLine
  Tape(T* tape, std::int64_t rows, std::int64_t d)
      : sums(tape), in(sums + rows * d), out(in + rows * d), in_line(out + rows * d), out_line(in_line + 4 * d) {}
};

NormLine line_of(const float* tape, std::int64_t d) { return {tape, tape + d, tape + 2 * d, tape + 3 * d}; }

template <typename Use>
const float* transposed(std::int64_t d, const float* weight) {
  float* to = scratch<Use>(d * d);
  transpose(d, d, weight, to);
  return to;
}

/// Mean and variance over rows, as they come in blocks, around the first row: all rows equal have variance 0.
class Moments {
 public:
  Moments(std::int64_t d, const std::vector<float>& counts)
      : d_(d), counts_(counts), sums_(static_cast<std::size_t>(2 * d), 0.0) {}

  void add(RowRange range, const float* x) {
    if (range.first == 0) pivot_.assign(x, x + d_);
    add_moments(range.count, d_, counts_.data() + range.first, pivot_.data(), x, sums_.data());
  }

  void finish(float* mean, float* variance) const {
    const double all = std::max(1.0, std::accumulate(counts_.begin(), counts_.end(), 0.0));
    for (std::int64_t c = 0; c < d_; ++c) {
      const auto at = static_cast<std::size_t>(c);
      const double off = sums_[at] / all;
      mean[c] = static_cast<float>((pivot_.empty() ? 0.0 : pivot_[at]) + off);
      // std::max would swallow what is not a number
      const double spread = sums_[static_cast<std::size_t>(d_) + at] / all - off * off;
      variance[c] = spread < 0 ? 0.0F : static_cast<float>(spread);
    }
  }

 private:
  std::int64_t d_;
  const std::vector<float>& counts_;
  std::vector<double> sums_;
  std::vector<float> pivot_;
};

/// Writes the norm as a line.
void make_line(const ExactStepKind& kind, const float* mean, const float* variance, const float* scale,
               const float* shift, float* line) {
  const std::int64_t d = kind.d;
  for (std::int64_t c = 0; c < d; ++c) {
    const bool normed = kind.norms != ExactNorms::none;
    const float inverse = normed ? 1 / std::sqrt(variance[c] + kind.epsilon) : 1.0F;
    line[c] = normed ? mean[c] : 0.0F;
    line[d + c] = inverse;
    line[2 * d + c] = scale ? scale[c] * inverse : inverse;
    line[3 * d + c] = shift[c];
  }
}

/// own·h of the rows that are someone's own, or null.
const float* own_terms(std::int64_t d, const ExactLevel& level, const float* weight, const float* h) {
  if (!weight) return nullptr;
  const std::int64_t count = std::ssize(level.own_rows);
  float* gathered = scratch<OwnRows>(count * d);
  gather_rows(count, d, level.own_rows.data(), h, gathered);
  float* terms = scratch<OwnTerms>(count * d);
  product(count, d, d, gathered, transposed<TermTransposed>(d, weight), terms);
  return terms;
}

const float* across_terms(std::int64_t d, const float* weight, const ExactStepRows& rows) {
  if (!weight) return nullptr;
  float* terms = scratch<AcrossTerms>(rows.before * d);
  product(rows.before, d, d, rows.h, transposed<TermTransposed>(d, weight), terms);
  return terms;
}

float* zeros(float* numbers, std::int64_t size) {
  std::fill_n(numbers, size, 0.0F);
  return numbers;
}

/// Rows that the level stands for.
double count_of(const ExactLevel& level) { return std::accumulate(level.counts.begin(), level.counts.end(), 0.0); }

/// to_r = from_r · keep of r's graph. from and to may be the same.
void keep_channels(std::int64_t d, const ExactLevel& level, const float* keep, const float* from, float* to) {
  for (std::size_t g = 0; g + 1 < level.graph_ptr.size(); ++g, keep += d) {
    for (std::int64_t r = level.graph_ptr[g]; r < level.graph_ptr[g + 1]; ++r) {
      for (std::int64_t c = 0; c < d; ++c) to[r * d + c] = from[r * d + c] * keep[c];
    }
  }
}

/// The gradients of a norm's scale and shift from its sums.
void add_norm_sums(std::int64_t d, const float* sums, float* scale, float* shift) {
  for (std::int64_t c = 0; c < d; ++c) {
    shift[c] += sums[c];
    if (scale) scale[c] += sums[d + c];
  }
}

/// The terms' own backward pass, from the gradients by them.
void terms_backward(std::int64_t d, const ExactLevel& level, const ExactStepTensors<const float>& weights,
                    const ExactStepRows& rows, const ExactGradients& by, const ExactStepTensors<float>& gradients) {
  if (by.own) {
    const std::int64_t count = std::ssize(level.own_rows);
    float* gathered = scratch<OwnRows>(count * d);
    gather_rows(count, d, level.own_rows.data(), rows.h, gathered);
    weight_gradient(count, d, d, by.own, gathered, gradients.own);
    product(count, d, d, by.own, weights.own, gathered);
    gather_rows_backward(count, d, level.own_rows.data(), gathered, by.h);
  }
  if (by.across) {
    weight_gradient(rows.before, d, d, by.across, rows.h, gradients.across);
    product(rows.before, d, d, by.across, weights.across, by.h, /*add=*/true);
  }
}

}  // namespace

std::int64_t exact_step_tape_size(std::int64_t d, const ExactLevel& level) { return 3 * level.rows() * d + 8 * d; }

void exact_step_forward(const ExactStepKind& kind, const ExactLevel& level,
                        const ExactStepTensors<const float>& weights, const ExactMoments& moments,
                        const ExactStepRows& rows, float* tape, float* out) {
  const std::int64_t d = kind.d;
  const std::int64_t n = level.rows();
  const bool learns = kind.norms == ExactNorms::of_rows;
  const Tape<float> kept(tape, n, d);
  const ExactInputs inputs{rows.h, rows.edges, own_terms(d, level, weights.own, rows.h),
                           across_terms(d, weights.across, rows)};
  const float* in = transposed<InTransposed>(d, weights.in);
  Moments in_moments(d, level.counts);
  for_each_block(n, d, [&](RowRange range) {
    float* sums = kept.sums + range.first * d;
    exact_messages(level, range, d, inputs, sums);
    product(range.count, d, d, sums, in, kept.in + range.first * d);
    if (learns) in_moments.add(range, kept.in + range.first * d);
  });
  if (learns) in_moments.finish(moments.in_mean, moments.in_variance);
  make_line(kind, moments.in_mean, moments.in_variance, weights.in_scale, weights.in_shift, kept.in_line);

  const float* after = transposed<OutTransposed>(d, weights.out);
  float* inner = scratch<Inner>(block_rows(d) * d);
  Moments out_moments(d, level.counts);
  for_each_block(n, d, [&](RowRange range) {
    norm_relu(range.count, d, line_of(kept.in_line, d), kept.in + range.first * d, inner);
    product(range.count, d, d, inner, after, kept.out + range.first * d);
    if (learns) out_moments.add(range, kept.out + range.first * d);
  });
  if (learns) out_moments.finish(moments.out_mean, moments.out_variance);
  make_line(kind, moments.out_mean, moments.out_variance, weights.out_scale, weights.out_shift, kept.out_line);

  if (kind.residual && !rows.keep) {
    norm_relu_add(n, d, line_of(kept.out_line, d), kept.out, level.self.data(), rows.h, out);
    return;
  }
  norm_relu(n, d, line_of(kept.out_line, d), kept.out, out);
  if (!rows.keep) return;
  keep_channels(d, level, rows.keep, out, out);
  for (std::int64_t r = 0; kind.residual && r < n; ++r) {
    const float* before = rows.h + static_cast<std::int64_t>(level.self[static_cast<std::size_t>(r)]) * d;
    for (std::int64_t c = 0; c < d; ++c) out[r * d + c] += before[c];
  }
}

void exact_step_backward(const ExactStepKind& kind, const ExactLevel& level,
                         const ExactStepTensors<const float>& weights, const ExactStepRows& rows, const float* tape,
                         const float* g, float* dh, float* dedges, const ExactStepTensors<float>& gradients) {
  const std::int64_t d = kind.d;
  const std::int64_t n = level.rows();
  const Tape<const float> kept(tape, n, d);
  const NormLine in_line = line_of(kept.in_line, d);
  const NormLine out_line = line_of(kept.out_line, d);
  const float all = kind.norms == ExactNorms::of_rows ? static_cast<float>(count_of(level)) : 0.0F;
  zeros(dh, rows.before * d);
  if (kind.residual) gather_rows_backward(n, d, level.self.data(), g, dh);
  if (rows.keep) {
    float* kept_part = scratch<KeptGradients>(n * d);
    keep_channels(d, level, rows.keep, g, kept_part);
    g = kept_part;
  }

  float* out_sums = zeros(scratch<NormSums>(4 * d), 4 * d);
  float* in_sums = out_sums + 2 * d;
  add_norm_gradients(n, d, out_line, kept.out, g, out_sums);
  float* inner = scratch<Inner>(block_rows(d) * d);
  float* block = scratch<BlockGradients>(block_rows(d) * d);
  float* by_inner = scratch<InnerGradients>(n * d);
  for_each_block(n, d, [&](RowRange range) {
    const std::int64_t at = range.first * d;
    norm_backward(range.count, d, out_line, level.counts.data() + range.first, all, out_sums, kept.out + at, g + at,
                  block);
    norm_relu(range.count, d, in_line, kept.in + at, inner);
    weight_gradient(range.count, d, d, block, inner, gradients.out);
    product(range.count, d, d, block, weights.out, by_inner + at);
    add_norm_gradients(range.count, d, in_line, kept.in + at, by_inner + at, in_sums);
  });

  const std::int64_t own_rows = std::ssize(level.own_rows);
  const ExactGradients by{dh, dedges, weights.own ? zeros(scratch<OwnGradients>(own_rows * d), own_rows * d) : nullptr,
                          weights.across ? zeros(scratch<AcrossGradients>(rows.before * d), rows.before * d) : nullptr};
  const ExactInputs inputs{rows.h, rows.edges, nullptr, nullptr};
  float* by_sums = scratch<SumGradients>(block_rows(d) * d);
  for_each_block(n, d, [&](RowRange range) {
    float* by_in = by_inner + range.first * d;
    norm_backward(range.count, d, in_line, level.counts.data() + range.first, all, in_sums, kept.in + range.first * d,
                  by_in, by_in);
    weight_gradient(range.count, d, d, by_in, kept.sums + range.first * d, gradients.in);
    product(range.count, d, d, by_in, weights.in, by_sums);
    exact_messages_backward(level, range, d, inputs, by_sums, by);
  });
  terms_backward(d, level, weights, rows, by, gradients);
  add_norm_sums(d, out_sums, gradients.out_scale, gradients.out_shift);
  add_norm_sums(d, in_sums, gradients.in_scale, gradients.in_shift);
}

void hidden_sum(const WeightedSums& sums, const HiddenShape& shape, const float* x, const float* weight,
                const float* bias, float* inner, float* y) {
  float* turned = scratch<InTransposed>(shape.in * shape.d);
  transpose(shape.d, shape.in, weight, turned);
  product(shape.rows, shape.in, shape.d, x, turned, inner);
  add_bias(shape.rows, shape.d, bias, /*relu=*/true, inner);
  weighted_sum(sums, shape.d, inner, y);
}

void hidden_sum_backward(const WeightedSums& sums, const HiddenShape& shape, const float* x, const float* weight,
                         const float* inner, const float* g, float* dx, float* dweight, float* dbias) {
  float* by_inner = zeros(scratch<InnerGradients>(shape.rows * shape.d), shape.rows * shape.d);
  weighted_sum_backward(sums, shape.d, g, by_inner);
  relu_backward(shape.rows * shape.d, inner, by_inner);
  column_sums(shape.rows, shape.d, by_inner, dbias);
  weight_gradient(shape.rows, shape.in, shape.d, by_inner, x, dweight);
  product(shape.rows, shape.d, shape.in, by_inner, weight, dx);
}

}  // namespace gnnir::kernels
