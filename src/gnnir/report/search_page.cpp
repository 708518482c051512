#include "gnnir/report/search_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/draw/curve_chart.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/html_table.h"
#include "gnnir/draw/page.h"
#include "gnnir/metrics/metric.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/tuning.h"
#include "gnnir/report/html.h"
#include "gnnir/report/score_text.h"
#include "gnnir/report/search_picture.h"
#include "gnnir/report/search_results.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// What a journal says of one search.
struct SearchView {
  std::string metric = "accuracy";
  bool higher_is_better = true;
  std::vector<SearchTrial> trials;
  std::map<std::int64_t, std::int64_t> promoted;  ///< epochs, and how many trials went on to them
  std::optional<std::int64_t> winner;
  Scores test;
};

std::vector<Setting> settings_in(const Json& json) {
  std::vector<Setting> settings;
  for (const auto& [path, value] : json.items()) {
    settings.emplace_back(path, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return settings;
}

void take_line(const Json& line, const RunConfig& start, const std::string& where, SearchView& view) {
  const std::string event = line.at("event").get<std::string>();
  if (event == "search") {
    view.metric = line.at("metric").get<std::string>();
    if (const Metric* metric = find_metric(view.metric)) view.higher_is_better = metric->higher_is_better;
  } else if (event == "trial") {
    SearchTrial trial{.number = line.at("trial").get<std::int64_t>(), .config = start};
    trial.settings = settings_in(line.at("settings"));
    apply_settings(trial.config, trial.settings, where);
    view.trials.push_back(std::move(trial));
  } else if (event == "score") {
    const auto number = line.at("trial").get<std::int64_t>();
    const auto trial = std::find_if(view.trials.begin(), view.trials.end(),
                                    [&](const SearchTrial& one) { return one.number == number; });
    if (trial == view.trials.end()) throw data_error("{}: there is no trial {}", where, number);
    trial->scores.push_back(TrialScore::from_json(line, where));
  } else if (event == "promotion") {
    view.promoted[line.at("epochs").get<std::int64_t>()] += std::ssize(line.at("trials"));
  } else if (event == "winner") {
    view.winner = line.at("trial").get<std::int64_t>();
  } else if (event == "test") {
    for (const auto& [name, value] : line.at("scores").items()) {
      if (value.is_number()) view.test[name] = value.get<double>();
    }
  }
}

/// A last line that a kill has cut is not one.
SearchView view_search(const fs::path& journal, const RunConfig& start) {
  SearchView view;
  if (!fs::exists(journal)) return view;
  const std::string text = read_file(journal);
  std::size_t number = 0;
  for (std::size_t begin = 0, end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string where = fmt::format("[tune] {}:{}", journal.string(), ++number);
    try {
      take_line(parse_json(std::string_view(text).substr(begin, end - begin), where), start, where, view);
    } catch (const Json::exception& error) {
      throw data_error("{}: broken line: {}", where, error.what());
    }
    begin = end + 1;
  }
  return view;
}

std::string name_of_trial(std::int64_t number) {
  return number == 0 ? "the defaults" : fmt::format("trial {}", number);
}

std::string value_or_dash(const std::optional<double>& value, const std::string& metric) {
  return value ? format_score(metric, *value) : "–";
}

const SearchTrial* find_trial(const SearchView& view, std::optional<std::int64_t> number) {
  const auto found = std::find_if(view.trials.begin(), view.trials.end(),
                                  [&](const SearchTrial& trial) { return trial.number == number; });
  return found == view.trials.end() || found->scores.empty() ? nullptr : &*found;
}

std::string answer_of(const SearchView& view) {
  const SearchTrial* winner = find_trial(view, view.winner);
  const SearchTrial* start = find_trial(view, 0);
  if (!winner || !start) {
    return "<p class=\"answer\">This search has not come to its end.</p>\n" +
           paragraph(fmt::format("So far there are {} trials. It can be resumed.", view.trials.size()));
  }
  const bool same = winner->number == 0;
  std::string html =
      fmt::format("<p class=\"answer\">{}</p>\n", same ? std::string("No trial was better than the defaults.")
                                                       : fmt::format("The best of {} trials is {}.", view.trials.size(),
                                                                     escape_html(name_of_trial(winner->number))));
  const auto test = view.test.find(view.metric);
  const std::string tested = test == view.test.end() ? "–" : format_score(view.metric, test->second);
  HtmlTable table{.columns = {{"trial", false},
                              {"validation " + score_title(view.metric), true},
                              {"best epoch", true},
                              {"test " + score_title(view.metric), true}},
                  .rows = {}};
  const auto row = [&](const SearchTrial& trial, const std::string& score) {
    table.rows.push_back({name_of_trial(trial.number), value_or_dash(trial.last().value, view.metric),
                          fmt::format("{} of {}", trial.last().best_epoch, trial.last().epochs), score});
  };
  row(*start, same ? tested : "not looked at");
  if (!same) row(*winner, tested);
  html += to_html(table);
  if (same) return html;
  HtmlTable settings{.columns = {{"setting", false}, {"by default", false}, {"winner", false}}, .rows = {}};
  for (const auto& [path, value] : winner->settings) settings.rows.push_back({path, value_in(*start, path), value});
  return html + subtitle("What the winner does otherwise") + to_html(settings);
}

/// How far trials came, by the number of the trial.
std::string progress_of(const SearchView& view) {
  CurveChart chart{.title = "The best validation score so far",
                   .x_label = "trial",
                   .y_label = score_title(view.metric),
                   .x = {},
                   .curves = {}};
  const Metric* metric = find_metric(view.metric);
  const double factor = metric && metric->share ? 100 : 1;
  CurveChart::Curve own{.name = "this trial, as far as it came", .y = {}, .dashed = true};
  CurveChart::Curve best{.name = "the best so far", .y = {}};
  double so_far = NAN;
  for (const SearchTrial& trial : view.trials) {
    if (trial.scores.empty()) continue;
    const std::optional<double>& last = trial.last().value;
    const double value = last ? factor * *last : NAN;
    const bool better = std::isnan(so_far) || (view.higher_is_better ? value > so_far : value < so_far);
    if (better && !std::isnan(value)) so_far = value;
    chart.x.push_back(static_cast<double>(trial.number));
    own.y.push_back(value);
    best.y.push_back(so_far);
  }
  chart.curves = {best, own};
  return chart.x.size() > 1 ? to_html(chart) : "";
}

std::string trials_of(const SearchView& view, const SearchSpace& space) {
  HtmlTable table{.columns = {{"trial", true},
                              {"epochs", true},
                              {"best epoch", true},
                              {"validation " + score_title(view.metric), true},
                              {"loss", true}},
                  .rows = {}};
  for (const SearchedSetting& setting : space.settings) table.columns.push_back({setting.path, setting.is_range()});
  table.columns.push_back({"failed", false});
  table.shown = 500;
  for (const SearchTrial& trial : view.trials) {
    const TrialScore none;
    const TrialScore& score = trial.scores.empty() ? none : trial.last();
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {fmt::format("{}", trial.number), fmt::format("{}", score.epochs), fmt::format("{}", score.best_epoch),
           value_or_dash(score.value, view.metric), value_or_dash(score.loss, "loss")};
    for (const SearchedSetting& setting : space.settings) row.push_back(value_in(trial, setting.path));
    row.push_back(score.failed);
  }
  return to_html(table);
}

std::string promotions_of(const SearchView& view) {
  std::string words;
  for (const auto& [epochs, trials] : view.promoted) {
    words += fmt::format("{}{} went on to epoch {}", words.empty() ? "" : ", ", trials, epochs);
  }
  return words.empty() ? "" : note(fmt::format("Of {} trials {}.", view.trials.size(), words));
}

void add_search(Page& page, const fs::path& folder, const std::string& prefix, const Tuning& tuning) {
  if (!tuning.space) return;
  const SearchSpace& space = *tuning.space;
  const SearchView view = view_search(TuningRecord(folder).journal(), tuning.experiment.config);
  page.section(prefix + "The answer", answer_of(view) + progress_of(view));
  const SearchTrials search{space, view.trials, view.metric, view.higher_is_better};
  if (!view.trials.empty()) {
    const std::string picture = draw_search(search, view.winner.value_or(-1));
    page.section(prefix + "What mattered", "<div class=\"scroll wide\">" + picture + "</div>\n");
  }
  page.section(prefix + "Trials", promotions_of(view) + trials_of(view, space));
}

}  // namespace

std::string search_page(const fs::path& folder) {
  const StartedTuning started = read_tuning(folder);
  const Tuning& tuning = started.tuning;
  Page page(fmt::format("gnnir: a search for {}", fs::path(tuning.experiment.config.data.dataset).stem().string()),
            folder.string());
  if (!tuning.experiment.cross_validate) {
    add_search(page, folder, "", tuning);
  } else {
    const TuningRecord record(folder);
    for (std::size_t fold = 1; fs::exists(record.fold(fold).journal()); ++fold) {
      add_search(page, record.fold(fold).folder(), fmt::format("Fold {}: ", fold), tuning);
    }
  }
  page.section("How to repeat it", copied_text(tuning.experiment.command));
  return page.str();
}

}  // namespace gnnir
