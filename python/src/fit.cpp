#include "fit.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "gnnir/base/error.h"
#include "gnnir/record/initial_model.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/run_experiment.h"
#include "gnnir/settings/choice.h"
#include "gnnir/settings/config_difference.h"
#include "one_blas_thread.h"

namespace py = pybind11;

namespace gnnir::python {
namespace {

/// What happened; Python hears of it from the thread that waits.
struct Event {
  std::string kind;  ///< "choice", "warning", "start", "epoch"
  std::string text = {};
  std::string job = {};
  std::int64_t epoch = 0;
  std::int64_t epochs = 0;
  std::optional<double> loss = {};
  std::optional<double> score = {};
  std::string metric = {};

  [[nodiscard]] py::dict to_dict() const {
    py::dict event;
    event["kind"] = kind;
    event["text"] = text;
    event["job"] = job;
    event["epoch"] = epoch;
    event["epochs"] = epochs;
    event["loss"] = loss ? py::object(py::float_(*loss)) : py::object(py::none());
    event["score"] = score ? py::object(py::float_(*score)) : py::object(py::none());
    event["metric"] = metric;
    return event;
  }
};

class Events : public ExperimentListener {
 public:
  void on_choice(const std::string& words) override { add({.kind = "choice", .text = words}); }
  void on_warning(const std::string& text) override { add({.kind = "warning", .text = text}); }
  void on_start(const RunStart& start) override {
    metric_ = start.metric.name;
    epochs_ = start.config.train.epochs;
    add({.kind = "start", .epochs = epochs_, .metric = metric_});
  }
  void on_epoch(const Job& job, const EpochReport& report) override {
    const auto of = [](const Scores& scores, const std::string& name) {
      const auto found = scores.find(name);
      return found == scores.end() ? std::nullopt : std::optional(found->second);
    };
    add({.kind = "epoch",
         .job = job.name,
         .epoch = report.epoch,
         .epochs = epochs_,
         .loss = of(report.train, "loss"),
         .score = of(report.validation, metric_),
         .metric = metric_});
  }
  void end() {
    const std::lock_guard lock(access_);
    ended_ = true;
    changed_.notify_all();
  }

  /// What has happened since the last time, after at most as long as a person would not notice; whether it goes on.
  bool wait(std::deque<Event>& happened) {
    std::unique_lock lock(access_);
    changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return ended_; });
    happened = std::exchange(waiting_, {});
    return !ended_;
  }

 private:
  void add(Event event) {
    const std::lock_guard lock(access_);
    waiting_.push_back(std::move(event));
  }

  std::mutex access_;
  std::condition_variable changed_;
  std::deque<Event> waiting_;
  bool ended_ = false;
  std::string metric_;
  std::int64_t epochs_ = 0;
};

/// A run that goes on must be the one that is asked for.
void require_same_settings(const Experiment& begun, const Experiment& asked) {
  const std::string folder = begun.folder.string();
  if (const auto other = first_difference(begun.config, asked.config)) {
    throw setting_error(other->path,
                        "the run in {} has {}, and {} is asked for: that is another run, for another folder", folder,
                        other->first, other->second);
  }
  if (begun.config.train.seed != asked.config.train.seed) {
    throw setting_error("train.seed",
                        "the run in {} has {}, and {} is asked for: that is another run, for another folder", folder,
                        begun.config.train.seed, asked.config.train.seed);
  }
}

Experiment experiment_of(const FitRequest& request, const Dataset& dataset) {
  Experiment experiment;
  const SaidSettings said = with_initial_model({.from_file = request.weak, .from_command_line = request.said});
  experiment.config = choose_config(said, {}, {}).config;
  if (leaves_choice(said)) experiment.said = said;
  experiment.folder = request.folder;
  experiment.baseline = request.baseline;
  experiment.match_parameters = request.match_parameters;
  experiment.time.seconds = request.seconds;
  experiment.max_memory = request.max_memory;
  experiment.engine = parse_enum<Engine>(request.engine, "run.engine");
  if (request.resume && RunRecord(request.folder).begun()) {
    Experiment begun = resumed_experiment(request.folder);
    require_same_settings(begun, settled(experiment, dataset).experiment);
    begun.max_memory = request.max_memory;
    experiment = std::move(begun);
  }
  experiment.threads = request.threads;
  experiment.checkpoint_every = request.checkpoint_every;
  experiment.command = request.command;
  return experiment;
}

/// A run in a thread of its own.
class Work {
 public:
  Work(const Dataset& dataset, Experiment experiment) : experiment_(std::move(experiment)) {
    experiment_.stop = [this] { return stop_ ? StopReason::interrupted : StopReason::none; };
    thread_ = std::thread([this, &dataset] {
      try {
        result_ = run_experiment(experiment_, dataset, events_);
      } catch (...) {
        failure_ = std::current_exception();
      }
      events_.end();
    });
  }
  ~Work() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  void stop() { stop_ = true; }
  Events& events() { return events_; }
  ExperimentResult& result() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return result_;
  }
  void settle() { thread_.join(); }

 private:
  Experiment experiment_;
  Events events_;
  std::atomic<bool> stop_ = false;
  ExperimentResult result_;
  std::exception_ptr failure_;
  std::thread thread_;
};

/// Tells Python what has happened and lets it look for signals; what it throws asks the run to stop.
void tell(const std::deque<Event>& happened, const py::function& on_event) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  for (const Event& event : happened) on_event(event.to_dict());
}

}  // namespace

std::string fit(const Dataset& dataset, const FitRequest& request, const py::function& on_event) {
  const OneBlasThread one;
  std::optional<py::error_already_set> thrown;
  std::optional<Work> work;
  {
    const py::gil_scoped_release free;
    work.emplace(dataset, experiment_of(request, dataset));
  }
  for (bool goes_on = true; goes_on;) {
    std::deque<Event> happened;
    {
      const py::gil_scoped_release free;
      goes_on = work->events().wait(happened);
    }
    try {
      if (!thrown) tell(happened, on_event);
    } catch (py::error_already_set& error) {
      thrown.emplace(std::move(error));
      work->stop();
    }
  }
  if (thrown) {
    work->settle();
    throw std::move(*thrown);
  }
  return to_text(work->result().to_json());
}

}  // namespace gnnir::python
