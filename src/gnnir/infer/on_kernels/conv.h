#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gnnir/infer/on_kernels/layers.h"
#include "gnnir/kernels/conv.h"
#include "gnnir/kernels/gin.h"
#include "gnnir/kernels/nnconv.h"
#include "gnnir/kernels/pna.h"

namespace gnnir::on_kernels {

/// A convolution of a trained model: its weights as its kernel takes them.
class Conv {
 public:
  virtual ~Conv() = default;
  /// What edges contribute to every step of a GNN call; without rows if they do not count. e: [edges, d], or not there
  [[nodiscard]] virtual Rows edge_terms(const Rows& e) const = 0;
  /// For one GNN call. edge_terms: or null
  [[nodiscard]] virtual std::unique_ptr<kernels::Conv> kernel(const float* edge_terms) const = 0;
};

/// Null if the kernels do not have this convolution with these options.
std::unique_ptr<Conv> make_conv(Weights& weights, const std::string& name, const GnnOptions& options,
                                const GraphFacts& facts);
bool has_kernel(const GnnOptions& options);

}  // namespace gnnir::on_kernels
