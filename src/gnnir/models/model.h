#pragma once

#include <torch/nn/module.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/infer/intervention.h"
#include "gnnir/infer/random_context.h"
#include "gnnir/infer/trace.h"
#include "gnnir/models/encoder.h"
#include "gnnir/nn/batch_tensors.h"
#include "gnnir/nn/execution.h"

namespace gnnir {

/// Some graphs as a model takes them.
struct ModelInput {
  BatchTensors graphs;
  EncoderInputs nodes;
  EncoderInputs edges;
  RandomContext random;
  /// What is asked for beside prediction, graph embedding and trace, which cost nothing more.
  struct Wanted {
    bool node_embeddings = false;
    bool intermediate = false;
    bool scores = false;  ///< in the trace
  } wanted = {};
  std::span<const Intervention> interventions = {};  ///< [graphs], or empty: none
  /// Whether gates of the encoders are asked about: then every row stands for itself.
  [[nodiscard]] bool gated() const { return nodes.gates.defined() || edges.gates.defined(); }
};

/// Rows that a level of a model stands for, and how many of them were computed: equal ones once.
struct RowCount {
  double all = 0;
  double computed = 0;
};

struct ModelOutput {
  at::Tensor prediction;       ///< [num_graphs, outputs]: logits, or standardised regression targets
  at::Tensor graph_embedding;  ///< [num_graphs, …]: what the head sees
  at::Tensor node_embeddings;  ///< [num_nodes, …], if they were asked for and the model has them
  at::Tensor auxiliary_loss;   ///< a scalar, summed over graphs, to be added to the loss in training; or undefined
  Trace trace;                 ///< what was decided on the way
  /// In training, what the model wants to learn from the numbers on the way beside gradients: see Model::learn.
  std::vector<at::Tensor> statistics;
  std::vector<RowCount> rows;  ///< by step, where the model computes equal rows once
  /// If asked for: tensors on the way from the features to the graph embedding, in order, with what they are.
  std::vector<std::pair<std::string, at::Tensor>> intermediate;
};

/// A network from graphs to predictions. What it is like, and how it is made, is in its descriptor (models/registry.h).
class Model : public torch::nn::Module {
 public:
  /// In evaluation mode several threads may call it at once.
  virtual ModelOutput forward(const ModelInput& input) = 0;
  /// Learns what the parts of a batch found, in their order: running statistics of norms. forward leaves the model as
  /// it is, so that several threads may train at once.
  virtual void learn(const std::vector<std::vector<at::Tensor>>& /*statistics*/) {}
  /// Whether `forward` heeds ModelInput::interventions.
  [[nodiscard]] virtual bool takes_interventions() const { return false; }
  /// What runs its parts; by default all of it libtorch's operations.
  [[nodiscard]] virtual std::vector<EnginePart> engine_parts() const { return {{"all of it"}}; }
};

/// The number of trainable numbers in a model.
std::int64_t count_parameters(const torch::nn::Module& model);

}  // namespace gnnir
