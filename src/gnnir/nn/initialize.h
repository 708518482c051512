#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <set>
#include <string>

namespace gnnir {

/// Draws the first values of a module's own parameters. A parameter's stream depends on the seed and its full name
/// only, so that adding a layer leaves the others' weights as they were.
class WeightDraw {
 public:
  WeightDraw(std::uint64_t seed, std::string module) : seed_(seed), module_(std::move(module)) {}

  /// Uniform on ±bound.
  void uniform(const std::string& parameter, const at::Tensor& values, double bound);
  /// Standard normal.
  void normal(const std::string& parameter, const at::Tensor& values);
  /// It keeps the value that its module gave it.
  void keep(const std::string& parameter) { said_.insert(parameter); }

  [[nodiscard]] bool said(const std::string& parameter) const { return said_.count(parameter) > 0; }

 private:
  std::uint64_t seed_;
  std::string module_;
  std::set<std::string> said_;
};

/// A module that registers parameters beside those of its submodules says here how each of them begins.
class DrawsOwnWeights {
 public:
  virtual ~DrawsOwnWeights() = default;
  virtual void draw_weights(WeightDraw& draw) = 0;
};

/// Draws all weights anew from (seed, parameter's name): linear maps uniform on ±1/√fan-in, GRU and LSTM cells uniform
/// on ±1/√hidden, embeddings standard normal (libtorch's own defaults, without its global generator), normalization as
/// it is; others as their modules say. An Error of kind internal names a parameter of which nobody says how it begins.
void initialize_weights(torch::nn::Module& model, std::uint64_t seed);

}  // namespace gnnir
