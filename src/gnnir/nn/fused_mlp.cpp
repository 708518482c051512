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
  MlpPoolOperation(std::vector<std::int32_t> offsets, std::vector<std::int32_t> node_rows, bool mean)
      : offsets_(std::move(offsets)), node_rows_(std::move(node_rows)), mean_(mean) {}

  Tensors forward(const Tensors& inputs, bool /*keep*/) override {
    const kernels::MlpShape shape = mlp_shape(inputs, 1);
    const at::Tensor& x = inputs[0];
    check_rows(x, node_rows_.empty() ? offsets_.back() : x.size(0), shape.in, "node embeddings");
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
    return {static_cast<std::int64_t>(offsets_.size()) - 1, offsets_.data(),
            node_rows_.empty() ? nullptr : node_rows_.data()};
  }

  std::vector<std::int32_t> offsets_;
  std::vector<std::int32_t> node_rows_;  // or none, if they are the nodes themselves
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
  return fused_mlp_pool(h, parameters, graphs, mean, {});
}

at::Tensor fused_mlp_pool(const at::Tensor& h, const MlpParameters& parameters, const Batch& graphs, bool mean,
                          std::vector<std::int32_t> node_rows) {
  const auto operation = std::make_shared<MlpPoolOperation>(graphs.ptr, std::move(node_rows), mean);
  return run_operation(operation, {h}, {&parameters}).front();
}

}  // namespace gnnir
