#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "gnnir/kernels/gru.h"
#include "gnnir/kernels/mlp.h"

namespace gnnir {
struct Safetensors;
}

namespace gnnir::on_kernels {

/// The tensors of a model file, taken by the names that its modules give them. Those that are taken stay where they
/// are.
class Weights {
 public:
  /// where: begins the message of what is wrong with the file
  Weights(const Safetensors& file, std::string where);

  /// An Error of kind data unless it is there, of this shape, with finite numbers.
  const float* take(const std::string& name, std::initializer_list<std::int64_t> shape);
  /// Those of a linear map, an MLP and a GRU cell.
  struct Linear {
    const float* weight = nullptr;  ///< [out, in]
    const float* bias = nullptr;    ///< [out]
    std::int64_t in = 0, out = 0;
  };
  Linear linear(const std::string& name, std::int64_t in, std::int64_t out);
  kernels::GruTensors<const float> gru(const std::string& name, std::int64_t d);

  /// An Error of kind data if there is a tensor that nobody has taken.
  void require_none_left() const;
  /// All numbers that were taken.
  [[nodiscard]] std::int64_t size() const;

 private:
  struct Tensor {
    std::vector<std::int64_t> shape;
    std::string dtype;
    std::vector<float> numbers;
    bool taken = false;
  };
  std::string where_;
  std::map<std::string, Tensor> tensors_;
};

}  // namespace gnnir::on_kernels
