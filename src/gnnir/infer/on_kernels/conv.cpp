#include "gnnir/infer/on_kernels/conv.h"

#include <algorithm>

#include "gnnir/catalog/own_options.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"

namespace gnnir::on_kernels {
namespace {

/// Scale and shift of a normalization over graphs, or nothing.
kernels::NormTensors<const float> norm(Weights& weights, const std::string& name, const GnnOptions& options) {
  if (options.norm.kind == NormKind::none) return {};
  return {weights.take(name + ".scale", {options.hidden}), weights.take(name + ".shift", {options.hidden})};
}

class Gin : public Conv {
 public:
  Gin(Weights& weights, const std::string& name, const GnnOptions& options, bool edges)
      : shape_{options.hidden, options.norm.kind == NormKind::graph, static_cast<float>(options.norm.epsilon)} {
    const std::int64_t d = options.hidden;
    const Weights::Linear in = weights.linear(name + ".in", d, d);
    const Weights::Linear out = weights.linear(name + ".out", d, d);
    const auto in_norm = norm(weights, name + ".in_norm", options);
    const auto out_norm = norm(weights, name + ".out_norm", options);
    tensors_ = {weights.take(name + ".epsilon", {1}),
                in.weight,
                in.bias,
                out.weight,
                out.bias,
                in_norm.scale,
                in_norm.shift,
                out_norm.scale,
                out_norm.shift};
    if (edges) edge_ = weights.linear(name + ".edge", d, d);
  }
  [[nodiscard]] Rows edge_terms(const Rows& e) const override {
    return edge_.weight == nullptr ? Rows() : linear(edge_, e);
  }
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const float* edge_terms) const override {
    return std::make_unique<kernels::GinConv>(shape_, tensors_, edge_terms);
  }

 private:
  kernels::GinShape shape_;
  kernels::GinTensors<const float> tensors_{};
  Weights::Linear edge_;
};

class NnConv : public Conv {
 public:
  NnConv(Weights& weights, const std::string& name, const GnnOptions& options)
      : shape_{options.hidden, edge_channels_of(options), static_cast<float>(options.norm.epsilon)} {
    const std::int64_t d = options.hidden;
    const Weights::Linear root = weights.linear(name + ".root", d, d);
    edge_ = weights.linear(name + ".edge", d, shape_.channels);
    tensors_ = {root.weight, root.bias, weights.take(name + ".edge_matrices", {shape_.channels + 1, d, d}),
                norm(weights, name + ".norm", options)};
  }
  [[nodiscard]] Rows edge_terms(const Rows& e) const override {
    Rows terms = linear(edge_, e);
    for (std::int64_t i = 0; i < terms.count() * terms.d(); ++i) terms.data()[i] = std::max(terms.data()[i], 0.0F);
    return terms;
  }
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const float* edge_terms) const override {
    return std::make_unique<kernels::NnConv>(shape_, tensors_, edge_terms);
  }

 private:
  kernels::NnConvShape shape_;
  kernels::NnConvTensors<const float> tensors_{};
  Weights::Linear edge_;
};

/// The matrix of a map whose channels fall into towers (nn/tower_linear.h): [out_blocks·d, in_blocks·d].
std::vector<float> tower_matrix(Weights& weights, const std::string& name, std::int64_t in_blocks,
                                std::int64_t out_blocks, std::int64_t d, std::int64_t towers) {
  const std::int64_t size = d / towers;
  const float* weight = weights.take(name + ".weight", {out_blocks, in_blocks, towers, size, size});
  const std::int64_t width = in_blocks * d;
  std::vector<float> matrix(static_cast<std::size_t>(out_blocks * d * width), 0.0F);
  for (std::int64_t out = 0; out < out_blocks; ++out) {
    for (std::int64_t in = 0; in < in_blocks; ++in) {
      for (std::int64_t tower = 0; tower < towers; ++tower) {
        for (std::int64_t r = 0; r < size; ++r, weight += size) {
          const std::int64_t row = out * d + tower * size + r;
          std::copy_n(weight, size, matrix.begin() + row * width + in * d + tower * size);
        }
      }
    }
  }
  return matrix;
}

class Pna : public Conv {
 public:
  Pna(Weights& weights, const std::string& name, const GnnOptions& options, const GraphFacts& facts)
      : shape_{options.hidden, static_cast<float>(facts.mean_log_degree), static_cast<float>(options.norm.epsilon)} {
    const std::int64_t d = options.hidden;
    const std::int64_t towers = pna_towers().as_integer(options.own);
    const auto map = [&](const char* part, std::int64_t in, std::int64_t out) {
      return tower_matrix(weights, name + "." + part, in, out, d, towers);
    };
    if (towers > 1) join_ = weights.take(name + ".join", {d, d});
    node_ = map("target", 1, 1);
    append(node_, map("source", 1, 1));
    append(node_, joined(map("self", 1, 1), d));
    message_ = map("message", 1, 1);
    if (facts.edge_features) edge_ = map("edge", 1, 1);
    const std::vector<float> combine = map("combine", 4, 3);
    const std::ptrdiff_t block = 4 * d * d;
    for (std::ptrdiff_t scaler = 0; scaler < 3; ++scaler) {
      append(combine_, joined({combine.begin() + scaler * block, combine.begin() + (scaler + 1) * block}, 4 * d));
    }
    const float* bias = weights.take(name + ".bias", {d});
    bias_ = joined({bias, bias + d}, 1);
    tensors_ = {node_.data(),
                weights.take(name + ".message_bias", {d}),
                message_.data(),
                weights.take(name + ".out_bias", {d}),
                combine_.data(),
                bias_.data(),
                norm(weights, name + ".norm", options)};
  }
  [[nodiscard]] Rows edge_terms(const Rows& e) const override {
    if (edge_.empty()) return {};
    Rows terms(e.count(), shape_.hidden);
    kernels::product_transposed(e.count(), shape_.hidden, shape_.hidden, e.data(), edge_.data(), terms.data());
    return terms;
  }
  [[nodiscard]] std::unique_ptr<kernels::Conv> kernel(const float* edge_terms) const override {
    return std::make_unique<kernels::PnaConv>(shape_, tensors_, edge_terms);
  }

 private:
  static void append(std::vector<float>& to, const std::vector<float>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  /// With the towers' last map multiplied into it, if there are several. matrix: [d, columns]
  [[nodiscard]] std::vector<float> joined(std::vector<float> matrix, std::int64_t columns) const {
    if (join_ == nullptr) return matrix;
    std::vector<float> product(matrix.size());
    kernels::product(shape_.hidden, shape_.hidden, columns, join_, matrix.data(), product.data());
    return product;
  }

  kernels::PnaShape shape_;
  const float* join_ = nullptr;  // [d, d]
  std::vector<float> node_, message_, edge_, combine_, bias_;
  kernels::PnaTensors<const float> tensors_{};
};

}  // namespace

bool has_kernel(const GnnOptions& options) {
  const bool normed = options.norm.kind == NormKind::none || options.norm.kind == NormKind::graph;
  return normed &&
         (options.conv == "gin" || options.conv == "gine" || options.conv == "pna" || options.conv == "nnconv");
}

std::unique_ptr<Conv> make_conv(Weights& weights, const std::string& name, const GnnOptions& options,
                                const GraphFacts& facts) {
  if (!has_kernel(options)) return nullptr;
  if (options.conv == "pna") return std::make_unique<Pna>(weights, name, options, facts);
  if (options.conv == "nnconv") return std::make_unique<NnConv>(weights, name, options);
  return std::make_unique<Gin>(weights, name, options, options.conv == "gine" && facts.edge_features);
}

}  // namespace gnnir::on_kernels
