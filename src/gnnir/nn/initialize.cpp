#include "gnnir/nn/initialize.h"

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>
#include <torch/utils.h>

#include <cmath>
#include <string_view>

#include "gnnir/base/rng.h"
#include "gnnir/nn/conv/gat.h"
#include "gnnir/nn/conv/nnconv.h"
#include "gnnir/nn/tower_linear.h"

namespace gnnir {
namespace {

/// FNV-1a: a parameter's stream depends on its name only, so that adding a layer leaves the others' weights as they
/// were.
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

void fill_uniform(torch::nn::Module& module, const std::string& name, double bound, std::uint64_t seed) {
  for (auto& parameter : module.named_parameters(/*recurse=*/false)) {
    Rng rng(seed, Purpose::weights, 0, hash_name(name + "." + parameter.key()));
    fill(parameter.value(), [&] { return bound * (2.0 * rng.uniform() - 1.0); });
  }
}

}  // namespace

void initialize_weights(torch::nn::Module& model, std::uint64_t seed) {
  for (auto& entry : model.named_modules()) {
    torch::nn::Module& module = *entry.value();
    if (const auto* linear = module.as<torch::nn::LinearImpl>()) {
      fill_uniform(module, entry.key(), 1.0 / std::sqrt(static_cast<double>(linear->options.in_features())), seed);
    } else if (const auto* gru = module.as<torch::nn::GRUCellImpl>()) {
      fill_uniform(module, entry.key(), 1.0 / std::sqrt(static_cast<double>(gru->options.hidden_size())), seed);
    } else if (const auto* lstm = module.as<torch::nn::LSTMCellImpl>()) {
      fill_uniform(module, entry.key(), 1.0 / std::sqrt(static_cast<double>(lstm->options.hidden_size())), seed);
    } else if (const auto* tower = module.as<TowerLinearImpl>()) {
      fill_uniform(module, entry.key(), 1.0 / std::sqrt(static_cast<double>(tower->fan_in())), seed);
    } else if (auto* gat = dynamic_cast<GatConv*>(&module)) {
      Rng rng(seed, Purpose::weights, 0, hash_name(entry.key() + ".attention"));
      const double bound = 1.0 / std::sqrt(static_cast<double>(gat->fan_in()));
      fill(gat->attention(), [&] { return bound * (2.0 * rng.uniform() - 1.0); });
    } else if (const auto* nnconv = dynamic_cast<NnConv*>(&module)) {
      fill_uniform(module, entry.key(), 1.0 / std::sqrt(static_cast<double>(nnconv->fan_in())), seed);
    } else if (auto* embedding = module.as<torch::nn::EmbeddingImpl>()) {
      Rng rng(seed, Purpose::weights, 0, hash_name(entry.key() + ".weight"));
      fill(embedding->weight, [&] { return rng.normal(); });
    }
  }
}

}  // namespace gnnir
