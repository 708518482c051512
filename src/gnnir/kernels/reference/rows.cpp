#include "gnnir/kernels/reference/rows.h"

#include <algorithm>
#include <cmath>

namespace gnnir::kernels::reference {
namespace {

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

void neighbourhood_sum(const Neighbourhoods& graph, std::int64_t d, float factor, const float* h, float* out) {
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      float sum = factor * h[v * d + c];
      for (std::int64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        sum += h[(graph.sources[e] - graph.first_row) * d + c];
      }
      out[v * d + c] = sum;
    }
  }
}

void neighbourhood_sum_backward(const Neighbourhoods& graph, std::int64_t d, float factor, const float* g, float* dh) {
  for (std::int64_t v = 0; v < graph.rows; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      dh[v * d + c] += factor * g[v * d + c];
      for (std::int64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        dh[(graph.sources[e] - graph.first_row) * d + c] += g[v * d + c];
      }
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
  for (std::int64_t i = 0; i < rows * d; ++i) sum[i % d] += x[i];
}

float dot(std::int64_t size, const float* x, const float* y) {
  float sum = 0;
  for (std::int64_t i = 0; i < size; ++i) sum += x[i] * y[i];
  return sum;
}

void gru_gates(std::int64_t rows, std::int64_t d, const float* gi, const float* gh, const float* bias_ih,
               const float* bias_hh, const float* h, float* gates, float* out) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      const auto gate = [&](std::int64_t part) {
        return sigmoid(gi[v * 3 * d + part * d + c] + bias_ih[part * d + c] + gh[v * 3 * d + part * d + c] +
                       bias_hh[part * d + c]);
      };
      const float r = gate(0);
      const float z = gate(1);
      const float hidden = gh[v * 3 * d + 2 * d + c] + bias_hh[2 * d + c];
      const float n = std::tanh(gi[v * 3 * d + 2 * d + c] + bias_ih[2 * d + c] + r * hidden);
      const float saved[4] = {r, z, n, hidden};
      for (std::int64_t part = 0; part < 4; ++part) gates[v * 4 * d + part * d + c] = saved[part];
      out[v * d + c] = (1 - z) * n + z * h[v * d + c];
    }
  }
}

void gru_gates_backward(std::int64_t rows, std::int64_t d, const float* g, const float* h, const float* gates,
                        float* dgi, float* dgh, float* dh) {
  for (std::int64_t v = 0; v < rows; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      const float* saved = gates + v * 4 * d + c;
      const float r = saved[0];
      const float z = saved[d];
      const float n = saved[2 * d];
      const float hidden = saved[3 * d];
      const float g_out = g[v * d + c];
      const float dn = g_out * (1 - z) * (1 - n * n);
      const float dz = g_out * (h[v * d + c] - n) * z * (1 - z);
      const float dr = dn * hidden * r * (1 - r);
      const float by_input[3] = {dr, dz, dn};
      const float by_hidden[3] = {dr, dz, dn * r};
      for (std::int64_t part = 0; part < 3; ++part) {
        dgi[v * 3 * d + part * d + c] = by_input[part];
        dgh[v * 3 * d + part * d + c] = by_hidden[part];
      }
      dh[v * d + c] = g_out * z;
    }
  }
}

void graph_norm(std::int64_t rows, std::int64_t d, float epsilon, const float* scale, const float* shift, bool relu,
                float* x, float* normalized, float* inverse) {
  for (std::int64_t c = 0; c < d; ++c) {
    float mean = 0;
    for (std::int64_t v = 0; v < rows; ++v) mean += x[v * d + c] / static_cast<float>(rows);
    float variance = 0;
    for (std::int64_t v = 0; v < rows; ++v) {
      variance += (x[v * d + c] - mean) * (x[v * d + c] - mean) / static_cast<float>(rows);
    }
    inverse[c] = 1 / std::sqrt(variance + epsilon);
    for (std::int64_t v = 0; v < rows; ++v) {
      normalized[v * d + c] = (x[v * d + c] - mean) * inverse[c];
      const float y = scale[c] * normalized[v * d + c] + shift[c];
      x[v * d + c] = relu ? std::max(y, 0.0F) : y;
    }
  }
}

void graph_norm_backward(std::int64_t rows, std::int64_t d, const float* scale, const float* normalized,
                         const float* inverse, float* g, float* dscale, float* dshift) {
  for (std::int64_t c = 0; c < d; ++c) {
    float sum = 0;
    float sum_normalized = 0;
    for (std::int64_t v = 0; v < rows; ++v) {
      sum += g[v * d + c];
      sum_normalized += g[v * d + c] * normalized[v * d + c];
    }
    dshift[c] += sum;
    dscale[c] += sum_normalized;
    const float n = static_cast<float>(rows);
    for (std::int64_t v = 0; v < rows; ++v) {
      g[v * d + c] = inverse[c] * scale[c] * (g[v * d + c] - sum / n - normalized[v * d + c] * sum_normalized / n);
    }
  }
}

}  // namespace gnnir::kernels::reference
