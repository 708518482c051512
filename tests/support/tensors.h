#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <vector>

#include "gnnir/models/registry.h"
#include "gnnir/nn/initialize.h"

namespace gnnir::testing {

using Rows = std::vector<std::vector<double>>;

inline at::Tensor matrix(const Rows& rows) {
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  const auto columns = rows.empty() ? 0 : static_cast<std::int64_t>(rows.front().size());
  return torch::tensor(flat, torch::kFloat64).view({static_cast<std::int64_t>(rows.size()), columns});
}

inline void expect_near(const at::Tensor& found, const at::Tensor& expected, double tolerance = 1e-12) {
  ASSERT_EQ(found.sizes(), expected.sizes());
  if (found.numel() == 0) return;
  const double difference = (found.to(torch::kFloat64) - expected.to(torch::kFloat64)).abs().max().item<double>();
  EXPECT_LE(difference, tolerance) << "found\n" << found << "\nexpected\n" << expected;
}

inline BatchTensors batch_of(const std::vector<Graph>& graphs) {
  Batch batch;
  for (const Graph& graph : graphs) batch.append(graph);
  return {std::move(batch), torch::kCPU};
}

/// For parts of a model that are then moved to float64.
inline const Execution in_double{.precision = torch::kFloat64};

/// Any registered model.
class AnyModel {
 public:
  AnyModel(const ModelOptions& options, const ModelShape& shape, const Execution& execution = {})
      : model_(make_model(options, shape, execution)) {}

  ModelOutput operator()(const ModelInput& input) { return model_->forward(input); }
  Model& operator*() { return *model_; }
  Model* operator->() { return model_.get(); }

 private:
  std::shared_ptr<Model> model_;
};

/// Sets one parameter of a module by its name.
inline void set(torch::nn::Module& module, const std::string& name, const at::Tensor& value) {
  const torch::NoGradGuard no_grad;
  auto parameters = module.named_parameters();
  at::Tensor* parameter = parameters.find(name);
  ASSERT_NE(parameter, nullptr) << name;
  ASSERT_EQ(parameter->sizes(), value.sizes()) << name;
  parameter->copy_(value);
}

/// An MLP that returns its input where that is positive, 0 elsewhere: both maps the identity, no bias.
inline void make_relu_identity(torch::nn::Module& mlp, std::int64_t size, const std::string& prefix = "") {
  const at::Tensor identity = torch::eye(size, torch::kFloat64);
  const at::Tensor zero = torch::zeros({size}, torch::kFloat64);
  set(mlp, prefix + "in.weight", identity);
  set(mlp, prefix + "in.bias", zero);
  set(mlp, prefix + "out.weight", identity);
  set(mlp, prefix + "out.bias", zero);
}

/// A model in float64 with weights from a seed.
inline AnyModel double_model(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed = 3) {
  AnyModel model(options, shape, in_double);
  initialize_weights(*model, seed);
  model->eval();
  return model;
}

/// reals: [all nodes, num_reals]
inline ModelInput input_of(const std::vector<Graph>& graphs, const at::Tensor& reals) {
  ModelInput input;
  input.graphs = batch_of(graphs);
  input.nodes.reals = reals;
  return input;
}

/// The same with features of edges: [all edges, num_edge_reals]
inline ModelInput input_of(const std::vector<Graph>& graphs, const at::Tensor& reals, const at::Tensor& edge_reals) {
  ModelInput input = input_of(graphs, reals);
  input.edges.reals = edge_reals;
  return input;
}

inline std::int64_t edges_of(const std::vector<Graph>& graphs) {
  std::int64_t edges = 0;
  for (const Graph& graph : graphs) edges += graph.num_edges();
  return edges;
}

/// Standard normal rows from a stream of ours.
inline at::Tensor random_rows(std::int64_t rows, std::int64_t columns, Rng& rng) {
  at::Tensor values = torch::empty({rows, columns}, torch::kFloat64);
  for (std::int64_t i = 0; i < values.numel(); ++i) values.data_ptr<double>()[i] = rng.normal();
  return values;
}

/// Moves every weight a little: normalization's shift starts at 0, where the ReLU behind it has its kink wherever all
/// nodes of a graph are equal, and the gradient there is a matter of rounding.
inline void shake(torch::nn::Module& model, Rng rng) {
  const torch::NoGradGuard no_grad;
  for (at::Tensor& parameter : model.parameters()) {
    parameter.add_(random_rows(1, parameter.numel(), rng).view_as(parameter).to(parameter.scalar_type()), 0.1);
  }
}

}  // namespace gnnir::testing
