#pragma once

#include <memory>
#include <string>

#include "gnnir/metrics/main_metric.h"
#include "gnnir/metrics/metrics.h"
#include "gnnir/report/score_text.h"
#include "gnnir/reproduce/reproduce.h"
#include "words.h"

namespace gnnir::app {

/// What a person or a program sees of runs while they work.
class Console : public ReproductionListener {
 public:
  /// Something that a person should know, on standard error; results and progress stay as they are.
  virtual void note(const std::string& text) = 0;

  void on_warning(const std::string& text) override;
  void on_done_before(const std::filesystem::path& folder) override;
  void on_stored(const std::vector<PlannedRun>& runs, const std::filesystem::path& results) override;
  void on_left_to_another(const PlannedRun& run) override;
  void on_skipped(const PlannedRun& run, const std::string& reason) override;
  void on_failed(const PlannedRun& run, const Error& error) override;
  void on_not_collected(const std::string& run, const Error& error) override;
  void on_not_scored(const std::string& run, const Error& error) override;
};

/// One live line on a terminal, plain lines otherwise.
std::unique_ptr<Console> make_text_console();
/// One JSON object per line.
std::unique_ptr<Console> make_json_console();

/// What is run on what, in a line.
std::string title_of(const RunStart& start);
/// What picks epochs and why, in a line; empty if it was asked for.
std::string words_on_metric(const MainMetric& metric);
/// Which of two answers is asked for, where nobody said and neither is 0 or 1; else "".
std::string words_on_positive(const RunStart& start);
/// "T2/l4_k16 seed 0".
std::string name_with_seed(const PlannedRun& run);

/// To standard output, at once.
void print_line(const Json& json);

}  // namespace gnnir::app
