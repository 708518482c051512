#include "gnnir/models/torch_network.h"

#include <torch/utils.h>

#include "gnnir/models/collate.h"
#include "gnnir/models/registry.h"
#include "gnnir/nn/errors_only.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/nn/single_thread.h"

namespace gnnir {
namespace {

template <typename T>
std::vector<T> to_vector(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().to(at::kCPU, c10::CppTypeToScalarType<T>::value).contiguous();
  return {flat.data_ptr<T>(), flat.data_ptr<T>() + flat.numel()};
}

Matrix to_matrix(const at::Tensor& rows) {
  return rows.defined() ? Matrix{rows.size(1), to_vector<float>(rows)} : Matrix{};
}

}  // namespace

TorchNetwork::TorchNetwork(std::shared_ptr<Model> model, ModelOptions options, ModelShape shape, Execution execution,
                           std::uint64_t seed)
    : model_(std::move(model)), options_(std::move(options)), shape_(shape), execution_(execution), seed_(seed) {}

NetworkOutput TorchNetwork::run(const NetworkInput& input) const {
  return errors_only([&] { return ask(input); });
}

NetworkOutput TorchNetwork::ask(const NetworkInput& input) const {
  const SingleThreaded one_thread;
  const torch::NoGradGuard no_grad;
  ModelInput batch = collate(input.dataset, shape_, input.features, input.graphs, execution_);
  batch.random.seed = seed_;
  if (!input.ids.empty()) batch.random.graph_ids.assign(input.ids.begin(), input.ids.end());
  batch.wanted.node_embeddings = input.node_embeddings;
  ModelOutput output = model_->forward(batch);
  NetworkOutput result;
  result.outputs = to_vector<double>(output.prediction);
  if (input.graph_embeddings) result.graph_embeddings = to_matrix(output.graph_embedding);
  if (input.node_embeddings) result.node_embeddings = to_matrix(output.node_embeddings);
  result.trace = std::move(output.trace);
  return result;
}

void TorchNetwork::require_fit(const Dataset& dataset) const { gnnir::require_fit(options_, dataset); }

double TorchNetwork::largest_level(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).largest_level;
}

double TorchNetwork::flops(const Graph& graph) const {
  return cost_of(options_, shape_).of_graph(GraphSize::of(graph)).flops;
}

std::shared_ptr<const Network> random_network(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed,
                                              const Execution& execution) {
  const std::shared_ptr<Model> model = make_model(options, shape, execution);
  initialize_weights(*model, seed);
  model->eval();
  return std::make_shared<const TorchNetwork>(model, options, shape, execution, /*seed=*/0);
}

}  // namespace gnnir
