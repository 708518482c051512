#include "twins/edge_rows.h"

#include <algorithm>
#include <cmath>

namespace gnnir::kernels::reference {
namespace {

// Legend: r row, e edge as links list it, i channel (c are edge terms), k channel of an edge, d channels.

std::int64_t self_of(const RowLinks& links, std::int64_t r) { return links.self[r] - links.first_row; }

std::int64_t source_of(const RowLinks& links, std::int64_t e) { return links.sources[e] - links.first_row; }

std::int64_t edge_of(const RowLinks& links, std::int64_t e) { return links.edges[e]; }

/// Where an edge stands among the edges of these rows.
std::int64_t edge_row(const RowLinks& links, std::int64_t e) { return e - links.offsets[0]; }

std::int64_t degree(const RowLinks& links, std::int64_t r) { return links.offsets[r + 1] - links.offsets[r]; }

/// Calls body(r, e) for every edge of every row.
template <typename Body>
void for_each_edge(const RowLinks& links, const Body& body) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    for (std::int64_t e = links.offsets[r]; e < links.offsets[r + 1]; ++e) body(r, e);
  }
}

}  // namespace

void gather_edges(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c, float* out) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    for (std::int64_t i = 0; i < d; ++i) {
      double sum = static_cast<double>(factor) * x[self_of(links, r) * d + i];
      for (std::int64_t e = links.offsets[r]; e < links.offsets[r + 1]; ++e) {
        sum += std::max(x[source_of(links, e) * d + i] + c[edge_of(links, e) * d + i], 0.0F);
      }
      out[r * d + i] = static_cast<float>(sum);
    }
  }
}

float gather_edges_backward(const RowLinks& links, std::int64_t d, float factor, const float* x, const float* c,
                            const float* g, float* dx, float* dc) {
  double by_factor = 0;
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const std::int64_t self = self_of(links, r);
    for (std::int64_t i = 0; i < d; ++i) {
      by_factor += static_cast<double>(g[r * d + i]) * x[self * d + i];
      dx[self * d + i] += factor * g[r * d + i];
    }
  }
  for_each_edge(links, [&](std::int64_t r, std::int64_t e) {
    const std::int64_t source = source_of(links, e);
    const std::int64_t edge = edge_of(links, e);
    for (std::int64_t i = 0; i < d; ++i) {
      if (!(x[source * d + i] + c[edge * d + i] > 0)) continue;
      dx[source * d + i] += g[r * d + i];
      dc[edge * d + i] += g[r * d + i];
    }
  });
  return static_cast<float>(by_factor);
}

void message_layer(const RowLinks& links, std::int64_t d, const float* z, const float* c, const float* bias,
                   float* inner) {
  for_each_edge(links, [&](std::int64_t r, std::int64_t e) {
    for (std::int64_t i = 0; i < d; ++i) {
      const double to = z[self_of(links, r) * 3 * d + i];
      const double from = z[source_of(links, e) * 3 * d + d + i];
      const double by_edge = c == nullptr ? 0 : c[edge_of(links, e) * d + i];
      inner[edge_row(links, e) * d + i] = static_cast<float>(std::max(to + from + by_edge + bias[i], 0.0));
    }
  });
}

void message_layer_backward(const RowLinks& links, std::int64_t d, const float* g, float* dz, float* dc) {
  for_each_edge(links, [&](std::int64_t r, std::int64_t e) {
    for (std::int64_t i = 0; i < d; ++i) {
      const float by = g[edge_row(links, e) * d + i];
      dz[self_of(links, r) * 3 * d + i] += by;
      dz[source_of(links, e) * 3 * d + d + i] += by;
      if (dc != nullptr) dc[edge_of(links, e) * d + i] += by;
    }
  });
}

void pna_aggregate(const RowLinks& links, std::int64_t d, const float* m, float* a) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const auto n = static_cast<double>(std::max<std::int64_t>(degree(links, r), 1));
    const std::int64_t first = edge_row(links, links.offsets[r]);
    const std::int64_t end = first + degree(links, r);
    for (std::int64_t i = 0; i < d; ++i) {
      double sum = 0;
      float largest = first < end ? m[first * d + i] : 0;
      float smallest = largest;
      for (std::int64_t e = first; e < end; ++e) {
        const float message = m[e * d + i];
        sum += message;
        if (message > largest || std::isnan(message)) largest = message;
        if (message < smallest || std::isnan(message)) smallest = message;
      }
      double squares = 0;
      for (std::int64_t e = first; e < end; ++e) squares += std::pow(m[e * d + i] - sum / n, 2);
      a[r * 4 * d + i] = static_cast<float>(sum / n);
      a[r * 4 * d + d + i] = largest;
      a[r * 4 * d + 2 * d + i] = smallest;
      a[r * 4 * d + 3 * d + i] = static_cast<float>(std::sqrt(squares / n + 1e-5));
    }
  }
}

/// Of the deviation: ∂√(v + ε)/∂m_e = (m_e - mean)/(n·√(v + ε)), as Σ (m - mean) = 0.
void pna_aggregate_backward(const RowLinks& links, std::int64_t d, const float* m, const float* a, const float* g,
                            float* dm) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const auto n = static_cast<double>(degree(links, r));
    const std::int64_t first = edge_row(links, links.offsets[r]);
    const std::int64_t end = first + degree(links, r);
    for (std::int64_t i = 0; i < d; ++i) {
      const double mean = a[r * 4 * d + i];
      const float largest = a[r * 4 * d + d + i];
      const float smallest = a[r * 4 * d + 2 * d + i];
      const double deviation = a[r * 4 * d + 3 * d + i];
      int are_largest = 0;
      int are_smallest = 0;
      for (std::int64_t e = first; e < end; ++e) {
        if (m[e * d + i] == largest) ++are_largest;
        if (m[e * d + i] == smallest) ++are_smallest;
      }
      for (std::int64_t e = first; e < end; ++e) {
        double sum = g[r * 4 * d + i] / n;
        if (m[e * d + i] == largest) sum += static_cast<double>(g[r * 4 * d + d + i]) / are_largest;
        if (m[e * d + i] == smallest) sum += static_cast<double>(g[r * 4 * d + 2 * d + i]) / are_smallest;
        sum += g[r * 4 * d + 3 * d + i] * (m[e * d + i] - mean) / (n * deviation);
        dm[e * d + i] = static_cast<float>(sum);
      }
    }
  }
}

void pna_mix(std::int64_t size, float scale, const float* w, float* out) {
  for (std::int64_t i = 0; i < size; ++i) {
    const double amplified = static_cast<double>(scale) * w[size + i];
    const double attenuated = static_cast<double>(w[2 * size + i]) / scale;
    out[i] = static_cast<float>(w[i] + amplified + attenuated);
  }
}

void pna_mix_backward(std::int64_t size, float scale, const float* g, float* dw) {
  for (std::int64_t i = 0; i < size; ++i) {
    dw[i] += g[i];
    dw[size + i] += scale * g[i];
    dw[2 * size + i] += g[i] / scale;
  }
}

void pna_sum(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* z, const float* bias,
             const float* u, bool relu, float* y) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    for (std::int64_t i = 0; i < d; ++i) {
      const double own = static_cast<double>(z[self_of(links, r) * 3 * d + 2 * d + i]) + bias[i];
      const double sum = own + u[r * d + i];
      y[rows[r] * d + i] = static_cast<float>(relu ? std::max(sum, 0.0) : sum);
    }
  }
}

void pna_sum_backward(const RowLinks& links, const std::int32_t* rows, std::int64_t d, const float* g, float* dz,
                      float* du) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    for (std::int64_t i = 0; i < d; ++i) {
      const float by = g[rows[r] * d + i];
      dz[self_of(links, r) * 3 * d + 2 * d + i] += by;
      du[r * d + i] = by;
    }
  }
}

void mean_outer_products(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a, const float* x,
                         float* s) {
  for (std::int64_t r = 0; r < links.rows; ++r) {
    const auto n = static_cast<double>(std::max<std::int64_t>(degree(links, r), 1));
    for (std::int64_t k = 0; k <= channels; ++k) {
      for (std::int64_t i = 0; i < d; ++i) {
        double sum = 0;
        for (std::int64_t e = links.offsets[r]; e < links.offsets[r + 1]; ++e) {
          const double weight = k < channels ? a[edge_of(links, e) * channels + k] : 1;
          sum += weight * x[source_of(links, e) * d + i];
        }
        s[(r * (channels + 1) + k) * d + i] = static_cast<float>(sum / n);
      }
    }
  }
}

void mean_outer_products_backward(const RowLinks& links, std::int64_t d, std::int64_t channels, const float* a,
                                  const float* x, const float* g, float* da, float* dx) {
  for_each_edge(links, [&](std::int64_t r, std::int64_t e) {
    const auto n = static_cast<double>(degree(links, r));
    const std::int64_t source = source_of(links, e);
    const std::int64_t edge = edge_of(links, e);
    for (std::int64_t k = 0; k <= channels; ++k) {
      const double weight = k < channels ? a[edge * channels + k] : 1;
      double by_weight = 0;
      for (std::int64_t i = 0; i < d; ++i) {
        const double by = g[(r * (channels + 1) + k) * d + i] / n;
        dx[source * d + i] += static_cast<float>(weight * by);
        by_weight += by * x[source * d + i];
      }
      if (k < channels) da[edge * channels + k] += static_cast<float>(by_weight);
    }
  });
}

}  // namespace gnnir::kernels::reference
