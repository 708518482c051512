#include <fmt/format.h>

#include <filesystem>

#include "console.h"
#include "gnnir/base/files.h"
#include "gnnir/base/stop.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/report/table.h"
#include "gnnir/train/run.h"
#include "gnnir/train/started_run.h"
#include "learn_commands.h"
#include "training.h"

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

std::string name_of_model(const ModelOptions& model) {
  if (model.architecture != Architecture::gnn_ir) return name_of(model.architecture);
  if (model.ir.layers == 0) return "plain GNN (L=0)";
  return fmt::format("GNN-IR (L={} k={})", model.ir.layers, width_name(model.ir.width));
}

/// What will compute it: the fused engine has no kernels for some options.
std::string name_of_engine(const GnnOptions& gnn) {
  if (gnn.engine == Engine::reference || has_kernel(gnn.conv, gnn.norm.kind)) return name_of(gnn.engine);
  return fmt::format("reference (no kernels for conv = {}, norm = {})", name_of(gnn.conv), name_of(gnn.norm.kind));
}

std::string title_of(const Dataset& dataset, const RunConfig& config, const TrainCommand& command, std::size_t jobs) {
  return fmt::format("{} on {}: {} graphs, {}, {} thread{}, engine {}", name_of_model(config.model), dataset.name,
                     dataset.size(), jobs == 1 ? "one split" : fmt::format("{} trainings", jobs), command.threads,
                     command.threads == 1 ? "" : "s", name_of_engine(config.model.gnn));
}

/// On resuming, those of the folder, whatever has become of the file that they came from.
std::vector<Job> jobs_of(const Dataset& dataset, const TrainCommand& command) {
  if (command.resume) return read_jobs(command.out, command.config, dataset.size());
  return command.cross_validate ? plan_cross_validation(dataset, command.config)
                                : plan_training(dataset, command.config);
}

Json run_one(const Dataset& dataset, const RunConfig& config, const std::vector<Job>& jobs, const TrainCommand& command,
             const fs::path& folder, Console& console) {
  if (command.resume && fs::exists(folder / "result.json")) {
    console.note(fmt::format("{} is complete: nothing is left to do", folder.string()));
    return parse_json(read_file(folder / "result.json"), "[run] " + (folder / "result.json").string());
  }
  console.start((command.resume ? "resumed: " : "") + title_of(dataset, config, command, jobs.size()), jobs,
                config.train.epochs);
  return run_jobs(dataset, config, jobs,
                  {.threads = command.threads,
                   .folder = folder,
                   .command = command.command_line,
                   .verb = command.cross_validate ? "cv" : "train",
                   .baseline = command.baseline && folder == command.out,
                   .resume = command.resume,
                   .resume_folder = command.out,
                   .checkpoint_every = command.checkpoint_every,
                   .max_memory = command.max_memory,
                   .warn = [&](const std::string& text) { console.note("warning: " + text); }},
                  console);
}

void print_comparison(const ModelOptions& model, const Json& result, const ModelOptions& plain, const Json& baseline) {
  const std::string score = result["test"].contains("accuracy") ? "accuracy" : "mae";
  if (!result["test"].contains(score) || !baseline["test"].contains(score)) return;  // no finite number
  Table table({"test " + score, "mean ± std", "min", "max"});
  const auto row = [&](const std::string& name, const Json& summary) {
    table.add({name, format_summary(score, summary), format_score(score, summary["min"]),
               format_score(score, summary["max"])});
  };
  row(name_of_model(plain), baseline["test"][score]);
  row(name_of_model(model), result["test"][score]);
  fmt::print("\n{}", table.text());
}

}  // namespace

Dataset open_data(const TrainCommand& command) {
  return open_dataset(command.data, command.data_dir, command.config.data.read_options());
}

void run_training(const TrainCommand& command, const Dataset& dataset, Console& console) {
  if (const std::string remark = remark_on_rejects(dataset); !remark.empty()) console.note("warning: " + remark);
  if (command.resume) require_same_data(command.out, dataset);
  const std::vector<Job> jobs = jobs_of(dataset, command);
  Json result = run_one(dataset, command.config, jobs, command, command.out, console);
  if (command.baseline) {
    if (!command.json) console.finish(result, command.out);
    RunConfig plain = command.config;
    plain.model.ir.layers = 0;
    plain.model.architecture = Architecture::gnn_ir;
    const std::string folder = (fs::path(command.out) / "baseline").string();
    const Json baseline = run_one(dataset, plain, jobs, command, folder, console);
    result["baseline"] = baseline;
    if (!command.json) {
      console.finish(baseline, folder);
      print_comparison(command.config.model, result, plain.model, baseline);
      return;
    }
  }
  console.finish(result, command.out);
}

int run_train(const TrainCommand& command) {
  catch_stop_signals();
  const Dataset dataset = open_data(command);
  const std::unique_ptr<Console> console = command.json ? make_json_console() : make_text_console();
  run_training(command, dataset, *console);
  return 0;
}

}  // namespace gnnir::app
