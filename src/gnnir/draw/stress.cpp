#include "gnnir/draw/stress.h"

#include <algorithm>
#include <cmath>

namespace gnnir {
namespace {

/// So near that no direction can be told: a direction by the numbers of the nodes, opposite for both.
constexpr double too_near = 1e-9;

std::vector<std::size_t> far_pivots(const Distances& distances, std::size_t count) {
  const std::size_t n = distances.num_nodes();
  std::vector<float> nearest(n, HUGE_VALF);
  std::vector<std::size_t> pivots;
  std::size_t next = 0;
  while (pivots.size() < std::min(count, n)) {
    pivots.push_back(next);
    const std::span<const float> d = distances.from(next);
    for (std::size_t v = 0; v < n; ++v) nearest[v] = std::min(nearest[v], d[v]);
    next = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  return pivots;
}

/// [rows * columns] squared distances to pivots, less the means of rows and columns.
std::vector<double> doubly_centred(const Distances& distances, const std::vector<std::size_t>& pivots) {
  const std::size_t n = distances.num_nodes();
  const std::size_t k = pivots.size();
  std::vector<double> matrix(n * k);
  std::vector<double> row_mean(n, 0);
  std::vector<double> column_mean(k, 0);
  double mean = 0;
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t p = 0; p < k; ++p) {
      const double d = distances.from(pivots[p])[v];
      matrix[v * k + p] = d * d;
      row_mean[v] += d * d / static_cast<double>(k);
      column_mean[p] += d * d / static_cast<double>(n);
      mean += d * d / static_cast<double>(n * k);
    }
  }
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t p = 0; p < k; ++p)
      matrix[v * k + p] = -0.5 * (matrix[v * k + p] - row_mean[v] - column_mean[p] + mean);
  }
  return matrix;
}

void normalize(std::vector<double>& vector) {
  double square = 0;
  for (const double value : vector) square += value * value;
  const double length = std::sqrt(square);
  for (double& value : vector) value = length > 0 ? value / length : 0;
}

void remove_part_along(std::vector<double>& vector, const std::vector<double>& direction) {
  double product = 0;
  for (std::size_t i = 0; i < vector.size(); ++i) product += vector[i] * direction[i];
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] -= product * direction[i];
}

/// The two strongest directions of MᵀM by power iteration; [k] each.
std::vector<std::vector<double>> strongest_directions(const std::vector<double>& matrix, std::size_t k) {
  std::vector<double> square(k * k, 0);
  for (std::size_t row = 0; row < matrix.size(); row += k) {
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < k; ++j) square[i * k + j] += matrix[row + i] * matrix[row + j];
    }
  }
  std::vector<std::vector<double>> found;
  for (int which = 0; which < 2; ++which) {
    std::vector<double> direction(k);
    for (std::size_t i = 0; i < k; ++i) direction[i] = std::cos(1.0 + 2.4 * static_cast<double>(i) + which);
    for (int round = 0; round < 60; ++round) {
      for (const auto& earlier : found) remove_part_along(direction, earlier);
      normalize(direction);
      std::vector<double> next(k, 0);
      for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j < k; ++j) next[i] += square[i * k + j] * direction[j];
      }
      direction = std::move(next);
    }
    for (const auto& earlier : found) remove_part_along(direction, earlier);
    normalize(direction);
    found.push_back(std::move(direction));
  }
  return found;
}

/// So that the mean quotient of distances in the picture and in the graph is 1.
void scale_to(const Distances& distances, std::vector<Point>& places) {
  double numerator = 0;
  double denominator = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const std::span<const float> d = distances.from(v);
    for (std::size_t u = 0; u < v; ++u) {
      const double quotient = std::hypot(places[v].x - places[u].x, places[v].y - places[u].y) / d[u];
      numerator += quotient;
      denominator += quotient * quotient;
    }
  }
  const double scale = denominator > 0 ? numerator / denominator : 1;
  for (Point& place : places) place = {place.x * scale, place.y * scale};
}

}  // namespace

Distances::Distances(const Adjacency& adjacency)
    : num_nodes_(adjacency.size()), lengths_(num_nodes_ * num_nodes_, static_cast<float>(num_nodes_)) {
  std::vector<std::size_t> queue;
  for (std::size_t start = 0; start < num_nodes_; ++start) {
    float* lengths = lengths_.data() + start * num_nodes_;
    std::vector<bool> seen(num_nodes_, false);
    queue.assign(1, start);
    seen[start] = true;
    lengths[start] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const NodeId u : adjacency[queue[head]]) {
        const auto next = static_cast<std::size_t>(u);
        if (seen[next]) continue;
        seen[next] = true;
        lengths[next] = lengths[queue[head]] + 1;
        queue.push_back(next);
      }
    }
  }
}

double stress_of(const Distances& distances, std::span<const Point> places) {
  double sum = 0;
  for (std::size_t v = 0; v < places.size(); ++v) {
    const std::span<const float> d = distances.from(v);
    for (std::size_t u = 0; u < v; ++u) {
      const double dx = places[v].x - places[u].x;
      const double dy = places[v].y - places[u].y;
      const double off = std::sqrt(dx * dx + dy * dy) / d[u] - 1;
      sum += off * off;
    }
  }
  const double n = static_cast<double>(places.size());
  return n < 2 ? 0 : sum / (n * (n - 1) / 2);
}

std::vector<Point> majorized(const Distances& distances, std::span<const Point> places) {
  const std::size_t n = places.size();
  std::vector<Point> wanted(n);
  std::vector<double> weight(n, 0);
  for (std::size_t v = 0; v < n; ++v) {
    const std::span<const float> d = distances.from(v);
    const Point at = places[v];
    Point sum = wanted[v];
    double total = weight[v];
    for (std::size_t u = 0; u < v; ++u) {
      double dx = at.x - places[u].x;
      double dy = at.y - places[u].y;
      double length = std::sqrt(dx * dx + dy * dy);
      if (length < too_near) {
        dx = std::cos(static_cast<double>(u + v));
        dy = std::sin(static_cast<double>(u + v));
        length = 1;
      }
      const double w = 1 / (static_cast<double>(d[u]) * static_cast<double>(d[u]));
      const double stretch = static_cast<double>(d[u]) / length;
      sum.x += w * (places[u].x + stretch * dx);
      sum.y += w * (places[u].y + stretch * dy);
      wanted[u].x += w * (at.x - stretch * dx);
      wanted[u].y += w * (at.y - stretch * dy);
      total += w;
      weight[u] += w;
    }
    wanted[v] = sum;
    weight[v] = total;
  }
  for (std::size_t v = 0; v < n; ++v) {
    if (weight[v] > 0) wanted[v] = {wanted[v].x / weight[v], wanted[v].y / weight[v]};
  }
  return wanted;
}

std::vector<Point> classical_scaling(const Distances& distances) {
  constexpr std::size_t most_pivots = 64;
  const std::vector<std::size_t> pivots = far_pivots(distances, most_pivots);
  const std::size_t k = pivots.size();
  const std::vector<double> matrix = doubly_centred(distances, pivots);
  const auto directions = strongest_directions(matrix, k);
  std::vector<Point> places(distances.num_nodes());
  for (std::size_t v = 0; v < places.size(); ++v) {
    for (std::size_t p = 0; p < k; ++p) {
      places[v].x += matrix[v * k + p] * directions[0][p];
      places[v].y += matrix[v * k + p] * directions[1][p];
    }
  }
  scale_to(distances, places);
  // Nodes that are alike to all pivots, as leaves of one node, would begin, and stay, in one place.
  for (std::size_t v = 0; v < places.size(); ++v) {
    const double angle = 2.399963 * static_cast<double>(v);  // the golden angle
    places[v].x += 0.01 * std::cos(angle);
    places[v].y += 0.01 * std::sin(angle);
  }
  return places;
}

}  // namespace gnnir
