#include "gnnir/train/run_folder.h"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <torch/version.h>

#include <chrono>

#include "gnnir/base/build_info.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/version.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return std::string(trimmed(line.substr(line.find(':') + 1)));
  }
  return "unknown";
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

constexpr double seconds_between_saves = 10;

}  // namespace

Json describe_environment(const RunOptions& options) {
  return {{"gnnir", GNNIR_VERSION},        {"commit", build_commit()},
          {"command", options.command},    {"started", now_utc()},
          {"threads", options.threads},    {"cores", available_cores()},
          {"processor", processor_name()}, {"compiler", fmt::format("GCC {}", __VERSION__)},
          {"libtorch", TORCH_VERSION}};
}

RunFolder::RunFolder(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs)
    : path_(options.folder) {
  if (!active()) return;
  create_new_folder(path_);
  std::vector<Split> splits;
  for (const Job& job : jobs) splits.push_back(job.split);
  write_file_atomically(path_ / "config.toml", to_toml(config));
  write_file_atomically(path_ / "env.json", to_text(describe_environment(options), 2) + "\n");
  write_file_atomically(path_ / "splits.json", to_text(splits_to_json(splits)) + "\n");
  log_ = std::make_shared<spdlog::logger>(
      "run", std::make_shared<spdlog::sinks::basic_file_sink_mt>((path_ / "log.txt").string()));
  log_->flush_on(spdlog::level::info);
  for (const Job& job : jobs) {
    if (job.name.empty()) continue;
    create_new_folder(folder_of(job));
    write_file_atomically(folder_of(job) / "splits.json", to_text(splits_to_json(std::span(&job.split, 1))) + "\n");
  }
}

RunFolder::~RunFolder() = default;

void RunFolder::log(const std::string& line) {
  if (log_) log_->info("{}", line);
}

void RunFolder::write_result(const Json& result) {
  if (active()) write_file_atomically(path_ / "result.json", to_text(result, 2) + "\n");
}

fs::path RunFolder::folder_of(const Job& job) const {
  if (!active()) return {};
  return job.name.empty() ? path_ : path_ / job.name;
}

JobFiles::JobFiles(const RunFolder& folder, const Job& job) : path_(folder.folder_of(job)) {}

void JobFiles::on_epoch(const EpochReport& report, const TrainedModel& model) {
  if (path_.empty()) return;
  if (!metrics_.is_open()) {
    metrics_.open(path_ / "metrics.csv");
    std::string header = "epoch,lr,seconds,graphs_per_second,best";
    for (const auto& [part, scores] :
         {std::pair{"train", &report.train}, std::pair{"validation", &report.validation}}) {
      for (const auto& [name, value] : *scores) {
        columns_.push_back(fmt::format("{}_{}", part, name));
        header += "," + columns_.back();
      }
    }
    metrics_ << header << "\n";
  }
  metrics_ << fmt::format("{},{},{:.4f},{:.1f},{}", report.epoch, report.lr, report.seconds, report.graphs_per_second,
                          report.best ? 1 : 0);
  for (const std::string& column : columns_) {
    const bool train = column.starts_with("train_");
    const Scores& scores = train ? report.train : report.validation;
    const auto found = scores.find(column.substr(column.find('_') + 1));
    metrics_ << "," << (found == scores.end() ? "" : format_exact(found->second));
  }
  metrics_ << "\n" << std::flush;
  if (!metrics_) throw io_error("[run] {}: writing failed", (path_ / "metrics.csv").string());
  if (report.best) best_to_write_ = encode_model(model);
  if (since_save_.seconds() > seconds_between_saves) write_best();
}

void JobFiles::write_best() {
  if (best_to_write_.empty()) return;
  write_file_atomically(path_ / "best.safetensors", best_to_write_);
  best_to_write_.clear();
  since_save_ = Stopwatch();
}

JobFiles::~JobFiles() {
  try {
    write_best();  // training ended by an exception: what was best so far is kept
  } catch (const std::exception&) {
    // The first exception is the one to report.
  }
}

void JobFiles::on_end(const TrainOutcome& outcome) {
  if (path_.empty()) return;
  best_to_write_ = encode_model(outcome.model);
  write_best();
  TrainedModel last = TrainedModel::create(outcome.model.config, outcome.model.features, outcome.model.targets);
  restore_weights(*last.model, outcome.last_weights);
  save_model(last, path_ / "last.safetensors");
}

}  // namespace gnnir
