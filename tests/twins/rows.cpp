#include "twins/rows.h"

#include <algorithm>
#include <cmath>

namespace gnnir::kernels::reference {
namespace {

// Legend: r row of a level, v row of a graph, c channel, d channels, e edge, i flat index, b branch, s segment.

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double dot(std::int64_t size, const float* x, const float* y) {
  double sum = 0;
  for (std::int64_t i = 0; i < size; ++i) sum += static_cast<double>(x[i]) * y[i];
  return sum;
}

double length_of(std::int64_t size, const float* x) { return std::sqrt(dot(size, x, x)); }

std::int64_t self_of(const RowLinks& links, std::int64_t r) { return links.self[r] - links.first_row; }

std::int64_t source_of(const RowLinks& links, std::int64_t e) { return links.sources[e] - links.first_row; }

std::int64_t row_of(const Segments& segments, std::int64_t i) { return segments.map ? segments.map[i] : i; }

/// What a segment's sum is multiplied by.
float weight_of(const Segments& segments, std::int64_t s, bool mean) {
  const std::int64_t rows = segments.offsets[s + 1] - segments.offsets[s];
  return mean && rows > 0 ? 1 / static_cast<float>(rows) : 1;
}

/// How many rows a row stands for.
double count_of(const float* counts, std::int64_t row) { return counts == nullptr ? 1 : counts[row]; }
double count_all(std::int64_t rows, const float* counts) {
  double all = 0;
  for (std::int64_t v = 0; v < rows; ++v) all += count_of(counts, v);
  return all;
}

}  // namespace

void neighbourhood_sum(const RowLinks& links, std::int64_t d, float factor, const float* bias, bool relu,
                       const float* y, float* out) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    for (std::int64_t c = 0; c < d; ++c) {
      double sum = bias[c] + static_cast<double>(factor) * y[self_of(links, r) * d + c];
      for (std::int64_t e = links.offsets[r]; e < links.offsets[r + 1]; ++e) {
        sum += y[source_of(links, e) * d + c];
      }
      out[r * d + c] = static_cast<float>(relu ? std::max(sum, 0.0) : sum);
    }
  }
}

float neighbourhood_sum_backward(const RowLinks& links, std::int64_t d, float factor, const float* g, const float* y,
                                 float* dy) {
  double by_factor = 0;
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const std::int64_t self = self_of(links, r);
    by_factor += dot(d, g + r * d, y + self * d);
    for (std::int64_t c = 0; c < d; ++c) {
      dy[self * d + c] += factor * g[r * d + c];
      for (std::int64_t e = links.offsets[r]; e < links.offsets[r + 1]; ++e) {
        dy[source_of(links, e) * d + c] += g[r * d + c];
      }
    }
  }
  return static_cast<float>(by_factor);
}

void gru_gates(const RowLinks& links, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out) {
  for (std::int64_t row = 0; row < links.rows; ++row) {
    const std::int64_t self = self_of(links, row);
    for (std::int64_t c = 0; c < d; ++c) {
      const auto input = [&](std::int64_t part) {
        return static_cast<double>(gi[row * 3 * d + part * d + c]) + bias_ih[part * d + c];
      };
      const auto hidden = [&](std::int64_t part) {
        return static_cast<double>(gh[self * 3 * d + part * d + c]) + bias_hh[part * d + c];
      };
      const double r = sigmoid(input(0) + hidden(0));
      const double z = sigmoid(input(1) + hidden(1));
      const double n = std::tanh(input(2) + r * hidden(2));
      gates[row * 4 * d + c] = static_cast<float>(r);
      gates[row * 4 * d + d + c] = static_cast<float>(z);
      gates[row * 4 * d + 2 * d + c] = static_cast<float>(n);
      gates[row * 4 * d + 3 * d + c] = static_cast<float>(hidden(2));
      out[row * d + c] = static_cast<float>((1 - z) * n + z * h[self * d + c]);
    }
  }
}

void gru_gates_backward(const RowLinks& links, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh) {
  for (std::int64_t row = 0; row < links.rows; ++row) {
    const std::int64_t self = self_of(links, row);
    for (std::int64_t c = 0; c < d; ++c) {
      const float r = gates[row * 4 * d + c];
      const float z = gates[row * 4 * d + d + c];
      const float n = gates[row * 4 * d + 2 * d + c];
      const float hidden = gates[row * 4 * d + 3 * d + c];
      const float g_out = g[row * d + c];
      const float dn = g_out * (1 - z) * (1 - n * n);
      const float dz = g_out * (h[self * d + c] - n) * z * (1 - z);
      const float dr = dn * hidden * r * (1 - r);
      const float by_input[3] = {dr, dz, dn};
      const float by_hidden[3] = {dr, dz, dn * r};
      for (std::int64_t part = 0; part < 3; ++part) {
        dgi[row * 3 * d + part * d + c] = by_input[part];
        dgh[self * 3 * d + part * d + c] += by_hidden[part];
      }
      dh[self * d + c] += g_out * z;
    }
  }
}

void add_bias(std::int64_t rows, std::int64_t d, const float* bias, bool relu, float* x) {
  for (std::int64_t i = 0; i < rows * d; ++i) {
    x[i] += bias[i % d];
    if (relu) x[i] = std::max(x[i], 0.0F);
  }
}

void relu_backward(std::int64_t size, const float* y, float* g) {
  for (std::int64_t i = 0; i < size; ++i) g[i] = y[i] > 0 ? g[i] : 0;
}

void column_sums(std::int64_t rows, std::int64_t d, const float* x, float* sum) {
  for (std::int64_t c = 0; c < d; ++c) {
    double total = sum[c];
    for (std::int64_t v = 0; v < rows; ++v) total += x[v * d + c];
    sum[c] = static_cast<float>(total);
  }
}

void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                const float* counts, float* x, float* normalized, float* inverse) {
  const double n = count_all(rows, counts);
  for (std::int64_t c = 0; c < d; ++c) {
    double mean = 0;
    for (std::int64_t v = 0; v < rows; ++v) mean += count_of(counts, v) * x[v * d + c] / n;
    double variance = 0;
    for (std::int64_t v = 0; v < rows; ++v) {
      variance += count_of(counts, v) * (x[v * d + c] - mean) * (x[v * d + c] - mean) / n;
    }
    const double inv = 1 / std::sqrt(variance + epsilon);
    inverse[c] = static_cast<float>(inv);
    for (std::int64_t v = 0; v < rows; ++v) {
      normalized[v * d + c] = static_cast<float>((x[v * d + c] - mean) * inv);
      const float y = scale[c] * normalized[v * d + c] + shift[c];
      x[v * d + c] = relu ? std::max(y, 0.0F) : y;
    }
  }
}

void rectified_norm(std::int64_t rows, std::int64_t d, const float* scale, const float* shift, const float* normalized,
                    float* x) {
  for (std::int64_t i = 0; i < rows * d; ++i) x[i] = std::max(scale[i % d] * normalized[i] + shift[i % d], 0.0F);
}

void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* counts,
                         const float* normalized, const float* inverse, float* g, float* dscale, float* dshift) {
  const double n = count_all(rows, counts);
  for (std::int64_t c = 0; c < d; ++c) {
    double sum = 0;
    double sum_normalized = 0;
    for (std::int64_t v = 0; v < rows; ++v) {
      sum += g[v * d + c];
      sum_normalized += static_cast<double>(g[v * d + c]) * normalized[v * d + c];
    }
    dshift[c] += static_cast<float>(sum);
    dscale[c] += static_cast<float>(sum_normalized);
    for (std::int64_t v = 0; v < rows; ++v) {
      const double means = sum / n + normalized[v * d + c] * sum_normalized / n;
      const double centred = g[v * d + c] - count_of(counts, v) * means;
      g[v * d + c] = static_cast<float>(inverse[c] * scale[c] * centred);
    }
  }
}

void segment_sums(const Segments& segments, std::int64_t d, bool mean, const float* x, float* sums) {
  for (std::int64_t s = 0; s < segments.count; ++s) {
    for (std::int64_t c = 0; c < d; ++c) {
      double sum = 0;
      for (std::int64_t i = segments.offsets[s]; i < segments.offsets[s + 1]; ++i)
        sum += x[row_of(segments, i) * d + c];
      sums[s * d + c] = static_cast<float>(sum * weight_of(segments, s, mean));
    }
  }
}

void segment_sums_backward(const Segments& segments, std::int64_t d, bool mean, const float* g, float* dx) {
  for (std::int64_t s = 0; s < segments.count; ++s) {
    for (std::int64_t i = segments.offsets[s]; i < segments.offsets[s + 1]; ++i) {
      for (std::int64_t c = 0; c < d; ++c) {
        dx[row_of(segments, i) * d + c] += g[s * d + c] * weight_of(segments, s, mean);
      }
    }
  }
}

void score_rows(std::int64_t rows, std::int64_t d, const float* h, const float* p, const float* u, float* score,
                float* second, float* length) {
  const double norm = std::max(length_of(d, p), 1e-12);
  for (std::int64_t v = 0; v < rows; ++v) {
    score[v] = static_cast<float>(dot(d, h + v * d, p) / norm);
    second[v] = static_cast<float>(dot(d, h + v * d, u));
    length[v] = static_cast<float>(length_of(d, h + v * d));
  }
}

void selector_readout(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* score,
                      const float* p, float* s) {
  for (std::int64_t c = 0; c < d; ++c) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += std::tanh(static_cast<double>(score[chosen[i]])) * p[c];
    s[c] = static_cast<float>(sum);
  }
}

/// With t = tanh(score), score = h·p/‖p‖ and w = (g·p)(1 - t²) = ∂/∂score: ∂/∂h = w·p/‖p‖ and
/// ∂/∂p = t·g + w·(h/‖p‖ - score·p/‖p‖²), without the last term where ‖p‖ is held at 1e-12.
void selector_readout_backward(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* h,
                               const float* score, const float* p, const float* g, float* dh, float* dp) {
  const double length = length_of(d, p);
  const double norm = std::max(length, 1e-12);
  const double along = dot(d, g, p);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t v = chosen[i];
    const double t = std::tanh(static_cast<double>(score[v]));
    const double w = along * (1 - t * t);
    for (std::int64_t c = 0; c < d; ++c) {
      const double by_norm = length > 1e-12 ? score[v] * p[c] / (norm * norm) : 0;
      dh[v * d + c] += static_cast<float>(w * p[c] / norm);
      dp[c] += static_cast<float>(t * g[c] + w * (h[v * d + c] / norm - by_norm));
    }
  }
}

void merge_branches(const GraphBranches& branches, std::int64_t d, MergeBy by, const float* x, const float* offset,
                    float* out, std::int32_t* winner) {
  for (std::int64_t v = 0; v < branches.rows; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      const auto value = [&](std::int64_t b) {
        return x[branches.map[b * branches.rows + v] * d + c] + offset[b * d + c];
      };
      if (by == MergeBy::max) {
        std::int32_t best = 0;
        for (std::int32_t b = 1; b < branches.count; ++b) {
          if (value(b) > value(best) || std::isnan(value(b))) best = b;
        }
        winner[v * d + c] = best;
        out[v * d + c] = value(best);
      } else {
        double sum = 0;
        for (std::int64_t b = 0; b < branches.count; ++b) sum += value(b);
        out[v * d + c] = static_cast<float>(by == MergeBy::mean ? sum / static_cast<double>(branches.count) : sum);
      }
    }
  }
}

void merge_branches_backward(const GraphBranches& branches, std::int64_t d, MergeBy by, const std::int32_t* winner,
                             const float* g, float* dx, float* doffset) {
  for (std::int64_t b = 0; b < branches.count; ++b) {
    for (std::int64_t v = 0; v < branches.rows; ++v) {
      for (std::int64_t c = 0; c < d; ++c) {
        float share = g[v * d + c];
        if (by == MergeBy::max && winner[v * d + c] != b) share = 0;
        if (by == MergeBy::mean) share /= static_cast<float>(branches.count);
        dx[branches.map[b * branches.rows + v] * d + c] += share;
        doffset[b * d + c] += share;
      }
    }
  }
}

void adam_step(std::int64_t size, const AdamStep& step, const float* gradient, float* mean, float* square,
               float* weight) {
  for (std::int64_t i = 0; i < size; ++i) {
    const float g = gradient[i] + step.weight_decay * weight[i];
    mean[i] = step.beta1 * mean[i] + step.rest1 * g;
    square[i] = step.beta2 * square[i] + step.rest2 * g * g;
    const float expected_mean = mean[i] / step.correction1;
    const float expected_square = square[i] / step.correction2;
    weight[i] -= step.lr * expected_mean / (std::sqrt(expected_square) + step.epsilon);
  }
}

}  // namespace gnnir::kernels::reference
