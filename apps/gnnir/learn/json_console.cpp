#include <fmt/format.h>

#include <cstdio>

#include "console.h"
#include "output.h"

namespace gnnir::app {
namespace {

class JsonConsole : public Console {
 public:
  void note(const std::string& text) override { say("gnnir: {}\n", text); }
  void on_choice(const std::string& words) override {
    print_line({{"event", "settings"}, {"chosen", with_options(words)}});
  }
  void on_start(const RunStart& start) override {
    Json line = {{"event", "start"},
                 {"title", title_of(start)},
                 {"jobs", start.jobs.size()},
                 {"epochs", start.config.train.epochs},
                 {"metric", start.metric.name}};
    if (!start.metric.because.empty()) line["metric_because"] = start.metric.because;
    print_line(line);
  }
  void on_epoch(const Job& job, const EpochReport& report) override {
    print_line({{"event", "epoch"},
                {"job", job.name},
                {"epoch", report.epoch},
                {"lr", report.lr},
                {"train", report.train},
                {"validation", report.validation},
                {"seconds", report.seconds},
                {"graphs_per_second", report.graphs_per_second},
                {"best", report.best}});
  }
  void on_job_end(const Job& job, const TrainResult& outcome) override {
    print_line({{"event", "job"},
                {"job", job.name},
                {"epochs", outcome.epochs},
                {"best_epoch", outcome.best_epoch},
                {"stopped_because", outcome.stopped_because},
                {"validation", outcome.validation},
                {"test", outcome.test},
                {"seconds", outcome.seconds}});
  }
  void on_end(const Experiment& experiment, const ExperimentResult& result) override {
    Json line = result.to_json();
    line["run"] = experiment.folder.string();
    print_line(line);
  }
  void on_run(const PlannedRun& run, std::size_t /*place*/, std::size_t /*count*/) override {
    print_line(
        {{"event", "run"}, {"run", run.run.name}, {"seed", run.config.train.seed}, {"folder", run.folder.string()}});
  }
};

}  // namespace

std::unique_ptr<Console> make_json_console() { return std::make_unique<JsonConsole>(); }

}  // namespace gnnir::app
