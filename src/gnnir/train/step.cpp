#include "gnnir/train/step.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "gnnir/base/clock.h"
#include "gnnir/base/stoppable.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/weights.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/single_thread.h"

namespace gnnir {
namespace {

/// Puts the running statistics of norms back if a step does not come to its end: it has not happened then.
class BuffersKept {
 public:
  explicit BuffersKept(const Model& model) : buffers_(model.buffers()), exceptions_(std::uncaught_exceptions()) {
    for (const at::Tensor& buffer : buffers_) before_.push_back(buffer.detach().clone());
  }
  ~BuffersKept() {
    if (std::uncaught_exceptions() == exceptions_) return;
    const at::NoGradGuard no_gradients;
    for (std::size_t b = 0; b < buffers_.size(); ++b) buffers_[b].copy_(before_[b]);
  }
  BuffersKept(const BuffersKept&) = delete;
  BuffersKept& operator=(const BuffersKept&) = delete;

 private:
  std::vector<at::Tensor> buffers_;
  std::vector<at::Tensor> before_;
  int exceptions_;
};

}  // namespace

std::vector<ShardRange> shards_of(const Dataset& dataset, const RunConfig& config, const ModelCost& cost,
                                  std::span<const std::int64_t> graphs) {
  std::vector<std::int64_t> work;
  work.reserve(graphs.size());
  for (const std::int64_t graph : graphs) {
    work.push_back(cost.of_graph(GraphSize::of(dataset.examples[static_cast<std::size_t>(graph)].graph)).work);
  }
  const auto available = static_cast<std::int64_t>(graphs.size());
  const std::int64_t wanted = config.train.shards;
  std::int64_t shards = wanted > 0 ? std::min(wanted, available) : default_shards(available);
  // BatchNorm's statistics are of the whole batch: it cannot be cut.
  if (config.model.gnn.norm.kind == NormKind::batch) shards = 1;
  return cut_into_shards(work, shards);
}

static std::vector<at::Tensor> tensors_in(const Weights& weights) {
  std::vector<at::Tensor> tensors;
  for (const auto& [name, tensor] : weights) tensors.push_back(tensor);
  return tensors;
}

Stepper::Stepper(TrainedModel& trained, const EncodedDataset& data, const TrainContext& context)
    : trained_(trained),
      data_(data),
      context_(context),
      cost_(cost_of(trained.config.model, trained.shape())),
      parameters_(tensors_in(learning_parameters(*trained.model))),
      optimizer_(parameters_, trained.config.train.weight_decay) {}

Stepper::ShardResult Stepper::run_shard(std::span<const std::int64_t> graphs, std::int64_t epoch,
                                        const BatchTotals& batch) {
  const SingleThreaded one_thread;
  ShardResult result;
  const Stopwatch data_watch;
  ModelInput input = collate(*data_.dataset, trained_.shape(), data_.features, graphs, trained_.execution);
  input.random.seed = trained_.config.train.seed;
  input.random.epoch = static_cast<std::uint64_t>(epoch);
  result.times.data = data_watch.seconds();
  const Stopwatch forward_watch;
  const ModelOutput output = trained_.model->forward(input);
  result.statistics = output.statistics;
  const at::Tensor rows = output.prediction.detach().contiguous();
  result.outputs.assign(rows.data_ptr<float>(), rows.data_ptr<float>() + rows.numel());
  const LossSum loss = loss_of(output.prediction, trained_, data_, graphs);
  result.finite = std::isfinite(loss.sum.item<double>());
  result.times.forward = forward_watch.seconds();
  const Stopwatch backward_watch;
  const bool has_auxiliary = output.auxiliary_loss.defined();
  if (has_auxiliary) result.finite = result.finite && std::isfinite(output.auxiliary_loss.item<double>());
  if ((loss.labels > 0 || has_auxiliary) && result.finite) {
    at::Tensor total = loss.sum / (batch.labels > 0 ? batch.labels : 1.0);
    if (has_auxiliary) total = total + output.auxiliary_loss / static_cast<double>(batch.graphs);
    result.gradients = gradients_of(total, parameters_, trained_.execution);
  }
  result.times.backward = backward_watch.seconds();
  return result;
}

/// The parameter's gradient is not finite: which graph's is not, when it is taken alone?
BadNumbers Stepper::find_bad_gradient(std::span<const std::int64_t> graphs, std::int64_t epoch, std::size_t parameter) {
  const std::string tensor = fmt::format("the gradient of '{}'", learning_parameters(*trained_.model)[parameter].first);
  for (const std::int64_t& graph : graphs) {
    const ShardResult alone = run_shard(std::span(&graph, 1), epoch, {1, 1});
    if (alone.gradients.empty() || !alone.gradients[parameter].defined()) continue;
    if (!alone.gradients[parameter].isfinite().all().item<bool>()) return {graph, tensor};
  }
  return {.tensor = tensor};
}

/// What is frozen goes on as it would be asked.
void Stepper::go_to_training_mode() {
  trained_.model->train(!frozen());
  for (const auto& part : trained_.model->named_children()) {
    if (frozen() && part.key() == "head") part.value()->train();
  }
}

std::vector<float> Stepper::step(std::span<const std::int64_t> graphs, const Position& position, double lr) {
  go_to_training_mode();
  const double labels = weighed_labels(trained_, data_, graphs).total();
  const std::vector<ShardRange> ranges = shards_of(*data_.dataset, trained_.config, cost_, graphs);
  std::vector<ShardResult> shards(ranges.size());
  const BuffersKept buffers(*trained_.model);
  context_.pool.run(ranges.size(), [&](std::size_t shard) {
    const ShardRange range = ranges[shard];
    if (range.begin == range.end) return;
    const Stoppable stoppable(context_.stop);
    leave_if_asked();
    shards[shard] =
        run_shard(graphs.subspan(range.begin, range.end - range.begin), position.epoch, {labels, std::ssize(graphs)});
  });

  std::vector<float> outputs;
  std::vector<ShardGradients> gradients;
  std::vector<std::vector<at::Tensor>> statistics;
  bool finite = true;
  for (ShardResult& shard : shards) {
    finite = finite && shard.finite;
    outputs.insert(outputs.end(), shard.outputs.begin(), shard.outputs.end());
    gradients.push_back(std::move(shard.gradients));
    if (!shard.statistics.empty()) statistics.push_back(std::move(shard.statistics));
    times_.data += shard.times.data;
    times_.forward += shard.times.forward;
    times_.backward += shard.times.backward;
  }
  if (!finite) {
    throw bad_numbers_error(position, find_bad_outputs(trained_, data_, graphs, outputs, position.epoch));
  }
  const Stopwatch optimizer_watch;
  const bool learns =
      std::any_of(gradients.begin(), gradients.end(), [](const auto& of_shard) { return !of_shard.empty(); });
  if (learns) {  // not without labels
    const auto bad_parameter = optimizer_.step(gradients, lr, trained_.config.train.clip, context_);
    if (bad_parameter) {
      throw bad_numbers_error(position, find_bad_gradient(graphs, position.epoch, *bad_parameter));
    }
  }
  if (!frozen()) trained_.model->learn(statistics);
  times_.optimizer += optimizer_watch.seconds();
  return outputs;
}

}  // namespace gnnir
