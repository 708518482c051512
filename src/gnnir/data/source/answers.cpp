#include "gnnir/data/source/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {

std::set<std::string> answers_in(std::span<const std::optional<std::string>> labels, std::span<const float> numbers) {
  constexpr std::size_t too_many = 3;
  std::set<std::string> answers;
  for (const std::optional<std::string>& label : labels) {
    if (answers.size() == too_many) break;
    if (label) answers.insert(*label);
  }
  for (std::size_t i = 0; i < numbers.size() && answers.size() < too_many; ++i) {
    if (!std::isnan(numbers[i])) answers.insert(fmt::format("{}", numbers[i]));
  }
  return answers;
}

bool are_answers(std::span<const float> numbers) {
  const auto are = [&](float no) {
    return std::all_of(numbers.begin(), numbers.end(), [no](float y) { return std::isnan(y) || y == no || y == 1; });
  };
  return are(0) || are(-1);
}

std::vector<std::optional<std::string>> as_texts(std::span<const float> numbers, std::int64_t size) {
  std::vector<std::optional<std::string>> texts(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isnan(numbers[i])) texts[i] = numbers[i] == 0 ? "0" : fmt::format("{}", numbers[i]);
  }
  return texts;
}

bool sounds_missing(std::string_view text) {
  constexpr std::array words = {"NA",      "N/A",     "N.A.",      "ND",  "N.D.", "?",
                                "MISSING", "UNKNOWN", "UNDEFINED", "-99", "-999", "-9999"};
  const std::string word = upper_case(text);
  return std::any_of(words.begin(), words.end(), [&](const char* missing) { return word == missing; });
}

std::string remark_on_nearly_answers(const std::string& column, std::span<const float> numbers) {
  std::map<float, std::int64_t> counts;
  for (const float y : numbers) {
    if (!std::isnan(y)) ++counts[y];
    if (counts.size() > 3) return "";
  }
  if (counts.size() != 3 || !counts.contains(1)) return "";
  if (counts.contains(0) && counts.contains(-1)) {
    return fmt::format(
        "{} has -1, 0 and 1, learned as numbers: if one of them says that nothing is known, leave such fields empty or "
        "write NA",
        column);
  }
  for (const auto& [value, count] : counts) {
    const bool stands_apart =
        std::abs(value) == 9 || std::abs(value) == 99 || std::abs(value) == 999 || std::abs(value) == 9999;
    if (!stands_apart || (!counts.contains(0) && !counts.contains(-1))) continue;
    return fmt::format(
        "{} has {} and 1, and {} in {} graph{}, learned as numbers: if {} says that nothing is known, leave such "
        "fields "
        "empty or write NA",
        column, counts.contains(0) ? "0" : "-1", value, count, count == 1 ? "" : "s", value);
  }
  return "";
}

void swap_answers(Dataset& dataset) {
  std::swap(dataset.class_names[0], dataset.class_names[1]);
  for (std::int64_t& c : dataset.classes) c = c < 0 ? c : 1 - c;
}

bool sounds_like_no(const std::string& answer, const std::string& other) {
  const std::string word = upper_case(answer);
  const std::string opposite = upper_case(other);
  for (const char* no : {"NON", "NON-", "NON ", "NOT ", "NOT_", "NOT-", "NO ", "NO_", "NO-", "IN", "UN"}) {
    if (word == no + opposite) return true;
  }
  if (word.ends_with('-') && opposite.ends_with('+')) return true;
  constexpr std::array words = {"0",    "-1",       "NO",      "N",       "FALSE",    "F",     "OFF",    "NEGATIVE",
                                "NEG",  "INACTIVE", "NONE",    "-",       "0.0",      "FAIL",  "MISS",   "INCONCLUSIVE",
                                "SAFE", "ABSENT",   "HEALTHY", "CONTROL", "NONTOXIC", "DECOY", "FAILED", "NON-TOXIC"};
  return std::any_of(words.begin(), words.end(), [&](const char* no) { return word == no; });
}

void choose_positive(Dataset& dataset, const std::string& positive) {
  if (positive.empty()) return;
  if (!dataset.has_classes() && dataset.answers.empty()) {
    if (!dataset.has_targets()) return;  // nothing to learn was read
    throw setting_error("data.positive", "numbers are learned here, which are no answers");
  }
  bool known = false;
  if (dataset.class_names.size() == 2) {
    known = std::find(dataset.class_names.begin(), dataset.class_names.end(), positive) != dataset.class_names.end();
    if (dataset.class_names.front() == positive) swap_answers(dataset);
  }
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t t = 0; t < dataset.answers.size(); ++t) {
    std::array<std::string, 2>& answers = dataset.answers[t];
    known = known || answers[0] == positive || answers[1] == positive;
    if (answers[0] != positive) continue;
    std::swap(answers[0], answers[1]);
    for (std::size_t at = t; at < dataset.targets.size(); at += width) dataset.targets[at] = 1 - dataset.targets[at];
  }
  if (known || dataset.class_names.size() == 1) return;
  std::vector<std::string> names = dataset.class_names;
  for (const auto& answers : dataset.answers) names.insert(names.end(), answers.begin(), answers.end());
  if (dataset.answers.empty() && names.size() > 2) {
    throw setting_error("data.positive", "there are {} classes; it is for two", names.size());
  }
  throw setting_error("data.positive", "expected one of the two answers, {}; found '{}'", fmt::join(names, ", "),
                      positive);
}

}  // namespace gnnir
