#include "bench_rows.h"

#include <ATen/Functions.h>
#include <fmt/format.h>

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/models/collate.h"
#include "gnnir/report/table.h"
#include "gnnir/train/prepare.h"
#include "output.h"

namespace gnnir::app {
namespace {

bool has_option(const RunConfig& config, const std::string& key) {
  const std::vector<OwnOption>& options = model_named(config.model.architecture).options;
  return std::any_of(options.begin(), options.end(), [&](const OwnOption& option) { return option.key == key; });
}

RunConfig with(RunConfig config, bool share, bool orbits) {
  config.model.own["share_rows"] = share ? "true" : "false";
  if (has_option(config, "prune")) config.model.own["prune"] = orbits ? "orbits" : "none";
  return config;
}

/// All batches through a model with the weights of the start.
struct Pass {
  std::vector<at::Tensor> predictions;
  std::vector<RowCount> rows;  ///< by step, of all batches
};

Pass pass_of(const BenchData& data, const RunConfig& config) {
  const TrainedModel trained = untrained_model(data.dataset, data.split, config, {.engine = Engine::fused});
  const EncodedDataset encoded = EncodedDataset::features_of(data.dataset, trained);
  trained.model->eval();
  const at::NoGradGuard no_gradients;
  Pass pass;
  for (const auto& batch : data.batches) {
    const ModelOutput output =
        trained.model->forward(collate(data.dataset, trained.shape(), encoded.features, batch, trained.execution));
    pass.predictions.push_back(output.prediction);
    pass.rows.resize(output.rows.size());
    for (std::size_t t = 0; t < output.rows.size(); ++t) {
      pass.rows[t].all += output.rows[t].all;
      pass.rows[t].computed += output.rows[t].computed;
    }
  }
  return pass;
}

/// The largest difference of predictions, relative to the largest prediction of the batch.
double difference(const Pass& shared, const Pass& alone) {
  double largest = 0;
  for (std::size_t b = 0; b < shared.predictions.size(); ++b) {
    if (alone.predictions[b].numel() == 0) continue;
    const double scale = std::max(1e-6, alone.predictions[b].abs().max().item<double>());
    largest = std::max(largest, (shared.predictions[b] - alone.predictions[b]).abs().max().item<double>() / scale);
  }
  return largest;
}

void print_rows(const Json& result) {
  const bool orbits = result.contains("epoch_seconds_orbits");
  std::vector<std::string> columns = {"step", "rows", "computed", "share"};
  if (orbits) columns.insert(columns.begin() + 2, "one branch per orbit");
  Table rows(columns);
  for (const Json& step : result["steps"]) {
    const auto all = step["rows"].get<double>();
    const auto computed = step["computed"].get<double>();
    std::vector<std::string> row = {fmt::format("{}", step["step"].get<std::int64_t>()), fmt::format("{:.0f}", all),
                                    fmt::format("{:.0f}", computed),
                                    fmt::format("{:.3f}", computed / std::max(1.0, all))};
    if (orbits) row.insert(row.begin() + 2, fmt::format("{:.0f}", step["by_orbits"].get<double>()));
    rows.add(row);
  }
  Table times({"one epoch", "seconds"});
  const auto time = [&](const char* name, const char* key) {
    times.add({name, fmt::format("{:.2f}", result[key].get<double>())});
  };
  time("every row by itself", "epoch_seconds_alone");
  if (orbits) time("one branch per orbit", "epoch_seconds_orbits");
  time(orbits ? "and equal rows once" : "equal rows once", "epoch_seconds_shared");
  time("ratio (speedup)", "speedup");
  show("{}\n{}", rows.text(), times.text());
}

}  // namespace

int bench_rows(const BenchData& data, const BenchCommand& command) {
  if (!has_option(command.config, "share_rows")) {
    throw usage_error("[bench] --architecture {} does not share rows: try exact-ir", command.config.model.architecture);
  }
  const bool prunes = has_option(command.config, "prune");
  const RunConfig shared_config = with(command.config, true, true);
  const RunConfig orbits_config = with(command.config, false, true);
  const RunConfig alone_config = with(command.config, false, false);
  const Pass pass = pass_of(data, shared_config);
  const Pass by_orbits = prunes ? pass_of(data, orbits_config) : Pass();
  const double off = difference(pass, pass_of(data, alone_config));
  if (!(off <= 1e-4)) {
    throw internal_error("[bench] predictions with shared rows differ by {:.2g} from those without", off);
  }
  const auto shared = make_trainer(data, shared_config, {.engine = Engine::fused}, command.threads);
  const auto alone = make_trainer(data, alone_config, {.engine = Engine::fused}, command.threads);
  const auto orbits = make_trainer(data, orbits_config, {.engine = Engine::fused}, command.threads);
  std::vector<Contender*> racing = {shared.get(), alone.get()};
  if (prunes) racing.push_back(orbits.get());
  race(racing, data, command.rounds);

  const double per_epoch = static_cast<double>(data.split.train.size()) / static_cast<double>(data.graphs());
  Json result = {{"benchmark", "rows"},
                 {"dataset", data.dataset.name},
                 {"architecture", command.config.model.architecture},
                 {"ir_layers", command.config.model.ir.layers},
                 {"hidden", command.config.model.gnn.hidden},
                 {"steps_per_call", command.config.model.gnn.steps},
                 {"threads", command.threads},
                 {"largest_difference", off},
                 {"epoch_seconds_shared", shared->median() * per_epoch},
                 {"epoch_seconds_alone", alone->median() * per_epoch},
                 {"speedup", alone->median() / shared->median()},
                 {"steps", Json::array()}};
  if (prunes) result["epoch_seconds_orbits"] = orbits->median() * per_epoch;
  for (std::size_t t = 0; t < pass.rows.size(); ++t) {
    result["steps"].push_back(
        {{"step", t + 1}, {"rows", pass.rows[t].all * per_epoch}, {"computed", pass.rows[t].computed * per_epoch}});
    if (prunes) result["steps"].back()["by_orbits"] = by_orbits.rows[t].computed * per_epoch;
  }
  if (command.json) {
    show("{}\n", to_text(result));
    return 0;
  }
  show("training {}: {} L={} d={} T={}, batch {}, {} thread{}; predictions differ by {:.1g}\n\n", data.dataset.name,
       command.config.model.architecture, command.config.model.ir.layers, command.config.model.gnn.hidden,
       command.config.model.gnn.steps, command.config.train.batch_size, command.threads,
       command.threads == 1 ? "" : "s", off);
  print_rows(result);
  return 0;
}

}  // namespace gnnir::app
