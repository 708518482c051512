#include "gnnir/nn/initialize.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/modules/rnn.h>
#include <torch/utils.h>

#include <cmath>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

/// FNV-1a.
std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return hash;
}

template <typename Draw>
void fill(at::Tensor tensor, Draw draw) {
  const torch::NoGradGuard no_grad;
  const at::Tensor values = torch::empty(tensor.sizes(), torch::kFloat64);
  double* out = values.data_ptr<double>();
  for (std::int64_t i = 0; i < values.numel(); ++i) out[i] = draw();
  tensor.copy_(values);
}

/// All parameters of a module of libtorch's.
void draw_uniform(torch::nn::Module& module, WeightDraw& draw, std::int64_t fan_in) {
  for (auto& parameter : module.named_parameters(/*recurse=*/false)) {
    draw.uniform(parameter.key(), parameter.value(), 1.0 / std::sqrt(static_cast<double>(fan_in)));
  }
}

void draw_module(torch::nn::Module& module, WeightDraw& draw) {
  if (auto* own = dynamic_cast<DrawsOwnWeights*>(&module)) {
    own->draw_weights(draw);
  } else if (const auto* linear = module.as<torch::nn::LinearImpl>()) {
    draw_uniform(module, draw, linear->options.in_features());
  } else if (const auto* gru = module.as<torch::nn::GRUCellImpl>()) {
    draw_uniform(module, draw, gru->options.hidden_size());
  } else if (const auto* lstm = module.as<torch::nn::LSTMCellImpl>()) {
    draw_uniform(module, draw, lstm->options.hidden_size());
  } else if (auto* embedding = module.as<torch::nn::EmbeddingImpl>()) {
    draw.normal("weight", embedding->weight);
  } else if (module.as<torch::nn::BatchNorm1dImpl>() || module.as<torch::nn::LayerNormImpl>()) {
    for (const auto& parameter : module.named_parameters(/*recurse=*/false)) draw.keep(parameter.key());
  }
}

}  // namespace

void WeightDraw::uniform(const std::string& parameter, const at::Tensor& values, double bound) {
  said_.insert(parameter);
  Rng rng(seed_, Purpose::weights, 0, hash_name(module_ + "." + parameter));
  fill(values, [&] { return bound * (2.0 * rng.uniform() - 1.0); });
}

void WeightDraw::normal(const std::string& parameter, const at::Tensor& values) {
  said_.insert(parameter);
  Rng rng(seed_, Purpose::weights, 0, hash_name(module_ + "." + parameter));
  fill(values, [&] { return rng.normal(); });
}

void initialize_weights(torch::nn::Module& model, std::uint64_t seed) {
  for (auto& entry : model.named_modules()) {
    torch::nn::Module& module = *entry.value();
    WeightDraw draw(seed, entry.key());
    draw_module(module, draw);
    for (const auto& parameter : module.named_parameters(/*recurse=*/false)) {
      if (draw.said(parameter.key())) continue;
      throw internal_error(
          "[weights] '{}.{}': nobody says how it begins; a module with parameters of its own derives from "
          "DrawsOwnWeights (gnnir/nn/initialize.h)",
          entry.key(), parameter.key());
    }
  }
}

}  // namespace gnnir
