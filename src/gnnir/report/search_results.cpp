#include "gnnir/report/search_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "gnnir/base/text.h"

namespace gnnir {
namespace {

std::string without_quotes(std::string text) {
  if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

/// As CSV wants it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string cell(const std::optional<double>& number) { return number ? format_exact(*number) : ""; }

/// 1 for the worst, with the mean of their places for those that are equal.
std::vector<double> ranks_of(const std::vector<const TrialScore*>& scores, bool higher_is_better) {
  std::vector<double> ranks;
  for (const TrialScore* score : scores) {
    const auto better = [&](const TrialScore* a, const TrialScore* b) { return is_better(*a, *b, higher_is_better); };
    const auto worse =
        std::count_if(scores.begin(), scores.end(), [&](const auto* other) { return better(score, other); });
    const auto better_ones =
        std::count_if(scores.begin(), scores.end(), [&](const auto* other) { return better(other, score); });
    const auto equal = static_cast<double>(scores.size()) - static_cast<double>(worse + better_ones);
    ranks.push_back(static_cast<double>(worse) + (equal + 1) / 2);
  }
  return ranks;
}

/// Of each value that is there, the number of its group.
std::vector<std::size_t> groups_of(const std::vector<std::string>& values, bool range) {
  std::vector<std::size_t> groups(values.size());
  std::vector<std::string> sorted = values;
  if (!range) {
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      groups[i] = static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), values[i]) - sorted.begin());
    }
    return groups;
  }
  constexpr std::size_t thirds = 3;
  std::vector<double> numbers;
  for (const std::string& value : values) numbers.push_back(parse_number(value).value_or(0));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto below = static_cast<std::size_t>(
        std::count_if(numbers.begin(), numbers.end(), [&](double other) { return other < numbers[i]; }));
    groups[i] = below * thirds / numbers.size();
  }
  return groups;
}

/// Epsilon squared of ranks in groups; nothing where it says nothing.
std::optional<double> share_between(const std::vector<double>& ranks, const std::vector<std::size_t>& groups) {
  std::map<std::size_t, std::vector<double>> by_group;
  for (std::size_t i = 0; i < ranks.size(); ++i) by_group[groups[i]].push_back(ranks[i]);
  const std::size_t n = ranks.size();
  const std::size_t k = by_group.size();
  if (k < 2 || n <= k) return std::nullopt;
  const auto mean_of = [](const std::vector<double>& all) {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  };
  const double mean = mean_of(ranks);
  double total = 0;
  for (const double rank : ranks) total += (rank - mean) * (rank - mean);
  if (total == 0) return std::nullopt;
  double within = 0;
  for (const auto& [group, members] : by_group) {
    const double middle = mean_of(members);
    for (const double rank : members) within += (rank - middle) * (rank - middle);
  }
  const double share = 1 - within / total * static_cast<double>(n - 1) / static_cast<double>(n - k);
  return std::max(0.0, share);
}

}  // namespace

std::string value_in(const SearchTrial& trial, const std::string& path) {
  if (!why_unread(trial.config, path).empty()) return "";
  for (const ConfigField& field : all_config_fields()) {
    if (field.path() == path) return without_quotes(field.get(trial.config));
  }
  return "";
}

std::string trials_table(const SearchTrials& search) {
  std::string text = fmt::format("trial,bracket,epochs,best_epoch,{},loss,failed", cell(search.metric));
  for (const SearchedSetting& setting : search.space.settings) text += "," + setting.path;
  text += "\n";
  for (const SearchTrial& trial : search.trials) {
    if (trial.scores.empty()) continue;
    const TrialScore& score = trial.last();
    text += fmt::format("{},{},{},{},{},{},{}", trial.number, trial.bracket, score.epochs, score.best_epoch,
                        cell(score.value), cell(score.loss), cell(score.failed));
    for (const SearchedSetting& setting : search.space.settings) text += "," + cell(value_in(trial, setting.path));
    text += "\n";
  }
  return text;
}

std::vector<SettingImportance> importance_of_settings(const SearchTrials& search) {
  std::vector<SettingImportance> found;
  for (const SearchedSetting& setting : search.space.settings) {
    std::vector<std::string> values;
    std::vector<const TrialScore*> scores;
    for (const SearchTrial& trial : search.trials) {
      std::string value = value_in(trial, setting.path);
      if (value.empty() || trial.scores.empty()) continue;
      values.push_back(std::move(value));
      scores.push_back(&trial.scores.front());
    }
    if (scores.empty()) continue;
    const std::optional<double> share =
        share_between(ranks_of(scores, search.higher_is_better), groups_of(values, setting.is_range()));
    if (share) found.push_back({setting.path, *share, scores.size()});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const SettingImportance& a, const SettingImportance& b) { return a.share > b.share; });
  return found;
}

}  // namespace gnnir
