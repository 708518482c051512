#include "gnnir/train/run_folder.h"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <torch/version.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "gnnir/base/build_info.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/train/started_run.h"
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
constexpr double seconds_between_checkpoints = 0.2;  // a save takes about 10 ms
constexpr const char* best_file = "best.safetensors";
constexpr const char* checkpoint_file = "checkpoint.safetensors";
constexpr const char* outcome_file = "outcome.json";
constexpr std::string_view metrics_columns = "epoch,lr,best";

/// Text that grows has no place in a header, whose size is limited.
void add_text(Safetensors& file, const std::string& name, const std::string& text) {
  file.tensors.push_back({"text." + name, "U8", {static_cast<std::int64_t>(text.size())}, text});
}

const std::string& text_in(const Safetensors& file, const std::string& name, const std::string& where) {
  for (const StoredTensor& tensor : file.tensors) {
    if (tensor.name == "text." + name && tensor.dtype == "U8") return tensor.bytes;
  }
  throw data_error("{}: 'text.{}' is missing", where, name);
}

void remove_if_damaged(const fs::path& path) {
  if (!fs::exists(path)) return;
  try {
    decode_safetensors(read_file(path), path.string());
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
}

/// The names behind metrics_columns in the first line of metrics.csv.
std::vector<std::string> score_columns(std::string_view metrics) {
  std::vector<std::string> names;
  const std::string_view header = metrics.substr(0, metrics.find('\n'));
  if (!header.starts_with(metrics_columns)) return names;
  for (const std::string_view name : split_text(header, ',')) names.emplace_back(name);
  names.erase(names.begin(), names.begin() + 3);
  return names;
}

}  // namespace

Json describe_environment(const RunOptions& options) {
  return {{"gnnir", GNNIR_VERSION},        {"commit", build_commit()},
          {"verb", options.verb},          {"baseline", options.baseline},
          {"command", options.command},    {"started", now_utc()},
          {"threads", options.threads},    {"cores", available_cores()},
          {"processor", processor_name()}, {"compiler", fmt::format("GCC {}", __VERSION__)},
          {"libtorch", TORCH_VERSION}};
}

RunFolder::RunFolder(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs,
                     const Dataset& dataset)
    : path_(options.folder) {
  if (!active()) return;
  if (!options.resume || !fs::exists(path_)) create(options, config, jobs, dataset);
  lock_.emplace(path_);
  if (options.resume) {
    require_same_data(path_, dataset);
    remove_pending_files(path_);
  }
  try {
    log_ = std::make_shared<spdlog::logger>(
        "run", std::make_shared<spdlog::sinks::basic_file_sink_mt>((path_ / "log.txt").string()));
  } catch (const spdlog::spdlog_ex& error) {
    throw io_error("[run] {}", error.what());
  }
  log_->flush_on(spdlog::level::info);
}

void RunFolder::create(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs,
                       const Dataset& dataset) const {
  refuse_used_folder(path_);
  const NewFolder folder(path_);
  std::vector<Split> splits;
  for (const Job& job : jobs) splits.push_back(job.split);
  write_file_atomically(folder.path() / "config.toml", to_toml(config));
  write_file_atomically(folder.path() / "splits.json", to_text(splits_to_json(splits)) + "\n");
  for (const Job& job : jobs) {
    if (job.name.empty()) continue;
    const fs::path own = folder.path() / job.name;
    create_new_folder(own);
    write_file_atomically(own / "splits.json", to_text(splits_to_json(std::span(&job.split, 1))) + "\n");
  }
  Json environment = describe_environment(options);
  environment["data"] = fingerprint(dataset);
  write_file_atomically(folder.path() / "env.json", to_text(environment, 2) + "\n");  // last: it makes the folder a run
  folder.take_place();
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

void AppendedFile::assign(std::string text) {
  stream_.close();
  text_ = std::move(text);
  write_file_atomically(path_, text_);
}

void AppendedFile::append(const std::string& line) {
  if (!stream_.is_open()) stream_.open(path_, std::ios::app);
  text_ += line + "\n";
  stream_ << line << "\n" << std::flush;
  if (!stream_) throw io_error("[run] {}: writing failed: {}", path_.string(), std::strerror(errno));
}

JobFiles::JobFiles(const RunFolder& folder, const Job& job, const Dataset& dataset)
    : path_(folder.folder_of(job)), metrics_(path_ / "metrics.csv"), timings_(path_ / "timings.csv") {
  if (!path_.empty()) fingerprint_ = fingerprint(dataset, job.split);
}

std::optional<TrainResult> JobFiles::read_outcome() const {
  const fs::path path = path_ / outcome_file;
  if (path_.empty() || !fs::exists(path)) return std::nullopt;
  remove_checkpoints();  // if the session that finished the job was killed before it could
  remove_pending_files(path_);
  const std::string where = "[run] " + path.string();
  return TrainResult::from_json(parse_json(read_file(path), where), where);
}

JobFiles::Tables JobFiles::read_checkpoint(const fs::path& path, Training& training) const {
  const std::string where = "[run] " + path.string();
  const Safetensors file = decode_safetensors(read_file(path), where);
  if (const std::string& found = metadata_entry(file, "fingerprint", where); found != fingerprint_) {
    throw usage_error("{}: the data set or its split has changed since: checksum {}, expected {}", where, fingerprint_,
                      found);
  }
  Tables tables{text_in(file, "metrics", where), text_in(file, "timings", where)};
  training.restore(file, where);
  return tables;
}

void JobFiles::restore(Training& training, const Warn& warn) {
  if (path_.empty()) return;
  remove_pending_files(path_);
  const auto found = read_newest<Tables>(
      path_ / checkpoint_file, [&](const fs::path& path) { return read_checkpoint(path, training); }, warn);
  // A damaged file must not take the place of the good one before it when the next is written.
  for (const char* file : {checkpoint_file, best_file}) remove_if_damaged(path_ / file);
  if (found) {
    // Rows of epochs that the checkpoint does not know of are going to be written again.
    metrics_.assign(found->metrics);
    timings_.assign(found->timings);
    columns_ = score_columns(metrics_.text());
    if (training.progress().best_epoch > 0) best_to_write_ = encode_model(training.best_model());
    return;
  }
  std::error_code ignored;  // nothing to go on from: what an earlier session has written is going to be written again
  for (const char* file : {"metrics.csv", "timings.csv"}) fs::remove(path_ / file, ignored);
}

void JobFiles::save(Training& training) {
  if (path_.empty()) return;
  Safetensors file = training.checkpoint();
  file.metadata["fingerprint"] = fingerprint_;
  add_text(file, "metrics", metrics_.text());
  add_text(file, "timings", timings_.text());
  write_file_keeping_previous(path_ / checkpoint_file, encode_safetensors(file));
  since_checkpoint_ = Stopwatch();
}

bool JobFiles::save_is_worth_its_time() const {
  return !since_checkpoint_ || since_checkpoint_->seconds() > seconds_between_checkpoints;
}

void JobFiles::on_epoch(const EpochReport& report, const TrainedModel& model) {
  if (path_.empty()) return;
  if (metrics_.text().empty()) {
    for (const auto& [name, value] : report.train) columns_.push_back("train_" + name);
    for (const auto& [name, value] : report.validation) columns_.push_back("validation_" + name);
    metrics_.append(fmt::format("{},{}", metrics_columns, fmt::join(columns_, ",")));
    timings_.append("epoch,seconds,graphs_per_second");
  }
  std::string row = fmt::format("{},{},{}", report.epoch, report.lr, report.best ? 1 : 0);
  for (const std::string& column : columns_) {
    const Scores& scores = column.starts_with("train_") ? report.train : report.validation;
    const auto found = scores.find(column.substr(column.find('_') + 1));
    row += "," + (found == scores.end() ? "" : format_exact(found->second));
  }
  metrics_.append(row);
  timings_.append(fmt::format("{},{:.4f},{:.1f}", report.epoch, report.seconds, report.graphs_per_second));
  if (report.best) best_to_write_ = encode_model(model);
  if (since_best_.seconds() > seconds_between_saves || !fs::exists(path_ / best_file)) write_best();
}

void JobFiles::write_best() {
  if (best_to_write_.empty()) return;
  const bool is_there = fs::exists(path_ / best_file) && read_file(path_ / best_file) == best_to_write_;
  if (!is_there) write_file_keeping_previous(path_ / best_file, best_to_write_);
  best_to_write_.clear();
  since_best_ = Stopwatch();
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
  TrainedModel last = TrainedModel::create(outcome.model);
  restore_weights(*last.model, outcome.last_weights);
  save_model(last, path_ / "last.safetensors");
  metrics_.assign(metrics_.text());  // rows were appended; now they are synced
  timings_.assign(timings_.text());
  write_file_atomically(path_ / outcome_file, to_text(outcome.to_json(), 2) + "\n");
  remove_checkpoints();
}

void JobFiles::remove_checkpoints() const {
  std::error_code ignored;
  fs::remove(path_ / checkpoint_file, ignored);
  fs::remove(previous_generation(path_ / checkpoint_file), ignored);
}

}  // namespace gnnir
