#pragma once

#include <string>

#include "gnnir/graph/batch.h"
#include "gnnir/infer/input_rows.h"
#include "gnnir/infer/on_kernels/rows.h"
#include "gnnir/infer/on_kernels/weights.h"
#include "gnnir/settings/gnn_options.h"

/// What models are built of, as functions of rows: the meaning of the modules of the same names (nn/,
/// models/encoder.h), forward only.
namespace gnnir::on_kernels {

/// x·Wᵀ + b
Rows linear(const Weights::Linear& map, const Rows& x);

/// `h_v⁰` or `e_uv⁰`: a row of a table for the category plus a linear map of the real features.
class Encoder {
 public:
  Encoder() = default;
  Encoder(Weights& weights, const std::string& name, std::int64_t categories, std::int64_t reals, std::int64_t d);
  Rows operator()(const InputRows& inputs) const;
  /// Of some of the rows.
  Rows operator()(const InputRows& inputs, std::span<const std::int32_t> rows) const;

 private:
  std::int64_t d_ = 0;
  const float* table_ = nullptr;  // [categories, d], or none
  Weights::Linear reals_;
};

/// linear → ReLU → linear
class Mlp {
 public:
  Mlp() = default;
  Mlp(Weights& weights, const std::string& name, std::int64_t in, std::int64_t hidden, std::int64_t out);
  Rows operator()(const Rows& x) const;
  /// Σ MLP(x_v), or their mean, over the rows of each segment.
  Rows pooled(const Rows& x, const kernels::Segments& segments, bool mean) const;

  [[nodiscard]] const kernels::MlpShape& shape() const { return shape_; }
  [[nodiscard]] const kernels::MlpTensors<const float>& tensors() const { return tensors_; }

 private:
  kernels::MlpShape shape_;
  kernels::MlpTensors<const float> tensors_{};
};

/// One vector from the rows of each graph: `r = pool_v(MLP(h_v))`, pool = sum, mean or Set2Set.
class Readout {
 public:
  Readout(Weights& weights, const std::string& name, std::int64_t d, const ReadoutOptions& options);
  /// node_rows: the row of each node, or empty if they are the nodes themselves
  Rows operator()(const Rows& h, const Batch& graphs, std::span<const std::int32_t> node_rows = {}) const;
  [[nodiscard]] std::int64_t output_size() const { return kind_ == ReadoutKind::set2set ? 2 * d_ : d_; }

 private:
  [[nodiscard]] Rows set2set(const Rows& h, const Batch& graphs) const;

  std::int64_t d_;
  ReadoutKind kind_;
  std::int64_t steps_;
  Mlp mlp_;
  Weights::Linear by_input_, by_hidden_;  // Set2Set's LSTM: [4d, 2d], [4d, d]
};

}  // namespace gnnir::on_kernels
