#include "bench_contenders.h"

#include <ATen/Parallel.h>
#include <torch/optim/adam.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/models/collate.h"
#include "gnnir/nn/operation.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/trainer.h"

namespace gnnir::app {
namespace {

/// A model and the data as it sees them.
struct Prepared {
  Prepared(const BenchData& data, const RunConfig& config, const Execution& execution)
      : trained(untrained_model(data.dataset, data.split, config, execution)),
        encoded(EncodedDataset::from(data.dataset, trained)) {}

  [[nodiscard]] ModelInput input(std::span<const std::int64_t> graphs) const {
    ModelInput input = collate(*encoded.dataset, trained.shape(), encoded.features, graphs, trained.execution);
    input.random.seed = trained.config.train.seed;
    input.random.epoch = 1;
    return input;
  }

  TrainedModel trained;
  EncodedDataset encoded;
};

class Trainer : public Contender {
 public:
  Trainer(const BenchData& data, const RunConfig& config, const Execution& execution, std::size_t threads)
      : prepared_(data, config, execution),
        pool_(threads),
        stepper_(prepared_.trained, prepared_.encoded, {pool_, execution}) {}

  void run(const BenchData& data) override {
    for (const auto& batch : data.batches) stepper_.step(batch, {.epoch = 1}, prepared_.trained.config.train.lr);
  }
  [[nodiscard]] Stepper::Times times() const override { return stepper_.times(); }

 private:
  Prepared prepared_;
  ThreadPool pool_;
  Stepper stepper_;
};

class PlainTrainer : public Contender {
 public:
  PlainTrainer(const BenchData& data, const RunConfig& config, std::size_t threads)
      : prepared_(data, config, {.engine = Engine::reference}),
        optimizer_(prepared_.trained.model->parameters(), torch::optim::AdamOptions(config.train.lr)),
        threads_(threads) {}

  void run(const BenchData& data) override {
    use_single_threaded_operations();  // of BLAS, too
    at::set_num_threads(static_cast<int>(threads_));
    prepared_.trained.model->train();
    for (const auto& batch : data.batches) {
      optimizer_.zero_grad();
      const ModelOutput output = prepared_.trained.model->forward(prepared_.input(batch));
      const LossSum loss = loss_of(output.prediction, prepared_.trained, prepared_.encoded, batch);
      if (loss.labels == 0) continue;  // nothing to learn from, as in our own steps
      (loss.sum / loss.labels).backward();
      optimizer_.step();
    }
    use_single_threaded_operations();
  }

 private:
  Prepared prepared_;
  torch::optim::Adam optimizer_;
  std::size_t threads_;
};

class BatchPredictor : public Contender {
 public:
  BatchPredictor(const BenchData& data, const RunConfig& config, PredictedBy by, std::size_t threads)
      : prepared_(data, config, {.engine = by == PredictedBy::reference ? Engine::reference : Engine::fused}),
        network_(network_of(prepared_.trained, by)),
        pool_(threads) {
    for (const auto& batch : data.batches) graphs_.insert(graphs_.end(), batch.begin(), batch.end());
  }

  void run(const BenchData& /*data*/) override {
    run_network(*network_, prepared_.encoded, graphs_, prepared_.trained.config.train.batch_size, pool_);
  }

 private:
  Prepared prepared_;
  std::shared_ptr<const Network> network_;
  ThreadPool pool_;
  std::vector<std::int64_t> graphs_;
};

struct Result {
  at::Tensor output;
  std::vector<at::Tensor> gradients;
};

/// Outputs and gradients of the first batch, at the weights of the start moved a little.
Result run_once(const BenchData& data, const RunConfig& config, const Execution& execution, std::uint64_t move) {
  const SingleThreaded one_thread;
  Prepared prepared(data, config, {.engine = execution.engine});
  std::vector<at::Tensor> parameters = prepared.trained.model->parameters();
  Rng rng(config.train.seed, Purpose::test, move);
  for (at::Tensor& parameter : parameters) {
    const at::NoGradGuard no_grad;
    const at::Tensor noise = at::empty_like(parameter);
    for (std::int64_t i = 0; i < noise.numel(); ++i) {
      noise.data_ptr<float>()[i] = static_cast<float>(0.01 * rng.normal());
    }
    parameter.add_(noise);
  }
  prepared.trained.model->to(execution.precision);
  prepared.trained.execution = execution;
  const std::vector<std::int64_t>& batch = data.batches.front();
  const ModelOutput output = prepared.trained.model->forward(prepared.input(batch));
  const LossSum loss = loss_of(output.prediction, prepared.trained, prepared.encoded, batch);
  Result result{output.prediction.detach(), gradients_of(loss.sum / loss.labels, parameters, execution)};
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (!result.gradients[p].defined()) result.gradients[p] = at::zeros_like(parameters[p]);
  }
  return result;
}

double largest(const at::Tensor& t) { return t.numel() == 0 ? 0 : t.abs().max().item<double>(); }

/// The larger one; what is no number is larger than any.
double worse(double a, double b) { return b <= a ? a : b; }

/// The largest difference, relative to the largest expected entry of the same tensor; one of which all entries are
/// below a hundredth of the largest of all counts relative to that.
double relative_difference(const std::vector<at::Tensor>& found, const std::vector<at::Tensor>& expected) {
  double floor = 1e-12;
  for (const at::Tensor& tensor : expected) {
    if (tensor.defined()) floor = std::max(floor, 0.01 * largest(tensor));
  }
  double difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!expected[i].defined()) continue;
    difference =
        worse(difference, largest(found[i].to(at::kDouble) - expected[i]) / std::max(floor, largest(expected[i])));
  }
  return difference;
}

}  // namespace

std::vector<GraphSize> BenchData::graph_sizes() const {
  std::vector<GraphSize> sizes;
  for (const auto& batch : batches) {
    for (const std::int64_t graph : batch) {
      const Graph& g = dataset.examples[static_cast<std::size_t>(graph)].graph;
      sizes.push_back({g.num_nodes(), g.num_edges()});
    }
  }
  return sizes;
}

std::int64_t BenchData::graphs() const {
  std::int64_t count = 0;
  for (const auto& batch : batches) count += static_cast<std::int64_t>(batch.size());
  return count;
}

double Contender::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

std::unique_ptr<Contender> make_trainer(const BenchData& data, const RunConfig& config, const Execution& execution,
                                        std::size_t threads) {
  return std::make_unique<Trainer>(data, config, execution, threads);
}

std::unique_ptr<Contender> make_plain_trainer(const BenchData& data, const RunConfig& config, std::size_t threads) {
  return std::make_unique<PlainTrainer>(data, config, threads);
}

std::unique_ptr<Contender> make_predictor(const BenchData& data, const RunConfig& config, PredictedBy by,
                                          std::size_t threads) {
  return std::make_unique<BatchPredictor>(data, config, by, threads);
}

std::shared_ptr<const Network> network_of(const TrainedModel& trained, PredictedBy by) {
  trained.model->eval();
  if (by != PredictedBy::kernels_alone) return trained.network();
  return network_on_kernels(parse_model(encode_model(trained), "[bench]"));
}

void race(const std::vector<Contender*>& contenders, const BenchData& data, std::int64_t rounds) {
  for (Contender* contender : contenders) contender->run(data);
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (Contender* contender : contenders) {
      const Stopwatch watch;
      contender->run(data);
      contender->seconds.push_back(watch.seconds());
    }
  }
}

Agreement require_agreement(const BenchData& data, const RunConfig& config) {
  constexpr std::uint64_t most_moves = 5;
  for (std::uint64_t move = 1;; ++move) {
    const Result exact = run_once(data, config, {.engine = Engine::reference, .precision = at::kDouble}, move);
    const Result reference = run_once(data, config, {.engine = Engine::reference}, move);
    const Result fused = run_once(data, config, {.engine = Engine::fused}, move);
    const Agreement agreement{
        .outputs = relative_difference({fused.output}, {exact.output}),
        .gradients = relative_difference(fused.gradients, exact.gradients),
        .reference_outputs = relative_difference({reference.output}, {exact.output}),
        .reference_gradients = relative_difference(reference.gradients, exact.gradients),
    };
    const double outputs_allowed = std::max(1e-5, 5 * agreement.reference_outputs);
    const double gradients_allowed = std::max(1e-4, 5 * agreement.reference_gradients);
    if (agreement.outputs <= outputs_allowed && agreement.gradients <= gradients_allowed) return agreement;
    if (move < most_moves) continue;
    throw internal_error(
        "[bench] the fused engine does not compute the first batch as the reference does: "
        "outputs are off by {:.2g} (at most {:.2g}), gradients by {:.2g} (at most {:.2g}), relative to the largest",
        agreement.outputs, outputs_allowed, agreement.gradients, gradients_allowed);
  }
}

}  // namespace gnnir::app
