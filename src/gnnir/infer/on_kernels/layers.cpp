#include "gnnir/infer/on_kernels/layers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"

namespace gnnir::on_kernels {
namespace {

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

/// Weights of a cell as libtorch names them, like those of a linear map.
Weights::Linear cell_part(Weights& weights, const std::string& name, const char* part, std::int64_t in,
                          std::int64_t out) {
  return {weights.take(name + ".weight_" + part, {out, in}), weights.take(name + ".bias_" + part, {out}), in, out};
}

}  // namespace

Rows linear(const Weights::Linear& map, const Rows& x) {
  Rows y(x.count(), map.out);
  kernels::product_transposed(x.count(), map.in, map.out, x.data(), map.weight, y.data());
  kernels::add_bias(y.count(), map.out, map.bias, /*relu=*/false, y.data());
  return y;
}

Encoder::Encoder(Weights& weights, const std::string& name, std::int64_t categories, std::int64_t reals, std::int64_t d)
    : d_(d) {
  if (categories > 0) table_ = weights.take(name + ".table.weight", {categories, d});
  if (reals > 0) reals_ = weights.linear(name + ".linear", reals, d);
}

Rows Encoder::operator()(const InputRows& inputs) const {
  Rows h = reals_.weight == nullptr ? Rows::zeros(inputs.rows, d_) : Rows(inputs.rows, d_);
  if (reals_.weight != nullptr) {
    kernels::product_transposed(inputs.rows, reals_.in, d_, inputs.reals.data(), reals_.weight, h.data());
    kernels::add_bias(inputs.rows, d_, reals_.bias, /*relu=*/false, h.data());
  }
  for (std::int64_t r = 0; table_ != nullptr && r < inputs.rows; ++r) {
    const float* of_category = table_ + inputs.categories[static_cast<std::size_t>(r)] * d_;
    for (std::int64_t c = 0; c < d_; ++c) h.row(r)[c] += of_category[c];
  }
  return h;
}

Rows Encoder::operator()(const InputRows& inputs, std::span<const std::int32_t> rows) const {
  InputRows some{.rows = std::ssize(rows), .num_reals = inputs.num_reals};
  for (const std::int32_t row : rows) {
    const auto at = static_cast<std::size_t>(row);
    if (!inputs.categories.empty()) some.categories.push_back(inputs.categories[at]);
    const auto begin = inputs.reals.begin() + row * inputs.num_reals;
    if (inputs.num_reals > 0) some.reals.insert(some.reals.end(), begin, begin + inputs.num_reals);
  }
  return (*this)(some);
}

Mlp::Mlp(Weights& weights, const std::string& name, std::int64_t in, std::int64_t hidden, std::int64_t out)
    : shape_{in, hidden, out} {
  const Weights::Linear first = weights.linear(name + ".in", in, hidden);
  const Weights::Linear second = weights.linear(name + ".out", hidden, out);
  tensors_ = {first.weight, first.bias, second.weight, second.bias};
}

Rows Mlp::operator()(const Rows& x) const {
  Rows inner(x.count(), shape_.hidden);
  Rows y(x.count(), shape_.out);
  kernels::mlp_forward(shape_, x.count(), tensors_, x.data(), inner.data(), y.data());
  return y;
}

Rows Mlp::pooled(const Rows& x, const kernels::Segments& segments, bool mean) const {
  Rows inner(x.count(), shape_.hidden);
  Rows sums(segments.count, shape_.hidden);
  Rows y(segments.count, shape_.out);
  kernels::mlp_sum_forward(shape_, x.count(), segments, mean, tensors_, x.data(), inner.data(), sums.data(), y.data());
  return y;
}

Readout::Readout(Weights& weights, const std::string& name, std::int64_t d, const ReadoutOptions& options)
    : d_(d), kind_(options.kind), steps_(options.set2set_steps), mlp_(weights, name + ".mlp", d, d, d) {
  if (kind_ != ReadoutKind::set2set) return;
  by_input_ = cell_part(weights, name + ".set2set.query", "ih", 2 * d, 4 * d);
  by_hidden_ = cell_part(weights, name + ".set2set.query", "hh", d, 4 * d);
}

Rows Readout::operator()(const Rows& h, const Batch& graphs, std::span<const std::int32_t> node_rows) const {
  if (kind_ == ReadoutKind::set2set) {
    return set2set(node_rows.empty() ? mlp_(h) : mlp_(gathered(h, node_rows)), graphs);
  }
  return mlp_.pooled(h, {graphs.num_graphs(), graphs.ptr.data(), node_rows.empty() ? nullptr : node_rows.data()},
                     kind_ == ReadoutKind::mean);
}

Rows Readout::set2set(const Rows& h, const Batch& graphs) const {
  Rows query_and_read = Rows::zeros(graphs.num_graphs(), 2 * d_);
  Rows query = Rows::zeros(graphs.num_graphs(), d_);
  Rows cell = Rows::zeros(graphs.num_graphs(), d_);
  std::vector<float> share;
  for (std::int64_t step = 0; step < steps_; ++step) {
    const Rows by_input = linear(by_input_, query_and_read);
    const Rows by_hidden = linear(by_hidden_, query);
    for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
      const float* i = by_input.row(g);
      const float* o = by_hidden.row(g);
      float* q = query.row(g);
      for (std::int64_t c = 0; c < d_; ++c) {  // gates: input, forget, cell, output
        const auto gate = [&](std::int64_t which) { return i[which * d_ + c] + o[which * d_ + c]; };
        cell.row(g)[c] = sigmoid(gate(1)) * cell.row(g)[c] + sigmoid(gate(0)) * std::tanh(gate(2));
        q[c] = sigmoid(gate(3)) * std::tanh(cell.row(g)[c]);
      }
      const std::int32_t first = graphs.first_row(g);
      share.assign(static_cast<std::size_t>(graphs.nodes_of(g)), 0);
      float top = -std::numeric_limits<float>::infinity();
      for (std::size_t v = 0; v < share.size(); ++v) {
        for (std::int64_t c = 0; c < d_; ++c) share[v] += h.row(first + static_cast<std::int64_t>(v))[c] * q[c];
        top = std::max(top, share[v]);
      }
      float sum = 0;
      for (float& one : share) sum += one = std::exp(one - top);
      float* read = std::copy_n(q, d_, query_and_read.row(g));
      std::fill_n(read, d_, 0.0F);
      for (std::size_t v = 0; v < share.size(); ++v) {
        const float* of_node = h.row(first + static_cast<std::int64_t>(v));
        for (std::int64_t c = 0; c < d_; ++c) read[c] += share[v] / sum * of_node[c];
      }
    }
  }
  return query_and_read;
}

}  // namespace gnnir::on_kernels
