#include "gnnir/data/molecules/target_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "gnnir/base/text.h"
#include "gnnir/data/readers/tu_targets.h"

namespace gnnir {
namespace {

bool is_missing(std::string_view field) {
  const std::string_view text = trimmed(field);
  if (text.empty()) return true;
  const auto number = parse_number(text);
  return number && std::isnan(*number);
}

bool is_integer(const std::string& label) { return parse_class_label(label).has_value(); }

/// Different names of classes, ascending: integers by value, others as text.
std::vector<std::string> ordered(std::vector<std::string> names, bool integers) {
  std::sort(names.begin(), names.end(), [integers](const std::string& a, const std::string& b) {
    return integers ? parse_class_label(a) < parse_class_label(b) : a < b;
  });
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

TargetColumns::TargetColumns(std::vector<std::string> names, TaskChoice task) : names_(std::move(names)) {
  if (task == TaskChoice::classification) task_ = Task::classification;
  if (task == TaskChoice::regression || names_.size() > 1) task_ = task_.value_or(Task::regression);
  if (task_ == Task::classification && names_.size() > 1) {
    throw usage_error("classes can be learned from one target, found {}: {}", names_.size(), fmt::join(names_, ", "));
  }
}

void TargetColumns::look_at(std::string_view field) {
  if (task_ || is_missing(field)) return;
  if (parse_number(trimmed(field))) {
    task_ = Task::regression;
  } else {
    seen_text_ = true;
  }
}

float TargetColumns::real(std::string_view field, std::size_t column, const Place& place) const {
  if (is_missing(field)) return std::numeric_limits<float>::quiet_NaN();
  if (!parse_number(trimmed(field))) {
    throw place.error("expected a number in column '{}', found {}{}", names_[column], in_quotes(field),
                      names_.size() == 1 ? "; --task classification makes classes of it" : "");
  }
  return place.real(field);
}

void TargetColumns::add(std::span<const std::string_view> fields, const Place& place) {
  if (task() == Task::classification) {
    if (!names_.empty()) labels_.emplace_back(is_missing(fields[0]) ? "" : trimmed(fields[0]));
    return;
  }
  std::vector<float> row;
  for (std::size_t c = 0; c < names_.size(); ++c) row.push_back(real(fields[c], c, place));
  reals_.insert(reals_.end(), row.begin(), row.end());
}

void TargetColumns::store(Dataset& dataset) const {
  if (task() == Task::regression) {
    if (reals_.empty()) return;
    dataset.targets = reals_;
    dataset.target_names = names_;
    dataset.num_targets = static_cast<std::int64_t>(names_.size());
    return;
  }
  std::vector<std::string> labels = labels_;
  const bool integers =
      std::all_of(labels.begin(), labels.end(), [](const std::string& l) { return l.empty() || is_integer(l); });
  for (std::string& label : labels) {
    if (integers && !label.empty()) label = fmt::format("{}", *parse_class_label(label));  // 1 and 1.0 are one class
  }
  std::vector<std::string> names = labels;
  std::erase(names, "");
  names = ordered(std::move(names), integers);
  if (names.empty()) return;  // all are missing: a data set to predict on
  std::map<std::string_view, std::int64_t> class_of = {{"", -1}};
  for (const std::string& name : names) class_of.emplace(name, static_cast<std::int64_t>(class_of.size()) - 1);
  for (const std::string& label : labels) dataset.classes.push_back(class_of.at(label));
  dataset.class_names = std::move(names);
}

}  // namespace gnnir
