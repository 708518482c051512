#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "gnnir/models/registry.h"

namespace gnnir::testing {

/// The model once more, one graph at a time, in plain loops over doubles that follow the formulas one by one: nothing
/// is shared with the product but the weights. GIN, GRU selector, index ties, max-merge or none (merge = tree), sum
/// readout, no normalization.
class NaiveModel {
 public:
  using Vector = std::vector<double>;
  using Rows = std::vector<Vector>;

  NaiveModel(const torch::nn::Module& model, const ModelOptions& options) : options_(options) {
    for (const auto& parameter : model.named_parameters()) {
      const at::Tensor flat = parameter.value().detach().to(torch::kFloat64).contiguous();
      const std::int64_t rows = flat.dim() == 2 ? flat.size(0) : 1;
      Rows& matrix = weights_[parameter.key()];
      for (std::int64_t r = 0; r < rows; ++r) {
        const double* begin = flat.data_ptr<double>() + r * (flat.numel() / rows);
        matrix.emplace_back(begin, begin + flat.numel() / rows);
      }
    }
  }

  Vector predict(const Graph& graph, const Rows& features) const {
    Rows h;
    for (const Vector& x : features) h.push_back(linear("encoder.linear", x));
    h = gnn(graph, h);
    if (unmerged(options_.ir.merge)) return predict_by_tree(graph, h);
    Vector readouts = pooled("readout_0.mlp", h);
    Vector selector_readouts;
    Vector q(h.empty() ? static_cast<std::size_t>(options_.gnn.hidden) : h[0].size(), 0.0);
    for (std::int64_t layer = 1; layer <= options_.ir.layers; ++layer) {
      q = gru("gnn_ir.select.memory", pooled("gnn_ir.select.aggregate", h), q);
      const Vector score = scores(h, q);
      const std::vector<std::size_t> target = best(score);
      double total = 0;
      for (const std::size_t i : target) total += score[i];
      for (const double p : q) selector_readouts.push_back(total * p);
      std::vector<Rows> branches;
      for (const std::size_t i : target) branches.push_back(branch(graph, h, i));
      for (std::size_t v = 0; v < h.size(); ++v) {
        for (std::size_t c = 0; c < h[v].size(); ++c) {
          h[v][c] = branches[0][v][c];
          for (const Rows& other : branches) h[v][c] = std::max(h[v][c], other[v][c]);
        }
      }
      const Vector r = pooled("readout_" + std::to_string(layer) + ".mlp", h);
      readouts.insert(readouts.end(), r.begin(), r.end());
    }
    readouts.insert(readouts.end(), selector_readouts.begin(), selector_readouts.end());
    return mlp("head", readouts);
  }

 private:
  static void add(Vector& sum, const Vector& x, double factor = 1) {
    sum.resize(x.size(), 0.0);
    for (std::size_t c = 0; c < x.size(); ++c) sum[c] += factor * x[c];
  }
  /// A branch at depth l adds its own to the readouts of that depth, chooses nodes, and leaves the rest to theirs.
  void descend(const Graph& graph, const Rows& h, const Vector& q, std::size_t depth, Rows& readouts,
               Rows& selector_readouts) const {
    const Vector own = pooled("readout_" + std::to_string(depth) + ".mlp", h);
    add(readouts[depth], depth == 0 ? own : mlp("readout_branches_" + std::to_string(depth), own));
    if (static_cast<std::int64_t>(depth) == options_.ir.layers) return;
    const Vector p = gru("gnn_ir.select.memory", pooled("gnn_ir.select.aggregate", h), q);
    const Vector score = scores(h, p);
    std::vector<std::size_t> chosen = best(score);
    if (options_.ir.merge == MergeKind::paths && depth > 0) chosen.resize(std::min<std::size_t>(chosen.size(), 1));
    for (const std::size_t i : chosen) {
      add(selector_readouts[depth], p, score[i]);
      descend(graph, branch(graph, h, i), p, depth + 1, readouts, selector_readouts);
    }
  }
  Vector predict_by_tree(const Graph& graph, const Rows& h) const {
    const auto layers = static_cast<std::size_t>(options_.ir.layers);
    const Vector zeros(static_cast<std::size_t>(options_.gnn.hidden), 0.0);
    Rows parts(layers + 1, zeros);
    Rows selector_readouts(layers, zeros);
    descend(graph, h, zeros, 0, parts, selector_readouts);
    parts.insert(parts.end(), selector_readouts.begin(), selector_readouts.end());
    Vector all;
    for (const Vector& part : parts) all.insert(all.end(), part.begin(), part.end());
    return mlp("head", all);
  }
  Vector linear(const std::string& name, const Vector& x, const std::string& w = "weight",
                const std::string& b = "bias") const {
    const Rows& weight = weights_.at(name + "." + w);
    Vector y = weights_.at(name + "." + b)[0];
    for (std::size_t r = 0; r < weight.size(); ++r) {
      for (std::size_t c = 0; c < x.size(); ++c) y[r] += weight[r][c] * x[c];
    }
    return y;
  }
  static Vector relu(Vector x) {
    for (double& value : x) value = std::max(value, 0.0);
    return x;
  }
  Vector mlp(const std::string& name, const Vector& x) const {
    return linear(name + ".out", relu(linear(name + ".in", x)));
  }
  Vector gru(const std::string& name, const Vector& x, const Vector& h) const {
    const Vector a = linear(name, x, "weight_ih", "bias_ih");
    const Vector b = linear(name, h, "weight_hh", "bias_hh");
    const std::size_t d = h.size();
    Vector result(d);
    for (std::size_t c = 0; c < d; ++c) {
      const double reset = 1 / (1 + std::exp(-a[c] - b[c]));
      const double update = 1 / (1 + std::exp(-a[d + c] - b[d + c]));
      result[c] = (1 - update) * std::tanh(a[2 * d + c] + reset * b[2 * d + c]) + update * h[c];
    }
    return result;
  }
  Rows gnn(const Graph& graph, Rows h) const {
    const double epsilon = weights_.at("gnn_ir.gnn.conv.epsilon")[0][0];
    for (std::int64_t step = 0; step < options_.gnn.steps; ++step) {
      Rows next;
      for (NodeId v = 0; v < graph.num_nodes(); ++v) {
        const Vector& own = h[static_cast<std::size_t>(v)];
        Vector sum = own;
        for (double& value : sum) value *= 1 + epsilon;
        for (const NodeId u : graph.neighbours(v)) {
          for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += h[static_cast<std::size_t>(u)][c];
        }
        next.push_back(gru("gnn_ir.gnn.update", relu(mlp("gnn_ir.gnn.conv", sum)), own));
      }
      h = next;
    }
    return h;
  }
  Vector pooled(const std::string& name, const Rows& h) const {
    Vector total(static_cast<std::size_t>(options_.gnn.hidden), 0.0);
    for (const Vector& row : h) {
      const Vector mapped = mlp(name, row);
      for (std::size_t c = 0; c < total.size(); ++c) total[c] += mapped[c];
    }
    return total;
  }
  static Vector scores(const Rows& h, const Vector& p) {
    double length = 0;
    for (const double value : p) length += value * value;
    Vector score;
    for (const Vector& row : h) {
      double dot = 0;
      for (std::size_t c = 0; c < p.size(); ++c) dot += row[c] * p[c];
      score.push_back(std::tanh(dot / std::sqrt(length)));
    }
    return score;
  }
  std::vector<std::size_t> best(const Vector& score) const {
    std::vector<std::size_t> order(score.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
    if (options_.ir.width < std::ssize(order)) order.resize(static_cast<std::size_t>(options_.ir.width));
    return order;
  }
  Rows branch(const Graph& graph, Rows h, std::size_t i) const {
    Vector factor = mlp("gnn_ir.individualize.psi", h[i]);
    if (options_.ir.psi_activation == PsiActivation::relu) factor = relu(factor);
    for (std::size_t c = 0; c < factor.size(); ++c) h[i][c] *= factor[c];
    h = gnn(graph, h);
    const Vector shift = mlp("gnn_ir.refine.distribute", pooled("gnn_ir.refine.aggregate", h));
    for (Vector& row : h) {
      for (std::size_t c = 0; c < row.size(); ++c) row[c] += shift[c];
    }
    return h;
  }

  ModelOptions options_;
  std::map<std::string, Rows> weights_;
};

}  // namespace gnnir::testing
