#include "gnnir/nn/norm.h"

#include "gnnir/nn/segment.h"

namespace gnnir {

NormImpl::NormImpl(const NormOptions& options, std::int64_t hidden) : options_(options) {
  switch (options.kind) {
    case NormKind::none:
      break;
    case NormKind::graph:
      scale_ = register_parameter("scale", torch::ones({hidden}));
      shift_ = register_parameter("shift", torch::zeros({hidden}));
      break;
    case NormKind::batch:
      batch_norm_ = register_module("batch", torch::nn::BatchNorm1d(hidden));
      break;
    case NormKind::layer:
      layer_norm_ = register_module("layer", torch::nn::LayerNorm(torch::nn::LayerNormOptions({hidden})));
      break;
  }
}

at::Tensor NormImpl::forward(const at::Tensor& h, const BatchTensors& graphs) {
  switch (options_.kind) {
    case NormKind::none:
      return h;
    case NormKind::graph: {
      const at::Tensor centred = h - mean_per_graph(h, graphs).index_select(0, graphs.batch());
      const at::Tensor variance = mean_per_graph(centred * centred, graphs);
      const at::Tensor factor = (variance + options_.epsilon).rsqrt().index_select(0, graphs.batch());
      return centred * factor * scale_ + shift_;
    }
    case NormKind::batch:
      // A single row has no variance to speak of; torch refuses it in training.
      return h.size(0) > 1 || !is_training() ? batch_norm_(h) : h;
    case NormKind::layer:
      return layer_norm_(h);
  }
  throw internal_error("[norm] unknown kind");
}

void NormImpl::draw_weights(WeightDraw& draw) {
  if (options_.kind != NormKind::graph) return;
  draw.keep("scale");
  draw.keep("shift");
}

bool NormImpl::in_kernels() const { return options_.kind == NormKind::none || options_.kind == NormKind::graph; }

void NormImpl::add_weights(std::vector<at::Tensor>& weights) const {
  if (options_.kind == NormKind::graph) weights.insert(weights.end(), {scale_, shift_});
}

}  // namespace gnnir
