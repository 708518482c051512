#include "gnnir/run/run_folder.h"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>
#include <torch/version.h>

#include <cerrno>
#include <cstring>

#include "gnnir/base/error.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/record/extend_run.h"
#include "gnnir/record/initial_model.h"
#include "gnnir/record/safetensors.h"
#include "gnnir/record/started_run.h"
#include "gnnir/run/test_predictions.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr double seconds_between_saves = 10;
constexpr double seconds_between_checkpoints = 0.2;  // a save takes about 10 ms

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

RunEnvironment environment_of(const RunOptions& options, const Dataset& dataset) {
  RunEnvironment environment = current_environment();
  environment.verb = options.verb;
  environment.engine = options.execution.engine;
  environment.baseline = options.baseline;
  environment.match_parameters = options.match_parameters;
  environment.command = options.command;
  environment.paper = options.paper;
  environment.time_limit = options.time.seconds;
  environment.threads = static_cast<std::int64_t>(options.threads);
  environment.libtorch = TORCH_VERSION;
  environment.data = fingerprint(dataset);
  return environment;
}

}  // namespace

RunFolder::RunFolder(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs,
                     const Dataset& dataset)
    : record_(options.folder) {
  if (!active()) return;
  if (!options.resume || !fs::exists(record_.folder())) create(options, config, jobs, dataset);
  lock_.emplace(record_.folder());
  if (options.resume) {
    require_same_data(record_.folder(), dataset);
    refuse_links(record_.folder());
    remove_pending_files(record_.folder());
  }
  try {
    log_ = std::make_shared<spdlog::logger>(
        "run", std::make_shared<spdlog::sinks::basic_file_sink_mt>(record_.log().string()));
  } catch (const spdlog::spdlog_ex& error) {
    throw io_error("[run] {}", error.what());
  }
  log_->flush_on(spdlog::level::info);
  log_->set_error_handler([](const std::string&) {});  // the log is for people; what matters is written elsewhere
}

void RunFolder::create(const RunOptions& options, const RunConfig& config, const std::vector<Job>& jobs,
                       const Dataset& dataset) const {
  refuse_used_folder(record_.folder());
  const NewFolder folder(record_.folder());
  const RunRecord record(folder.path());
  std::vector<Split> splits;
  for (const Job& job : jobs) splits.push_back(job.split);
  record.write_config(config);
  if (!config.train.init.empty()) {
    write_file_atomically(record.initial_model(), read_file(initial_model_file(config.train.init)));
  }
  record.write_splits(splits);
  for (const Job& job : jobs) {
    if (job.name.empty()) continue;
    const TrainingRecord own = record.training(job.name);
    create_new_folder(own.folder());
    own.write_split(job.split);
  }
  record.write_environment(environment_of(options, dataset));
  folder.take_place();
}

RunFolder::~RunFolder() = default;

void RunFolder::log(const std::string& line) {
  if (log_) log_->info("{}", line);
}

void RunFolder::write_result(const RunResult& result) {
  if (active()) record_.write_result(result);
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

JobFiles::JobFiles(const RunFolder& folder, const Job& job, const Dataset& dataset, const TrainOptions& options)
    : active_(folder.active()),
      options_(options),
      dataset_(dataset),
      record_(folder.record().training(job.name)),
      metrics_(record_.metrics()),
      timings_(record_.timings()) {
  if (active_) fingerprint_ = fingerprint(dataset, job.split);
}

std::optional<TrainResult> JobFiles::read_outcome() const {
  if (!active_) return std::nullopt;
  std::optional<TrainResult> result = record_.read_outcome();
  if (!result) return std::nullopt;
  remove_old_checkpoints();  // if the session that finished the job was killed before it could
  remove_pending_files(record_.folder());
  return result;
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
  if (!active_) return;
  remove_pending_files(record_.folder());
  const auto found = read_newest<Tables>(
      record_.checkpoint(), [&](const fs::path& path) { return read_checkpoint(path, training); }, warn);
  // A damaged file must not take the place of the good one before it when the next is written.
  for (const fs::path& file : {record_.checkpoint(), record_.best_model()}) remove_if_damaged(file);
  if (found) {
    // Rows of epochs that the checkpoint does not know of are going to be written again.
    metrics_.assign(found->metrics);
    timings_.assign(found->timings);
    columns_ = MetricsColumns::in(metrics_.text());
    if (training.progress().best_epoch > 0) best_to_write_ = encode_model(training.best_model());
    return;
  }
  std::error_code ignored;  // nothing to go on from: what an earlier session has written is going to be written again
  for (const fs::path& file : {record_.metrics(), record_.timings()}) fs::remove(file, ignored);
}

void JobFiles::save(Training& training) {
  if (!active_) return;
  Safetensors file = training.checkpoint();
  file.metadata["fingerprint"] = fingerprint_;
  add_text(file, "metrics", metrics_.text());
  add_text(file, "timings", timings_.text());
  write_file_keeping_previous(record_.checkpoint(), encode_safetensors(file));
  since_checkpoint_ = Stopwatch();
}

bool JobFiles::save_is_worth_its_time() const {
  return !since_checkpoint_ || since_checkpoint_->seconds() > seconds_between_checkpoints;
}

void JobFiles::on_epoch(const EpochReport& report, const TrainedModel& model) {
  if (!active_) return;
  if (metrics_.text().empty()) {
    columns_ = MetricsColumns::of(report);
    metrics_.append(columns_.header());
    timings_.append(timings_header());
  }
  metrics_.append(columns_.row(report));
  timings_.append(timings_row(report));
  if (report.best) best_to_write_ = encode_model(model);
  if (since_best_.seconds() > seconds_between_saves || !fs::exists(record_.best_model())) write_best();
}

void JobFiles::write_best() {
  if (best_to_write_.empty()) return;
  const bool is_there = fs::exists(record_.best_model()) && read_file(record_.best_model()) == best_to_write_;
  if (!is_there) write_file_keeping_previous(record_.best_model(), best_to_write_);
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
  if (!active_) return;
  best_to_write_ = encode_model(outcome.model);
  write_best();
  TrainedModel last = TrainedModel::create(outcome.model, outcome.model.execution);
  restore_weights(*last.model, outcome.last_weights);
  last.held_out = nullptr;  // another model's
  save_model(last, record_.last_model());
  metrics_.assign(metrics_.text());  // rows were appended; now they are synced
  timings_.assign(timings_.text());
  write_test_predictions(record_, dataset_, outcome.model.targets, outcome.test_predictions);
  record_.write_outcome(outcome);
  remove_old_checkpoints();
}

void JobFiles::remove_old_checkpoints() const {
  std::error_code ignored;
  fs::remove(previous_generation(record_.checkpoint()), ignored);
  if (!could_go_on(options_)) fs::remove(record_.checkpoint(), ignored);
}

}  // namespace gnnir
