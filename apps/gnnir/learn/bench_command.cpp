#include <fmt/format.h>

#include <algorithm>

#include "bench_contenders.h"
#include "bench_rows.h"
#include "bench_scaling.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/memory.h"
#include "gnnir/data/open.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/kernels/product_rate.h"
#include "gnnir/models/registry.h"
#include "gnnir/report/table.h"
#include "gnnir/run/run.h"
#include "gnnir/train/batches.h"
#include "gnnir/train/prepare.h"
#include "learn_commands.h"
#include "output.h"

namespace gnnir::app {
namespace {

/// The first batches of a training.
std::vector<std::vector<std::int64_t>> draw_batches(const Split& split, const RunConfig& config, std::int64_t wanted) {
  return BatchSchedule(split.train, config.train.batch_size, config.train.seed).first_batches(wanted);
}

/// The data set that is asked for, its split, and the batches that all contenders work on.
struct BenchSetup {
  explicit BenchSetup(const BenchCommand& command)
      : dataset(open_dataset(command.config.data.dataset, command.config.data.data_dir,
                             command.config.data.read_options())),
        split(plan_training(dataset, command.config).front().split),
        data{dataset, split, draw_batches(split, command.config, command.batches)} {
    check_trainable(dataset, split, command.config);
  }
  BenchSetup(const BenchSetup&) = delete;  // its parts refer to each other
  BenchSetup& operator=(const BenchSetup&) = delete;

  Dataset dataset;
  Split split;
  BenchData data;
};

/// What the machine and the paper's algorithm say about the work.
struct Bound {
  double flops = 0;     ///< of all batches
  double rate_one = 0;  ///< flops a second, one thread
  double rate_all = 0;
};

Bound measure_bound(const BenchData& data, const RunConfig& config, std::size_t threads, double passes) {
  const ModelCost cost = cost_of(config.model, header_for(data.dataset, data.split, config).shape());
  Bound bound;
  double rows = 0;  // of a batch's branches
  for (const GraphSize& size : data.graph_sizes()) {
    const GraphCost of_graph = cost.of_graph(size);
    bound.flops += passes * of_graph.flops;
    rows += of_graph.largest_level;
  }
  const auto of_batch = std::max<std::int64_t>(1, static_cast<std::int64_t>(rows) / std::ssize(data.batches));
  ThreadPool one(1);
  ThreadPool all(threads);
  bound.rate_one = kernels::product_rate(of_batch, config.model.gnn.hidden, one);
  bound.rate_all = kernels::product_rate(of_batch, config.model.gnn.hidden, all);
  return bound;
}

Json describe(const BenchCommand& command, const Dataset& dataset) {
  const RunConfig& config = command.config;
  return {{"dataset", dataset.name},
          {"ir_layers", config.model.ir.layers},
          {"width", config.model.ir.width == all_nodes ? Json("all") : Json(config.model.ir.width)},
          {"hidden", config.model.gnn.hidden},
          {"norm", name_of(config.model.gnn.norm.kind)},
          {"batch_size", config.train.batch_size},
          {"threads", command.threads},
          {"batches", command.batches},
          {"rounds", command.rounds},
          {"allocator", command.keep_memory ? "keep" : "system"}};
}

std::string title(const BenchCommand& command, const Dataset& dataset, const char* work) {
  const RunConfig& config = command.config;
  return fmt::format("{} {}: L={} k={} d={}, batch {}, {} thread{}", work, dataset.name, config.model.ir.layers,
                     width_name(config.model.ir.width), config.model.gnn.hidden, config.train.batch_size,
                     command.threads, command.threads == 1 ? "" : "s");
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// "forward 31 %, …" of the thread-seconds that a contender had.
Json shares_of(const Contender& contender, const Stepper::Times& before, double wall, std::size_t threads) {
  const Stepper::Times after = contender.times();
  const double all = wall * static_cast<double>(threads);
  Json shares = {{"data", (after.data - before.data) / all},
                 {"forward", (after.forward - before.forward) / all},
                 {"backward", (after.backward - before.backward) / all},
                 {"optimizer", (after.optimizer - before.optimizer) / wall}};
  double rest = 1;
  for (const auto& share : shares) rest -= share.get<double>();
  shares["waiting"] = std::max(0.0, rest);
  return shares;
}

void print_bound(Table& table, const Json& result) {
  table.add(
      {"sgemm at these shapes, one thread", fmt::format("{:.0f} GFLOP/s", result["sgemm_gflops_one"].get<double>())});
  table.add(
      {"sgemm at these shapes, all threads", fmt::format("{:.0f} GFLOP/s", result["sgemm_gflops_all"].get<double>())});
  table.add(
      {"products of the paper's algorithm", fmt::format("{:.3g} TFLOP", result["tflop_per_epoch"].get<double>())});
}

/// What benchmarks of training and of prediction have in common. one, all: of the fused engine, on one thread and on
/// all
Json common_result(const BenchCommand& command, const BenchData& data, const Bound& bound, const Contender& one,
                   const Contender& all, const Agreement& agreement) {
  const double per_epoch = static_cast<double>(data.split.train.size()) / static_cast<double>(data.graphs());
  Json result = describe(command, data.dataset);
  result["roofline_fraction"] = bound.flops / all.median() / bound.rate_all;
  result["thread_speedup"] = one.median() / all.median();
  result["epoch_seconds"] = all.median() * per_epoch;
  result["graphs_per_second"] = static_cast<double>(data.graphs()) / all.median();
  result["sgemm_gflops_one"] = bound.rate_one * 1e-9;
  result["sgemm_gflops_all"] = bound.rate_all * 1e-9;
  result["tflop_per_epoch"] = bound.flops * per_epoch * 1e-12;
  result["agreement"] = {{"outputs", agreement.outputs},
                         {"gradients", agreement.gradients},
                         {"reference_outputs", agreement.reference_outputs},
                         {"reference_gradients", agreement.reference_gradients}};
  return result;
}

/// A row that shows a ratio of the result.
void add_ratio(Table& table, const std::string& what, const Json& result, const char* key, int digits) {
  table.add({fmt::format("{} ({})", what, key), fmt::format("{:.{}f}", result[key].get<double>(), digits)});
}

void print_training(const Json& result, std::size_t graphs) {
  Table times({"one epoch", "seconds", "graphs/s"});
  for (const auto& [name, value] : result["epoch_seconds_of"].items()) {
    times.add({name, fmt::format("{:.2f}", value.get<double>()),
               fmt::format("{:.0f}", static_cast<double>(graphs) / value.get<double>())});
  }
  Table table({"measure", "value"});
  print_bound(table, result);
  add_ratio(table, "share of that rate reached", result, "roofline_fraction", 2);
  add_ratio(table, "ratio to plain libtorch at its best", result, "speedup_vs_reference", 1);
  table.add({"ratio to the reference engine in our shards",
             fmt::format("{:.1f}", result["speedup_vs_sharded_reference"].get<double>())});
  add_ratio(table, "all threads against one", result, "thread_speedup", 2);
  table.add({"peak memory", fmt::format("{:.0f} MB", result["peak_rss_mb"].get<double>())});
  for (const auto& [name, share] : result["shares"].items()) {
    table.add({"time: " + name, percent(share.get<double>())});
  }
  show("{}\n{}", times.text(), table.text());
}

int bench_train(const BenchCommand& command) {
  const RunConfig& config = command.config;
  const BenchSetup setup(command);
  const auto& [dataset, split, data] = setup;

  // Memory of the engine alone, before others come along.
  const auto fused_all = make_trainer(data, config, {.engine = Engine::fused}, command.threads);
  reset_peak_memory();
  fused_all->run(data);
  const double peak = peak_memory_mb();

  const Agreement agreement = require_agreement(data, config);
  const Bound bound = measure_bound(data, config, command.threads, 3);
  const auto fused_one = make_trainer(data, config, {.engine = Engine::fused}, 1);
  const Stepper::Times before = fused_all->times();
  const Stopwatch watch;
  fused_all->run(data);
  const Json shares = shares_of(*fused_all, before, watch.seconds(), command.threads);

  const auto reference = make_trainer(data, config, {.engine = Engine::reference}, command.threads);
  const auto plain_one = make_plain_trainer(data, config, 1);
  const auto plain_all = make_plain_trainer(data, config, command.threads);
  race({fused_all.get(), fused_one.get(), reference.get(), plain_one.get(), plain_all.get()}, data, command.rounds);

  const double per_epoch = static_cast<double>(split.train.size()) / static_cast<double>(data.graphs());
  const double seconds = std::min(fused_one->median(), fused_all->median());
  Json result = common_result(command, data, bound, *fused_one, *fused_all, agreement);
  result["benchmark"] = "train";
  result["speedup_vs_reference"] = std::min(plain_one->median(), plain_all->median()) / seconds;
  result["speedup_vs_sharded_reference"] = reference->median() / seconds;
  result["peak_rss_mb"] = peak;
  result["shares"] = shares;
  result["epoch_seconds_of"] = {{"fused, one thread", fused_one->median() * per_epoch},
                                {"fused, all threads", fused_all->median() * per_epoch},
                                {"reference, shards on all threads", reference->median() * per_epoch},
                                {"reference as plain libtorch, one thread", plain_one->median() * per_epoch},
                                {"reference as plain libtorch, all threads", plain_all->median() * per_epoch}};
  if (command.json) {
    show("{}\n", to_text(result));
    return 0;
  }
  show(
      "{}\nfused engine against double precision: outputs {:.1g}, gradients {:.1g}; reference engine: {:.1g}, "
      "{:.1g}\n\n",
      title(command, dataset, "training"), agreement.outputs, agreement.gradients, agreement.reference_outputs,
      agreement.reference_gradients);
  print_training(result, split.train.size());
  return 0;
}

/// Milliseconds of a prediction for one graph at a time, on one thread.
struct Latency {
  double median = 0;
  double p99 = 0;
};

Latency measure_latency(const BenchData& data, const RunConfig& config, PredictedBy by) {
  const Engine engine = by == PredictedBy::reference ? Engine::reference : Engine::fused;
  const TrainedModel trained = untrained_model(data.dataset, data.split, config, {.engine = engine});
  const std::shared_ptr<const Network> network = network_of(trained, by);
  const EncodedDataset encoded = EncodedDataset::features_of(data.dataset, trained);
  std::vector<double> milliseconds;
  for (const auto& batch : data.batches) {
    for (const std::int64_t graph : batch) {
      const Stopwatch watch;
      static_cast<void>(network->run({data.dataset, encoded.features, std::span(&graph, 1)}));
      milliseconds.push_back(1e3 * watch.seconds());
    }
  }
  milliseconds.erase(milliseconds.begin(),
                     milliseconds.begin() + static_cast<std::ptrdiff_t>(milliseconds.size() / 10));  // warming up
  std::sort(milliseconds.begin(), milliseconds.end());
  return {milliseconds[milliseconds.size() / 2], milliseconds[milliseconds.size() * 99 / 100]};
}

int bench_predict(const BenchCommand& command) {
  const RunConfig& config = command.config;
  const BenchSetup setup(command);
  const auto& [dataset, split, data] = setup;
  // As `gnnir predict` does it: without libtorch where the kernels have the model.
  const bool alone = lacks_kernels(config.model).empty();
  const PredictedBy ours = alone ? PredictedBy::kernels_alone : PredictedBy::fused;
  const auto fused_all = make_predictor(data, config, ours, command.threads);
  reset_peak_memory();
  fused_all->run(data);
  const double peak = peak_memory_mb();
  const Agreement agreement = require_agreement(data, config);
  const Bound bound = measure_bound(data, config, command.threads, 1);
  const auto fused_one = make_predictor(data, config, ours, 1);
  const auto modules = make_predictor(data, config, PredictedBy::fused, command.threads);
  const auto reference = make_predictor(data, config, PredictedBy::reference, command.threads);
  race({fused_all.get(), fused_one.get(), modules.get(), reference.get()}, data, command.rounds);
  const Latency latency = measure_latency(data, config, ours);
  const Latency module_latency = measure_latency(data, config, PredictedBy::fused);
  const Latency reference_latency = measure_latency(data, config, PredictedBy::reference);

  Json result = common_result(command, data, bound, *fused_one, *fused_all, agreement);
  result["benchmark"] = "predict";
  result["speedup_vs_reference"] = reference->median() / std::min(fused_all->median(), fused_one->median());
  result["peak_rss_mb"] = peak;
  result["latency_ms"] = {{"median", latency.median}, {"p99", latency.p99}};
  result["without_libtorch"] = alone;
  result["speedup_vs_modules"] = modules->median() / fused_all->median();
  result["module_latency_ms"] = {{"median", module_latency.median}, {"p99", module_latency.p99}};
  result["reference_latency_ms"] = {{"median", reference_latency.median}, {"p99", reference_latency.p99}};
  if (command.json) {
    show("{}\n", to_text(result));
    return 0;
  }
  show("{}\nfused engine against double precision: {:.1g}; reference engine: {:.1g}\n\n",
       title(command, dataset, "prediction"), agreement.outputs, agreement.reference_outputs);
  Table table({"measure", "value"});
  table.add({"graphs a second", fmt::format("{:.0f}", result["graphs_per_second"].get<double>())});
  table.add({"one graph alone, one thread: median", fmt::format("{:.2f} ms", latency.median)});
  table.add({"one graph alone, one thread: 99 of 100 within", fmt::format("{:.2f} ms", latency.p99)});
  table.add(
      {"the same by libtorch's modules on the fused engine: median", fmt::format("{:.2f} ms", module_latency.median)});
  table.add({"the same on the reference engine: median", fmt::format("{:.2f} ms", reference_latency.median)});
  add_ratio(table, "ratio to libtorch's modules on the fused engine", result, "speedup_vs_modules", 2);
  add_ratio(table, "ratio to the reference engine", result, "speedup_vs_reference", 1);
  add_ratio(table, "all threads against one", result, "thread_speedup", 2);
  print_bound(table, result);
  add_ratio(table, "share of that rate reached", result, "roofline_fraction", 2);
  table.add({"peak memory", fmt::format("{:.0f} MB", peak)});
  show("{}", table.text());
  return 0;
}

}  // namespace

int run_bench(const BenchCommand& command) {
  const std::string parts = describe(engine_parts(command.config.model, {.engine = Engine::fused}));
  if (parts == "reference") {
    throw usage_error("--architecture {}: `gnnir bench` compares engines, and this model has only one",
                      command.config.model.architecture);
  }
  switch (command.what) {
    case BenchCommand::What::train:
      return bench_train(command);
    case BenchCommand::What::predict:
      return bench_predict(command);
    case BenchCommand::What::rows:
      return bench_rows(BenchSetup(command).data, command);
    case BenchCommand::What::scaling:
      return bench_scaling(command);
  }
  throw internal_error("[bench] unknown benchmark");
}

}  // namespace gnnir::app
