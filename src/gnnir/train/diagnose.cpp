#include "gnnir/train/diagnose.h"

#include <torch/utils.h>

#include "gnnir/kernels/finite.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/weights.h"

namespace gnnir {
namespace {

bool is_finite(const at::Tensor& tensor) { return tensor.isfinite().all().item<bool>(); }

/// The first tensor on the way from the weights to the prediction of one graph that is not finite.
std::string first_bad_tensor(TrainedModel& trained, const EncodedDataset& data, std::int64_t graph,
                             std::int64_t epoch) {
  for (const auto& [name, tensor] : tensors_of(*trained.model)) {
    if (!is_finite(tensor)) return fmt::format("weight '{}'", name);
  }
  const torch::NoGradGuard no_grad;
  ModelInput input = collate(*data.dataset, trained.shape(), data.features, std::span(&graph, 1), trained.execution);
  input.random.seed = trained.config.train.seed;
  input.random.epoch = static_cast<std::uint64_t>(epoch);
  input.wanted.intermediate = true;
  const ModelOutput output = trained.model->forward(input);
  for (const auto& [name, tensor] : output.intermediate) {
    if (!is_finite(tensor)) return name;
  }
  if (!is_finite(output.graph_embedding)) return "the graph embedding";
  return is_finite(output.prediction) ? "the loss" : "the prediction";
}

}  // namespace

BadNumbers find_bad_outputs(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                            std::span<const float> outputs, std::int64_t epoch) {
  const std::size_t columns = graphs.empty() ? 0 : outputs.size() / graphs.size();
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto row = outputs.subspan(i * columns, columns);
    if (!kernels::all_finite(static_cast<std::int64_t>(row.size()), row.data())) {
      return {graphs[i], first_bad_tensor(trained, data, graphs[i], epoch)};
    }
    const Scores scores = score(trained, data, graphs.subspan(i, 1), row);
    const auto loss = scores.find("loss");
    if (loss != scores.end() && !std::isfinite(loss->second)) return {graphs[i], "the loss"};
  }
  return {.tensor = "the loss"};
}

Error bad_numbers_error(const Position& position, const BadNumbers& bad) {
  const std::string batch = position.batch > 0 ? fmt::format(", batch {}", position.batch) : "";
  const std::string graph = bad.graph >= 0 ? fmt::format(", graph {}", bad.graph) : "";
  return data_error(
      "[train] epoch {}{}{}: not a finite number in {}. What was saved before is kept. Try a "
      "smaller train.lr, train.clip=1 or model.norm=graph",
      position.epoch, batch, graph, bad.tensor);
}

bool is_of_bad_numbers(const Error& error) {
  const std::string_view words = error.what();
  return error.kind() == ErrorKind::data && words.starts_with("[train] epoch ") &&
         words.find(": not a finite number in ") != std::string_view::npos;
}

}  // namespace gnnir
