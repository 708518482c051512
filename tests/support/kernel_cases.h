#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "gnnir/graph/batch.h"
#include "gnnir/kernels/mlp.h"
#include "support/floats.h"
#include "support/small_graphs.h"
#include "twins/gnn.h"
#include "twins/plain_gnn.h"

/// Inputs of kernels, at random.
namespace gnnir::testing {

/// One step from a level of rows_before rows. As in the middle of a run, neither rows nor edges begin at 0; several
/// rows update the same one, some have no sources. Some edges of the batch come into several rows, as into those of
/// different branches; others, the first among them, into none.
struct RandomLinks {
  static constexpr std::int64_t first_row = 3;
  static constexpr std::int64_t first_edge = 2;
  static constexpr std::int64_t first_batch_edge = 4;
  std::int64_t rows_before;
  std::vector<std::int32_t> self, sources, batch_edges;
  std::vector<std::int32_t> offsets;

  RandomLinks(std::int64_t rows, std::int64_t rows_before_, std::uint64_t max_degree, Rng& rng)
      : rows_before(rows_before_), sources(first_edge, -1), offsets{static_cast<std::int32_t>(first_edge)} {
    const auto draw = [&] {
      return static_cast<std::int32_t>(first_row +
                                       static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(rows_before))));
    };
    for (std::int64_t r = 0; r < rows; ++r) {
      self.push_back(draw());
      for (std::uint64_t degree = rng.below(max_degree + 1); degree > 0; --degree) sources.push_back(draw());
      offsets.push_back(static_cast<std::int32_t>(sources.size()));
    }
    batch_edges.assign(first_edge, -1);
    while (batch_edges.size() < sources.size()) {
      const auto used = static_cast<std::uint64_t>(num_batch_edges() - first_batch_edge);
      batch_edges.push_back(static_cast<std::int32_t>(first_batch_edge + static_cast<std::int64_t>(rng.below(used))));
    }
  }

  [[nodiscard]] std::int64_t edges() const { return offsets.back() - first_edge; }
  /// Of the list that batch_edges points into.
  [[nodiscard]] std::int64_t num_batch_edges() const { return first_batch_edge + edges() / 2 + 3; }
  [[nodiscard]] kernels::RowLinks view() const {
    return {static_cast<std::int64_t>(self.size()),
            self.data(),
            offsets.data(),
            sources.data(),
            first_row,
            batch_edges.data()};
  }
};

/// Segments of 0..max_size rows out of `rows`, with or without a map.
struct RandomSegments {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> map;
  bool mapped;

  RandomSegments(std::int64_t count, std::int64_t rows, std::uint64_t max_size, bool mapped_, Rng& rng)
      : mapped(mapped_) {
    for (std::int64_t s = 0; s < count; ++s) {
      std::int32_t end = offsets.back() + static_cast<std::int32_t>(rng.below(max_size + 1));
      if (!mapped || rows == 0) end = std::min(end, static_cast<std::int32_t>(rows));
      offsets.push_back(end);
    }
    if (!mapped) return;
    while (static_cast<std::int64_t>(map.size()) < offsets.back()) {
      map.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(rows))));
    }
  }

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  [[nodiscard]] kernels::Segments view() const { return {count(), offsets.data(), mapped ? map.data() : nullptr}; }
};

/// Pieces of one list of numbers, one after the other.
template <typename T>
struct Pieces {
  T* next;
  T* take(std::int64_t size) { return std::exchange(next, next + size); }
};

inline std::int64_t size_of(const kernels::MlpShape& shape) {
  return shape.hidden * (shape.in + 1) + shape.out * (shape.hidden + 1);
}

/// A list of size_of(shape) numbers as the weights of an MLP, or their gradients.
template <typename T>
kernels::MlpTensors<T> as_mlp(const kernels::MlpShape& shape, T* numbers) {
  Pieces<T> pieces{numbers};
  kernels::MlpTensors<T> tensors{};
  tensors.in_weight = pieces.take(shape.hidden * shape.in);
  tensors.in_bias = pieces.take(shape.hidden);
  tensors.out_weight = pieces.take(shape.out * shape.hidden);
  tensors.out_bias = pieces.take(shape.out);
  return tensors;
}

inline std::int64_t size_of(const kernels::GnnShape& shape) {
  const std::int64_t d = shape.hidden;
  return 1 + 8 * d * d + 8 * d + (shape.graph_norm ? 4 * d : 0);
}

/// The same for a GNN.
template <typename T>
kernels::GnnTensors<T> as_gnn(const kernels::GnnShape& shape, T* numbers) {
  const std::int64_t d = shape.hidden;
  Pieces<T> pieces{numbers};
  kernels::GnnTensors<T> tensors{};
  tensors.epsilon = pieces.take(1);
  tensors.in_weight = pieces.take(d * d);
  tensors.in_bias = pieces.take(d);
  tensors.out_weight = pieces.take(d * d);
  tensors.out_bias = pieces.take(d);
  tensors.weight_ih = pieces.take(3 * d * d);
  tensors.weight_hh = pieces.take(3 * d * d);
  tensors.bias_ih = pieces.take(3 * d);
  tensors.bias_hh = pieces.take(3 * d);
  if (!shape.graph_norm) return tensors;
  tensors.in_scale = pieces.take(d);
  tensors.in_shift = pieces.take(d);
  tensors.out_scale = pieces.take(d);
  tensors.out_shift = pieces.take(d);
  return tensors;
}

/// Graphs of every kind that a batch may hold, the first and the last without nodes.
inline Batch odd_graphs(Rng& rng) {
  Batch batch;
  batch.append(Graph());
  batch.append(Graph::from_edges(1, {}));
  batch.append(random_graph(9, 0.4, rng));
  batch.append(Graph::from_edges(5, {}));
  batch.append(path(12));
  batch.append(Graph::from_edges(1, std::vector<Edge>{{0, 0}}));
  batch.append(directed_graph(11, 25, rng));
  batch.append(rings(2, 5));
  batch.append(Graph());
  batch.append(random_graph(14, 0.2, rng));
  batch.append(directed_graph(6, 30, rng));
  batch.append(Graph());
  return batch;
}

/// Up to `width` nodes of every graph, in any order; none of the graphs `without`.
struct RandomChoice : Choice {
  RandomChoice(const Batch& batch, std::int64_t width, Rng& rng, const std::set<std::int64_t>& without = {}) {
    for (std::int64_t g = 0; g < batch.num_graphs(); ++g) {
      std::vector<std::int32_t> nodes(static_cast<std::size_t>(batch.nodes_of(g)));
      std::iota(nodes.begin(), nodes.end(), batch.first_row(g));
      rng.shuffle(std::span(nodes));
      nodes.resize(without.contains(g) ? 0 : std::min(nodes.size(), static_cast<std::size_t>(width)));
      rows.insert(rows.end(), nodes.begin(), nodes.end());
      ptr.push_back(static_cast<std::int32_t>(rows.size()));
    }
  }
};

struct KinkOptions {
  double scale = 1;         ///< of the input
  double distance = 5e-7;   ///< to either side
  double tolerance = 3e-5;  ///< of gradients
};

/// An input of so many numbers at which no ReLU is so near its kink that rounding decides about the gradient: a little
/// to either side of it, gradient_at is the same.
template <typename GradientAt>
Floats input_without_kinks(std::int64_t size, Rng& rng, const GradientAt& gradient_at,
                           const KinkOptions& options = {}) {
  while (true) {
    Floats x = random_floats(size, rng, options.scale);
    const Floats away = random_floats(size, rng, options.distance);
    Floats above = x;
    Floats below = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      above[i] += away[i];
      below[i] -= away[i];
    }
    if (difference(gradient_at(above), gradient_at(below), options.tolerance).empty()) return x;
  }
}

/// The same for a GNN's twin.
inline Floats input_without_kinks(const kernels::GnnShape& shape, const kernels::GnnPlan& plan,
                                  const kernels::GnnTensors<const float>& weights, const Floats& g, Rng& rng) {
  return input_without_kinks(plan.rows(0) * shape.hidden, rng, [&](const Floats& x) {
    Floats dx = unset(static_cast<std::int64_t>(x.size()));
    Floats unused = zeros(size_of(shape));
    kernels::reference::gnn_backward(shape, plan, weights, x.data(), nullptr, g.data(), dx.data(),
                                     as_gnn(shape, unused.data()));
    return dx;
  });
}

}  // namespace gnnir::testing
