#include "gnnir/train/predict.h"

#include <torch/utils.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <set>

#include "gnnir/ir/branch_limit.h"
#include "gnnir/models/collate.h"
#include "gnnir/nn/single_thread.h"

namespace gnnir {
namespace {

/// Runs the model on batches of graphs in the pool; `take` gets the batch's number and its output, in any order.
void run_batches(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                 ThreadPool& pool,
                 const std::function<void(std::size_t, std::span<const std::int64_t>, const ModelOutput&)>& take) {
  trained.model->eval();
  const auto size = static_cast<std::size_t>(trained.config.train.batch_size);
  const std::size_t batches = (graphs.size() + size - 1) / size;
  pool.run(batches, [&](std::size_t number) {
    use_single_threaded_operations();
    const torch::NoGradGuard no_grad;
    const auto part = graphs.subspan(number * size, std::min(size, graphs.size() - number * size));
    ModelInput input = collate(*data.dataset, trained.shape(), data.features, part);
    input.random.seed = trained.config.train.seed;
    take(number, part, trained.model(input));
  });
}

std::vector<float> to_vector(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

}  // namespace

EncodedDataset EncodedDataset::features_of(const Dataset& dataset, const ModelHeader& model) {
  if (model.config.model.architecture == Architecture::gnn_ir) {
    for (const Example& example : dataset.examples) require_branches(example.graph.num_nodes(), model.config.model.ir);
  }
  EncodedDataset encoded;
  encoded.dataset = &dataset;
  encoded.features = encode_features(dataset, model.features, model.edge_features);
  return encoded;
}

EncodedDataset EncodedDataset::from(const Dataset& dataset, const ModelHeader& model) {
  EncodedDataset encoded = features_of(dataset, model);
  if (model.targets.task == Task::classification && dataset.has_classes()) {
    encoded.classes = model.targets.encode_classes(dataset);
  }
  if (model.targets.task == Task::regression && dataset.has_targets()) {
    encoded.targets = model.targets.encode_targets(dataset);
  }
  return encoded;
}

std::vector<float> predict(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           ThreadPool& pool, std::int64_t* cut_cells) {
  const auto columns = static_cast<std::size_t>(trained.targets.outputs());
  const auto size = static_cast<std::size_t>(trained.config.train.batch_size);
  std::vector<float> outputs(graphs.size() * columns);
  std::atomic<std::int64_t> cut = 0;
  run_batches(trained, data, graphs, pool, [&](std::size_t number, auto part, const ModelOutput& output) {
    const std::vector<float> rows = to_vector(output.prediction);
    std::copy(rows.begin(), rows.end(), outputs.begin() + static_cast<std::ptrdiff_t>(number * size * columns));
    cut += std::ssize(graphs_with_cut_cells(output.nodes, std::ssize(part)));
  });
  const IrOptions& ir = trained.config.model.ir;
  if (cut_cells && ir.ties == TiePolicy::cell && ir.selector != SelectorKind::random) *cut_cells += cut;
  return outputs;
}

std::string remark_on_cut_cells(std::int64_t cut_cells, const IrOptions& options) {
  if (cut_cells == 0) return "";
  return fmt::format(
      "in {} graph{} more nodes are equal than --max-branches ({}) allows: some were left out, so the result may "
      "depend on the order of nodes",
      cut_cells, cut_cells == 1 ? "" : "s", options.max_branches);
}

std::string remark_on_bad_outputs(std::span<const float> rows, std::span<const std::int64_t> graph_of_row) {
  if (graph_of_row.empty()) return "";
  const std::size_t columns = rows.size() / graph_of_row.size();
  std::set<std::int64_t> bad;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!std::isfinite(rows[i])) bad.insert(graph_of_row[i / columns]);
  }
  if (bad.empty()) return "";
  constexpr std::size_t most = 5;
  std::vector<std::int64_t> shown(bad.begin(), bad.end());
  shown.resize(std::min(shown.size(), most));
  return fmt::format(
      "the model has no finite output for {} graph{} ({}{}), whose features may be far from what it was "
      "trained on",
      bad.size(), bad.size() == 1 ? "" : "s", fmt::join(shown, ", "), bad.size() > most ? ", …" : "");
}

Embeddings embed(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                 EmbeddingKind kind, ThreadPool& pool) {
  const auto size = static_cast<std::size_t>(trained.config.train.batch_size);
  std::vector<Embeddings> parts((graphs.size() + size - 1) / size);
  run_batches(
      trained, data, graphs, pool,
      [&](std::size_t number, std::span<const std::int64_t> part, const ModelOutput& output) {
        const at::Tensor rows = kind == EmbeddingKind::graph ? output.graph_embedding : node_embedding(output);
        parts[number].columns = rows.size(1);
        parts[number].rows = to_vector(rows);
        for (const std::int64_t graph : part) {
          const std::int64_t count = kind == EmbeddingKind::graph
                                         ? 1
                                         : data.dataset->examples[static_cast<std::size_t>(graph)].graph.num_nodes();
          parts[number].graph_of_row.insert(parts[number].graph_of_row.end(), static_cast<std::size_t>(count), graph);
        }
      });
  Embeddings all;
  for (const Embeddings& part : parts) {
    all.columns = part.columns;
    all.rows.insert(all.rows.end(), part.rows.begin(), part.rows.end());
    all.graph_of_row.insert(all.graph_of_row.end(), part.graph_of_row.begin(), part.graph_of_row.end());
  }
  return all;
}

std::vector<std::int64_t> EncodedDataset::classes_of(std::span<const std::int64_t> graphs) const {
  std::vector<std::int64_t> chosen;
  chosen.reserve(graphs.size());
  for (const std::int64_t graph : graphs) chosen.push_back(classes[static_cast<std::size_t>(graph)]);
  return chosen;
}

std::vector<float> EncodedDataset::targets_of(std::span<const std::int64_t> graphs) const {
  const auto columns = static_cast<std::int64_t>(targets.size()) / dataset->size();
  std::vector<float> chosen;
  for (const std::int64_t graph : graphs) {
    const auto row = targets.begin() + static_cast<std::ptrdiff_t>(graph * columns);
    chosen.insert(chosen.end(), row, row + static_cast<std::ptrdiff_t>(columns));
  }
  return chosen;
}

Scores score(const TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
             std::span<const float> outputs) {
  if (trained.targets.task == Task::classification) {
    return data.classes.empty() ? Scores{} : score_classes(outputs, data.classes_of(graphs), trained.targets);
  }
  return data.targets.empty() ? Scores{} : score_targets(outputs, data.targets_of(graphs), trained.targets);
}

}  // namespace gnnir
