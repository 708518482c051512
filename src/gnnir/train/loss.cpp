#include "gnnir/train/loss.h"

#include <ATen/ATen.h>

#include "gnnir/metrics/losses.h"

namespace gnnir {
namespace {

at::Tensor of_probability(const LossOptions& options, const at::Tensor& log_p) {
  if (options.kind != LossKind::focal) return -log_p;
  // 1 - p is 0 where p rounds to 1, and a power of 0 has no gradient.
  const at::Tensor wrong = (-at::expm1(log_p)).clamp_min(1e-12);
  return -wrong.pow(options.focal_gamma) * log_p;
}

at::Tensor of_numbers(const LossOptions& options, const at::Tensor& error) {
  const at::Tensor size = error.abs();
  switch (options.kind) {
    case LossKind::l2:
      return error * error;
    case LossKind::huber: {
      const double delta = options.huber_delta;
      return at::where(size <= delta, error * error / 2, delta * (size - delta / 2));
    }
    case LossKind::quantile:
      return at::maximum(error * options.quantile, error * (options.quantile - 1));
    default:
      return size;
  }
}

}  // namespace

LossSum loss_of(const at::Tensor& prediction, const ModelHeader& model, const EncodedDataset& data,
                std::span<const std::int64_t> graphs) {
  LossOptions options = model.config.train.loss;
  options.kind = resolve_loss(options, model.targets.task);
  const WeighedLabels weighed = weighed_labels(model, data, graphs);
  const auto tensor = [&](const std::vector<float>& values) {
    return at::tensor(values, at::kFloat).to(prediction.device(), prediction.scalar_type());
  };
  const at::Tensor labels = tensor(weighed.labels);
  // A missing label must not reach the arithmetic: NaN · 0 is NaN, in the gradient too.
  const at::Tensor y = at::where(labels.isnan(), at::zeros_like(labels), labels);
  at::Tensor loss;
  switch (model.targets.task) {
    case Task::classification:
      loss = of_probability(options, at::log_softmax(prediction, 1).gather(1, y.to(at::kLong).unsqueeze(1)).squeeze(1));
      break;
    case Task::yes_no:
      loss = of_probability(options, at::log_sigmoid(prediction.reshape(-1) * (2 * y - 1)));
      break;
    case Task::regression:
      loss = of_numbers(options, y - prediction.reshape(-1));
      break;
  }
  return {(loss * tensor(weighed.weights)).sum(), weighed.total()};
}

}  // namespace gnnir
