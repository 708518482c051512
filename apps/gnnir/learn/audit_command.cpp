#include <fmt/format.h>

#include "asked_data.h"
#include "count_line.h"
#include "gnnir/audit/audit.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/kernels/branch_limit.h"
#include "gnnir/models/registry.h"
#include "gnnir/report/audit_picture.h"
#include "gnnir/report/table.h"
#include "gnnir/run/memory_estimate.h"
#include "gnnir/train/prepare.h"
#include "learn_commands.h"
#include "output.h"
#include "path_checks.h"
#include "words.h"

namespace gnnir::app {
namespace {

std::string share(std::int64_t part, std::int64_t whole) {
  return fmt::format("{:.1f} %", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_totals(const AuditTotals& totals, const AuditOptions& options) {
  Table table({"", "graphs", "share"});
  const auto row = [&](const std::string& name, std::int64_t count) {
    table.add({name, fmt::format("{}", count), share(count, totals.graphs)});
  };
  for (const auto& [verdict, count] : totals.verdicts) row(std::string(name_of(verdict)), count);
  row("1-WL's cells are orbits", totals.cells_are_orbits);
  for (std::size_t layer = 0; layer < totals.layers.size(); ++layer) {
    row(fmt::format("layer {} cut a cell", layer + 1), totals.layers[layer].graphs);
    row(fmt::format("layer {} cut an orbit", layer + 1), totals.layers[layer].of_them_orbits);
  }
  show("{}largest difference of predictions over {} relabellings of a graph: {:.2g} ({:g} counts as none)\n",
       table.text(), options.relabellings, totals.largest_spread, options.tolerance);
  if (!totals.by_construction.empty()) show("certified by construction: {}\n", totals.by_construction);
}

/// A spread of what is no number is none: such graphs are counted among those that depend on the order.
void warn_of_bad_outputs(const std::vector<GraphAudit>& audits) {
  std::vector<float> spreads;
  std::vector<std::int64_t> graphs;
  for (const GraphAudit& one : audits) {
    spreads.push_back(static_cast<float>(one.spread));
    graphs.push_back(one.graph);
  }
  const std::string remark = remark_on_bad_outputs(spreads, graphs);
  if (!remark.empty()) warn(remark + "; they count as depending on the order of nodes");
}

void write_details(const std::string& file, const std::vector<GraphAudit>& audits, const Dataset& dataset, bool named) {
  const bool json = file.ends_with(".json");
  write_file_atomically(
      file, json ? to_text(audits_json(audits, dataset, named)) + "\n" : audits_csv(audits, dataset, named));
}

void check_arguments(const AuditCommand& command) {
  if (!command.details.empty() && !command.details.ends_with(".csv") && !command.details.ends_with(".json")) {
    throw usage_error("--details: expected a name ending in .csv or .json, found '{}'", command.details);
  }
  std::vector<std::string> read = files_of(command);
  read.push_back(command.model);
  check_output("--details", command.details, read);
  check_output("--picture", command.picture, read);
  if (!command.picture.empty() && !command.picture.ends_with(".svg")) {
    throw usage_error("--picture: expected a name ending in .svg, found '{}'", command.picture);
  }
  if (command.model.empty() && is_model(command.data)) {
    throw usage_error("{} is a model: name the data to audit it on", command.data);
  }
  if (!command.model.empty()) require_model_first(command.model, command.data);
}

/// As its training data were read, but for what the command says anew.
ReadOptions reading_of(const AuditCommand& command, const std::vector<TrainedModel>& models) {
  if (!command.model.empty()) return predictor_of(models).read_options(/*labels=*/false, command.reading);
  ReadOptions reading = command.config.data.read_options();
  reading.labels = false;
  return reading;
}

std::string settings_text(const ModelOptions& model) {
  const IrOptions& ir = model.ir;
  if (!model_entry(model.architecture).reads.empty()) return describe(model);  // not all of these are read
  return fmt::format("L = {}, k = {}, merge = {}, ties = {}", ir.layers, width_name(ir.width), name_of(ir.merge),
                     name_of(ir.ties));
}

}  // namespace

int run_audit(const AuditCommand& command) {
  check_arguments(command);
  const Execution execution{.engine = command.engine_to_use()};
  std::vector<TrainedModel> models;
  if (!command.model.empty()) models = load_models(command.model, execution, warn);
  const Dataset dataset = open_asked(command, reading_of(command, models));
  if (dataset.examples.empty()) throw data_error("[audit] {} has no graphs", dataset.name);
  if (command.model.empty()) models = {random_model(dataset, command.config, execution)};
  TrainedModel& trained = models.front();
  const Predictor predictor = predictor_of(models);
  predictor.network().require_fit(dataset);
  const EncodedDataset data = EncodedDataset::features_of(dataset, trained);
  const std::vector<std::int64_t> graphs = all_graphs(dataset);

  require_memory(estimate_prediction(trained, data, graphs, command.threads, command.max_memory), command.max_memory);
  ThreadPool pool(command.threads);
  std::vector<GraphAudit> audits;
  {
    CountLine line("audit", graphs.size());
    audits = audit(predictor, data, graphs, command.options, pool, [&](std::size_t done) { line.show(done); });
  }
  warn_of_bad_outputs(audits);
  if (!command.details.empty()) write_details(command.details, audits, dataset, command.names);
  if (!command.picture.empty()) write_file_atomically(command.picture, draw_audit(worst_of(audits), trained, data));
  const AuditTotals totals = AuditTotals::of(audits);
  if (command.json) {
    Json json = totals.to_json();
    json["dataset"] = dataset.name;
    json["relabellings"] = command.options.relabellings;
    json["tolerance"] = command.options.tolerance;
    show("{}\n", to_text(json));
    return 0;
  }
  show("{}: {} graphs, {}{}\n", dataset.name, dataset.size(), settings_text(trained.config.model),
       command.model.empty() ? ", random weights" : "");
  print_totals(totals, command.options);
  return 0;
}

}  // namespace gnnir::app
