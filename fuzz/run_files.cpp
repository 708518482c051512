#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/record/epoch_table.h"
#include "gnnir/record/run_environment.h"
#include "gnnir/record/run_result.h"
#include "gnnir/record/search_trial.h"
#include "gnnir/record/time_used.h"

namespace gnnir {
namespace {

template <typename Content>
void check_json(std::string_view input) {
  const auto content = accepted([&] { return Content::from_json(parse_json(input, "f"), "f"); });
  if (!content) return;
  const std::string text = to_text(content->to_json());
  require(to_text(Content::from_json(parse_json(text, "f"), "f").to_json()) == text, "it reads back as it was written");
}

/// The epochs of a table, written by its own columns, read back to the same.
void check_metrics(std::string_view input) {
  const std::vector<EpochReport> epochs = parse_metrics(input);
  if (epochs.empty()) return;
  const MetricsColumns columns = MetricsColumns::of(epochs.front());
  const std::string text = columns.header() + "\n" + columns.row(epochs.front()) + "\n";
  const std::vector<EpochReport> back = parse_metrics(text);
  require(back.size() == 1 && back.front().epoch == epochs.front().epoch, "an epoch reads back as it was written");
}

/// A line of a search's journal.
void check_trial_score(std::string_view input) {
  const auto score = accepted([&] { return TrialScore::from_json(parse_json(input, "f"), "f"); });
  if (!score) return;
  const std::string text = to_text(score->to_json(0));
  require(to_text(TrialScore::from_json(parse_json(text, "f"), "f").to_json(0)) == text, "a score reads back");
}

}  // namespace

void fuzz_run_files(std::string_view input) {
  check_json<RunResult>(input);
  check_json<RunEnvironment>(input);
  check_json<TimeUsed>(input);
  check_trial_score(input);
  check_metrics(input);
  parse_epoch_seconds(input);
  require(!MetricsColumns::in(input).header().empty(), "a table has columns");
}

}  // namespace gnnir
