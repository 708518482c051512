#pragma once

#include <torch/nn/module.h>

#include <string>
#include <utility>
#include <vector>

namespace gnnir {

struct Safetensors;

/// Tensors by name.
using Weights = std::vector<std::pair<std::string, at::Tensor>>;

/// All weights and running statistics: the model's own tensors, not copies.
Weights tensors_of(const torch::nn::Module& model);

/// Of its parameters those that learn, in their order.
Weights learning_parameters(const torch::nn::Module& model);

/// Copies of them, and back.
Weights copy_weights(const torch::nn::Module& model);
void restore_weights(torch::nn::Module& model, const Weights& weights);

/// Moves `average` a step towards the model: average ← share · average + (1 - share) · weight. Whole numbers, such as
/// counts of batches, are taken over.
void update_average(torch::nn::Module& average, const torch::nn::Module& model, double share);

/// Appends tensors to a file, each name with the prefix before it.
void store_tensors(const Weights& tensors, const std::string& prefix, Safetensors& file);

/// Copies the file's tensors of that prefix into these. Each must be there, with the same shape and type, and there
/// must be no other of that prefix; otherwise an Error of kind data that begins with `where`.
void load_tensors(const Weights& tensors, const std::string& prefix, const Safetensors& file, const std::string& where);

}  // namespace gnnir
