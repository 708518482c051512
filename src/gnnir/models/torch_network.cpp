#include "gnnir/models/torch_network.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "gnnir/base/error.h"
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

std::optional<GateGradients> TorchNetwork::by_gates(const NetworkInput& input, const GateQuestion& question) const {
  return errors_only([&] { return differentiate(input, question); });
}

ModelInput TorchNetwork::batch_of(const NetworkInput& input) const {
  ModelInput batch = collate(input.dataset, shape_, input.features, input.graphs, execution_);
  batch.random.seed = seed_;
  if (!input.ids.empty()) batch.random.graph_ids.assign(input.ids.begin(), input.ids.end());
  batch.wanted.node_embeddings = input.node_embeddings;
  batch.wanted.scores = input.scores;
  batch.interventions = input.interventions;
  return batch;
}

GateGradients TorchNetwork::differentiate(const NetworkInput& input, const GateQuestion& question) const {
  const SingleThreaded one_thread;
  ModelInput batch = batch_of(input);
  // [graphs, 1], as wide as the rows of each graph
  const auto gates = [&](const auto& rows_of) {
    std::vector<double> of_rows;
    for (std::int64_t g = 0; g < batch.graphs.num_graphs(); ++g) {
      of_rows.resize(of_rows.size() + static_cast<std::size_t>(rows_of(g)),
                     question.gates[static_cast<std::size_t>(g)]);
    }
    return at::tensor(of_rows, at::kDouble)
        .to(execution_.device, execution_.precision)
        .unsqueeze(1)
        .set_requires_grad(true);
  };
  const Batch& host = batch.graphs.host();
  batch.nodes.gates = gates([&](std::int64_t g) { return host.nodes_of(g); });
  if (shape_.has_edges()) {
    batch.edges.gates = gates([&](std::int64_t g) { return host.first_edge(g + 1) - host.first_edge(g); });
  }
  const at::Tensor prediction = model_->forward(batch).prediction;
  GateGradients result;
  result.outputs = to_vector<double>(prediction);
  std::vector<double> weights;
  const auto columns = static_cast<std::size_t>(shape_.outputs);
  for (std::size_t begin = 0; begin < result.outputs.size(); begin += columns) {
    const std::vector<double> by = question.derivative(std::span(result.outputs).subspan(begin, columns));
    weights.insert(weights.end(), by.begin(), by.end());
  }
  const at::Tensor weight = at::tensor(weights, at::kDouble).view(prediction.sizes()).to(prediction.options());
  std::vector<at::Tensor> inputs = {batch.nodes.gates};
  if (batch.edges.gates.defined()) inputs.push_back(batch.edges.gates);
  const std::vector<at::Tensor> by =
      torch::autograd::grad({(prediction * weight).sum()}, inputs, {}, c10::nullopt, false, /*allow_unused=*/true);
  if (!by[0].defined()) throw usage_error("[explain] this model's embeddings of nodes do not go through an Encoder");
  result.nodes = to_vector<double>(by[0]);
  if (by.size() > 1 && by[1].defined()) result.edges = to_vector<double>(by[1]);
  return result;
}

NetworkOutput TorchNetwork::ask(const NetworkInput& input) const {
  const SingleThreaded one_thread;
  const torch::NoGradGuard no_grad;
  const ModelInput batch = batch_of(input);
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

double TorchNetwork::computed_share(const Graph& graph, Colours colours) const {
  const auto share_of = model_named(options_.architecture).computed_share;
  return share_of ? share_of(options_, graph, colours) : 1;
}

std::shared_ptr<const Network> random_network(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed,
                                              const Execution& execution) {
  const std::shared_ptr<Model> model = make_model(options, shape, execution);
  initialize_weights(*model, seed);
  model->eval();
  return std::make_shared<const TorchNetwork>(model, options, shape, execution, /*seed=*/0);
}

}  // namespace gnnir
