#include "gnnir/report/search_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/text.h"
#include "gnnir/draw/escape.h"

namespace gnnir {
namespace {

constexpr double panel_width = 250;
constexpr double panel_height = 190;
constexpr double title_height = 76;
constexpr std::size_t panels_in_a_row = 3;
constexpr double left = 52, right = 12, top = 34, bottom = 30;  ///< margins of a panel

/// Scores from the worst that is shown to the best: the worst fifth of them may lie beyond and is drawn at the edge.
struct ScoreAxis {
  double worst = 0;
  double best = 1;

  static ScoreAxis of(const SearchTrials& search) {
    std::vector<double> values;
    for (const SearchTrial& trial : search.trials) {
      if (trial.scores.empty()) continue;
      if (const std::optional<double>& first = trial.scores.front().value) values.push_back(*first);
    }
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    if (!search.higher_is_better) std::reverse(values.begin(), values.end());
    ScoreAxis axis{values[values.size() / 5], values.back()};
    if (axis.worst == axis.best) axis.worst = values.front();
    if (axis.worst == axis.best) axis.worst += search.higher_is_better ? -1 : 1;
    return axis;
  }

  /// From 0 at the bottom to 1.
  [[nodiscard]] double share(const TrialScore& score) const {
    return score.value ? std::clamp((*score.value - worst) / (best - worst), 0.0, 1.0) : 0.0;
  }
};

/// Where values of one setting lie, from 0 to 1, and the words beneath.
class ValueAxis {
 public:
  ValueAxis(const SearchedSetting& setting, const SearchTrials& search) : setting_(setting), choices_(setting.choices) {
    for (const SearchTrial& trial : search.trials) {
      const std::string value = value_in(trial, setting.path);
      if (value.empty()) continue;
      if (setting.is_range()) {
        const double number = scaled(value);
        least_ = std::min(least_, number);
        most_ = std::max(most_, number);
      } else if (place_of_choice(value) == choices_.size()) {
        choices_.push_back(value);  // where the search starts is none of the values to try
      }
    }
  }

  [[nodiscard]] double share(const std::string& value) const {
    if (setting_.is_range()) return most_ > least_ ? (scaled(value) - least_) / (most_ - least_) : 0.5;
    return (static_cast<double>(place_of_choice(value)) + 0.5) / static_cast<double>(choices_.size());
  }

  [[nodiscard]] std::vector<std::pair<double, std::string>> words() const {
    std::vector<std::pair<double, std::string>> all;
    if (setting_.is_range()) {
      const auto word = [&](double number) { return fmt::format("{:.3g}", setting_.log ? std::exp(number) : number); };
      return {{0, word(least_)}, {1, word(most_)}};
    }
    for (const std::string& choice : choices_) all.emplace_back(share(choice), choice);
    return all;
  }

 private:
  [[nodiscard]] double scaled(const std::string& value) const {
    const double number = parse_number(value).value_or(0);
    return setting_.log ? std::log(std::max(number, 1e-300)) : number;
  }
  /// Texts of the same number are the same: 1e-05 and 0.00001.
  [[nodiscard]] std::size_t place_of_choice(const std::string& value) const {
    const auto same = [&](const std::string& choice) {
      const auto number = parse_number(choice);
      return choice == value || (number && number == parse_number(value));
    };
    return static_cast<std::size_t>(std::find_if(choices_.begin(), choices_.end(), same) - choices_.begin());
  }

  const SearchedSetting& setting_;
  std::vector<std::string> choices_;
  double least_ = HUGE_VAL;
  double most_ = -HUGE_VAL;
};

std::string text_at(double x, double y, const char* anchor, const std::string& words, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escape_html(words));
}

/// Dots of the same place lie side by side.
double shift_of(std::int64_t trial) { return static_cast<double>((trial * 7) % 11 - 5) * 1.1; }

std::string draw_dot(const SearchTrial& trial, double x, double y, std::size_t rungs, std::int64_t winner) {
  const bool to_the_end = trial.scores.size() == rungs;
  const char* fill = trial.number == winner ? "var(--series-2,#c9432f)"
                     : trial.number == 0    ? "var(--series-4,#8a5a00)"
                                            : "var(--series-1,#2f6db5)";
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" style=\"fill:{}\" fill-opacity=\"{}\"><title>{}</title></circle>\n",
      x + shift_of(trial.number), y, trial.number == winner || trial.number == 0 ? 5 : 3.5, fill,
      to_the_end ? 0.95 : 0.45, fmt::format("trial {}", trial.number));
}

std::string draw_panel(const SearchTrials& search, const SettingImportance& importance, const ScoreAxis& scores,
                       std::int64_t winner) {
  const auto setting = std::find_if(search.space.settings.begin(), search.space.settings.end(),
                                    [&](const SearchedSetting& s) { return s.path == importance.path; });
  const ValueAxis values(*setting, search);
  const double width = panel_width - left - right;
  const double height = panel_height - top - bottom;
  const auto x = [&](double share) { return left + share * width; };
  const auto y = [&](double share) { return top + (1 - share) * height; };
  std::string svg = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
      "style=\"stroke:var(--line,#ccc)\"/>\n",
      left - 8, top - 6, width + 16, height + 12);
  svg += text_at(left - 8, top - 12, "start", fmt::format("{}: {:.0f} %", importance.path, 100 * importance.share));
  svg += text_at(left - 12, y(1) + 4, "end", fmt::format("{:.4g}", scores.best),
                 " style=\"fill:var(--faint,#777)\" font-size=\"10\"");
  svg += text_at(left - 12, y(0) + 4, "end", fmt::format("{:.4g}", scores.worst),
                 " style=\"fill:var(--faint,#777)\" font-size=\"10\"");
  for (const auto& [share, words] : values.words()) {
    const char* anchor = share <= 0 ? "start" : share >= 1 ? "end" : "middle";  // within the panel
    const double at = x(share) + (share <= 0 ? -8 : share >= 1 ? 8 : 0);
    svg += text_at(at, panel_height - 10, anchor, words, " style=\"fill:var(--faint,#777)\" font-size=\"10\"");
  }
  std::size_t rungs = 0;
  for (const SearchTrial& trial : search.trials) rungs = std::max(rungs, trial.scores.size());
  for (const SearchTrial& trial : search.trials) {
    const std::string value = value_in(trial, importance.path);
    if (value.empty() || trial.scores.empty()) continue;
    svg += draw_dot(trial, x(values.share(value)), y(scores.share(trial.scores.front())), rungs, winner);
  }
  return svg;
}

}  // namespace

std::string draw_search(const SearchTrials& search, std::int64_t winner) {
  const std::vector<SettingImportance> importance = importance_of_settings(search);
  const ScoreAxis scores = ScoreAxis::of(search);
  const std::size_t rows = (importance.size() + panels_in_a_row - 1) / panels_in_a_row;
  const double width = panel_width * static_cast<double>(panels_in_a_row);
  const double height = title_height + panel_height * static_cast<double>(rows);
  const std::int64_t epochs =
      search.trials.empty() || search.trials.front().scores.empty() ? 0 : search.trials.front().scores.front().epochs;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper,#fff)\"/>\n"
      "<g font-family=\"sans-serif\" font-size=\"12\" style=\"fill:var(--ink,#333)\">\n",
      width, height);
  svg += text_at(16, 24, "start",
                 fmt::format("What mattered: validation {} of {} trials after {} epochs", search.metric,
                             search.trials.size(), epochs),
                 " font-size=\"15\"");
  const char* small = " style=\"fill:var(--faint,#777)\" font-size=\"11\"";
  svg += text_at(16, 44, "start", "%: of the differences between trials, explained by the setting alone", small);
  svg += text_at(16, 60, "start", "red: the winner; brown: the defaults; pale: not trained to the end", small);
  for (std::size_t i = 0; i < importance.size(); ++i) {
    const std::size_t row = i / panels_in_a_row;
    svg += fmt::format(
        "<g transform=\"translate({} {})\">\n{}</g>\n", panel_width * static_cast<double>(i % panels_in_a_row),
        title_height + panel_height * static_cast<double>(row), draw_panel(search, importance[i], scores, winner));
  }
  return svg + "</g>\n</svg>\n";
}

}  // namespace gnnir
