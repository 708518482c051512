#include "gnnir/nn/fused_mlp.h"

#include <ATen/Functions.h>

namespace gnnir {
namespace {

class MlpOperation : public Operation {
 public:
  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const kernels::MlpShape shape = mlp_shape(inputs, 1);
    const at::Tensor& x = inputs[0];
    check_rows(x, x.size(0), shape.in, "input of an MLP");
    inner_ = at::empty({x.size(0), shape.hidden}, x.options());
    at::Tensor y = at::empty({x.size(0), shape.out}, x.options());
    kernels::mlp_forward(shape, x.size(0), mlp_tensors<const float>(inputs, 1), floats(x), floats(inner_), floats(y));
    return {y};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    kernels::mlp_backward(mlp_shape(inputs, 1), inputs[0].size(0), mlp_tensors<const float>(inputs, 1),
                          floats(inputs[0]), floats(inner_), floats(gradients[0]), floats(by[0]), /*add=*/false,
                          mlp_tensors<float>(by, 1));
  }

 private:
  at::Tensor inner_;
};

class MlpPoolOperation : public Operation {
 public:
  MlpPoolOperation(std::vector<std::int32_t> offsets, bool mean) : offsets_(std::move(offsets)), mean_(mean) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const kernels::MlpShape shape = mlp_shape(inputs, 1);
    const at::Tensor& x = inputs[0];
    check_rows(x, offsets_.back(), shape.in, "node embeddings");
    inner_ = at::empty({x.size(0), shape.hidden}, x.options());
    sums_ = at::empty({segments().count, shape.hidden}, x.options());
    at::Tensor y = at::empty({segments().count, shape.out}, x.options());
    kernels::mlp_sum_forward(shape, x.size(0), segments(), mean_, mlp_tensors<const float>(inputs, 1), floats(x),
                             floats(inner_), floats(sums_), floats(y));
    return {y};
  }

  void backward(const Tensors& inputs, const Tensors& gradients, Tensors& by) override {
    by[0] = at::empty_like(inputs[0]);
    kernels::mlp_sum_backward(mlp_shape(inputs, 1), inputs[0].size(0), segments(), mean_,
                              mlp_tensors<const float>(inputs, 1), floats(inputs[0]), floats(inner_), floats(sums_),
                              floats(gradients[0]), floats(by[0]), /*add=*/false, mlp_tensors<float>(by, 1));
  }

 private:
  [[nodiscard]] kernels::Segments segments() const {
    return {static_cast<std::int64_t>(offsets_.size()) - 1, offsets_.data(), nullptr};
  }

  std::vector<std::int32_t> offsets_;
  bool mean_;
  at::Tensor inner_;
  at::Tensor sums_;
};

}  // namespace

kernels::MlpShape mlp_shape(const Operation::Tensors& tensors, std::size_t first) {
  return {tensors[first].size(1), tensors[first].size(0), tensors[first + 2].size(0)};
}

at::Tensor fused_mlp(const at::Tensor& x, const MlpParameters& parameters) {
  return run_operation(std::make_shared<MlpOperation>(), {x}, {&parameters}).front();
}

at::Tensor fused_mlp_pool(const at::Tensor& h, const MlpParameters& parameters, const Batch& graphs, bool mean) {
  return run_operation(std::make_shared<MlpPoolOperation>(graphs.ptr, mean), {h}, {&parameters}).front();
}

}  // namespace gnnir
