#include "gnnir/data/encode/target_encoding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

struct Moments {
  double mean = 0;
  double deviation = 0;
  std::int64_t count = 0;
};

/// Mean and population standard deviation of one target over the graphs that have it.
Moments moments_of(const Dataset& dataset, std::span<const std::int64_t> graphs, std::int64_t target) {
  const auto value = [&](std::int64_t graph) {
    return static_cast<double>(dataset.targets[static_cast<std::size_t>(graph * dataset.num_targets + target)]);
  };
  Moments moments;
  for (const std::int64_t graph : graphs) {
    if (std::isnan(value(graph))) continue;
    moments.mean += value(graph);
    ++moments.count;
  }
  if (moments.count == 0) return moments;
  moments.mean /= static_cast<double>(moments.count);
  double squares = 0;
  for (const std::int64_t graph : graphs) {
    if (!std::isnan(value(graph))) squares += std::pow(value(graph) - moments.mean, 2);
  }
  moments.deviation = std::sqrt(squares / static_cast<double>(moments.count));
  return moments;
}

/// Whether targets are called target_0, target_1 and so on, as where a format has no names for them.
bool are_only_numbered(std::span<const std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != fmt::format("target_{}", i)) return false;
  }
  return true;
}

/// Where the data set has each of the model's targets.
std::vector<std::size_t> columns_of(const std::vector<std::string>& names, const Dataset& dataset) {
  const std::vector<std::string>& known = dataset.target_names;
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  const bool by_position = known.size() == names.size() && (are_only_numbered(known) || are_only_numbered(names)) &&
                           !std::all_of(names.begin(), names.end(), is_known);
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto found = by_position ? known.begin() + static_cast<std::ptrdiff_t>(columns.size())
                                   : std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      throw data_error("[data] {} has no target '{}', which the model was trained on; it has {}", dataset.name, name,
                       known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
    }
    columns.push_back(static_cast<std::size_t>(found - known.begin()));
  }
  return columns;
}

/// The one of several integers that is the same as another way to write it (1 and 1.0); "" if there is none.
std::string_view same_number(const std::string& name, const std::vector<std::string>& integers) {
  const auto number = parse_class_label(name);
  std::string_view same;
  for (const std::string& integer : integers) {
    const auto value = parse_class_label(integer);
    if (!value) return "";  // they are texts
    if (value == number) same = integer;
  }
  return same;
}

/// What 0 and 1 of the data are for the model, by target: answers go by their names. Numbers that are 0 or 1 mean
/// themselves; others are an Error of kind data, and so is an answer that the model does not know.
std::vector<std::array<float, 2>> meanings_of_answers(const TargetEncoding& encoding, const Dataset& dataset,
                                                      const std::vector<std::size_t>& columns) {
  std::vector<std::array<float, 2>> meanings;
  if (encoding.task != Task::yes_no) return meanings;
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t t = 0; t < columns.size(); ++t) {
    std::array<float, 2>& meaning = meanings.emplace_back(std::array<float, 2>{0, 1});
    const std::string& name = encoding.names[t];
    for (std::size_t which = 0; which < 2 && !dataset.answers.empty(); ++which) {
      const std::string& answer = dataset.answers[columns[t]][which];
      const auto& [no, yes] = encoding.answers[t];
      const bool is_yes = answer == yes || (yes.empty() && answer != no);
      if (!answer.empty() && !is_yes && answer != no && !no.empty()) {
        throw data_error("[data] {}: '{}' has the answer '{}', which the model does not know; it has {} and {}",
                         dataset.name, name, answer, no, yes);
      }
      meaning[which] = answer.empty() ? static_cast<float>(which) : (is_yes ? 1.0F : 0.0F);
    }
    for (std::size_t at = columns[t]; dataset.answers.empty() && at < dataset.targets.size(); at += width) {
      const float y = dataset.targets[at];
      if (std::isnan(y) || y == 0 || y == 1) continue;
      throw data_error("[data] {}: the model answers '{}' with 0 or 1, found {}", dataset.name, name, y);
    }
  }
  return meanings;
}

/// n / (kinds · count) for each kind; 1 for one that is not there.
std::vector<float> balanced(const std::vector<double>& counts) {
  double all = 0;
  double kinds = 0;
  for (const double count : counts) {
    all += count;
    kinds += count > 0 ? 1 : 0;
  }
  std::vector<float> weights;
  for (const double count : counts) weights.push_back(count > 0 ? static_cast<float>(all / (kinds * count)) : 1.0F);
  return weights;
}

TargetEncoding fit_classes(const Dataset& dataset, std::span<const std::int64_t> training,
                           const LabelWeightRules& rules) {
  if (!dataset.has_classes()) throw data_error("[data] {} has no class labels to learn from", dataset.name);
  std::vector<double> counts(dataset.class_names.size());
  for (const std::int64_t graph : training) {
    const std::int64_t c = dataset.classes[static_cast<std::size_t>(graph)];
    if (c >= 0) ++counts[static_cast<std::size_t>(c)];
  }
  if (std::all_of(counts.begin(), counts.end(), [](double count) { return count == 0; })) {
    throw data_error("[data] {}: none of the {} training graphs has a label", dataset.name, training.size());
  }
  TargetEncoding encoding;
  encoding.task = Task::classification;
  encoding.names = dataset.class_names;
  encoding.counts.assign(counts.begin(), counts.end());
  if (rules.balance_classes) encoding.weights = balanced(counts);
  return encoding;
}

Error no_value(const Dataset& dataset, std::size_t graphs, std::size_t target) {
  return data_error("[data] {}: none of the {} training graphs has a value of {}", dataset.name, graphs,
                    dataset.target_names[target]);
}

/// Of each target; 1 where nothing is said of it. A name that is not there is an Error of kind usage.
std::vector<float> weights_of_targets(const Dataset& dataset, const LabelWeightRules& rules) {
  for (const auto& [name, weight] : rules.of_targets) {
    const std::vector<std::string>& known = dataset.target_names;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw setting_error("train.task_weights", "{} has no target '{}'.{} There are: {}", dataset.name, name,
                        suggestion(name, known), fmt::join(known, ", "));
  }
  std::vector<float> weights;
  for (const std::string& name : dataset.target_names) {
    const auto found = rules.of_targets.find(name);
    weights.push_back(found == rules.of_targets.end() ? 1.0F : static_cast<float>(found->second));
  }
  return weights;
}

TargetEncoding fit_answers(const Dataset& dataset, std::span<const std::int64_t> training,
                           const LabelWeightRules& rules) {
  if (dataset.answers.empty()) throw data_error("[data] {} has no yes/no questions to learn from", dataset.name);
  TargetEncoding encoding;
  encoding.task = Task::yes_no;
  encoding.names = dataset.target_names;
  encoding.answers = dataset.answers;
  const std::vector<float> of_targets = weights_of_targets(dataset, rules);
  for (std::size_t t = 0; t < dataset.answers.size(); ++t) {
    std::vector<double> counts(2);
    for (const std::int64_t graph : training) {
      const float y = dataset.targets[static_cast<std::size_t>(graph * dataset.num_targets) + t];
      if (!std::isnan(y)) ++counts[y == 0 ? 0 : 1];
    }
    if (counts[0] + counts[1] == 0) throw no_value(dataset, training.size(), t);
    std::vector<float> weights = {1, 1};
    if (rules.balance_classes) weights = balanced(counts);
    for (const float weight : weights) encoding.weights.push_back(weight * of_targets[t]);
  }
  if (!rules.balance_classes && rules.of_targets.empty()) encoding.weights.clear();
  return encoding;
}

}  // namespace

TargetEncoding TargetEncoding::fit(const Dataset& dataset, std::span<const std::int64_t> training, Task task,
                                   bool standardize, const LabelWeightRules& rules) {
  if (task == Task::classification) return fit_classes(dataset, training, rules);
  if (task == Task::yes_no) return fit_answers(dataset, training, rules);
  if (!dataset.has_targets()) throw data_error("[data] {} has no real targets to learn from", dataset.name);
  TargetEncoding encoding;
  encoding.task = Task::regression;
  encoding.names = dataset.target_names;
  for (std::int64_t target = 0; target < dataset.num_targets; ++target) {
    const Moments moments = moments_of(dataset, training, target);
    if (moments.count == 0) throw no_value(dataset, training.size(), static_cast<std::size_t>(target));
    const bool varies =
        moments.deviation > 1e-12 * std::abs(moments.mean) && std::isnormal(static_cast<float>(moments.deviation));
    encoding.mean.push_back(standardize ? static_cast<float>(moments.mean) : 0.0F);
    encoding.deviation.push_back(varies ? static_cast<float>(moments.deviation) : 1.0F);
    encoding.scale.push_back(standardize ? encoding.deviation.back() : 1.0F);
  }
  if (!rules.of_targets.empty()) encoding.weights = weights_of_targets(dataset, rules);
  return encoding;
}

float TargetEncoding::weight_of(float y, std::size_t t) const {
  if (weights.empty()) return 1;
  if (task == Task::classification) return weights[static_cast<std::size_t>(y)];
  return task == Task::yes_no ? weights[2 * t + (y == 0 ? 0 : 1)] : weights[t];
}

std::vector<std::int64_t> TargetEncoding::encode_classes(const Dataset& dataset) const {
  std::unordered_map<std::string_view, std::int64_t> known;
  for (const std::string& name : names) known.emplace(name, static_cast<std::int64_t>(known.size()));
  std::vector<std::int64_t> model_class;  // by the data set's class
  for (const std::string& name : dataset.class_names) {
    auto found = known.find(name);
    if (found == known.end()) found = known.find(same_number(name, names));
    if (found == known.end()) {
      throw data_error("[data] {} has a class '{}' that the model does not know", dataset.name, name);
    }
    model_class.push_back(found->second);
  }
  std::vector<std::int64_t> classes;
  classes.reserve(dataset.classes.size());
  for (const std::int64_t c : dataset.classes) {
    classes.push_back(c < 0 ? -1 : model_class[static_cast<std::size_t>(c)]);
  }
  return classes;
}

std::vector<float> TargetEncoding::encode_targets(const Dataset& dataset) const {
  const std::vector<std::size_t> columns = columns_of(names, dataset);
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  std::vector<float> encoded;
  encoded.reserve(dataset.examples.size() * columns.size());
  const std::vector<std::array<float, 2>> meanings = meanings_of_answers(*this, dataset, columns);
  for (std::size_t row = 0; row < dataset.examples.size(); ++row) {
    for (std::size_t target = 0; target < columns.size(); ++target) {
      const double value = dataset.targets[row * width + columns[target]];  // a difference may exceed a float
      if (task == Task::yes_no) {
        encoded.push_back(std::isnan(value) ? std::numeric_limits<float>::quiet_NaN()
                                            : meanings[target][value == 0 ? 0 : 1]);
      } else {
        encoded.push_back(static_cast<float>((value - mean[target]) / scale[target]));
      }
    }
  }
  return encoded;
}

bool TargetEncoding::standardizes() const {
  const auto differs_from = [](float value) { return [value](float x) { return x != value; }; };
  return std::any_of(mean.begin(), mean.end(), differs_from(0)) ||
         std::any_of(scale.begin(), scale.end(), differs_from(1));
}

Json TargetEncoding::to_json() const {
  Json json;
  json["task"] = task == Task::classification ? "classification" : task == Task::yes_no ? "yes_no" : "regression";
  json["names"] = names;
  if (task == Task::yes_no) json["answers"] = answers;
  if (task == Task::regression) {
    json["mean"] = mean;
    json["scale"] = scale;
    if (!deviation.empty()) json["deviation"] = deviation;
  }
  if (!weights.empty()) json["weights"] = weights;
  if (!counts.empty()) json["counts"] = counts;
  return json;
}

namespace {

/// What labels count for: finite and not below 0, one for each.
void check_weights(const TargetEncoding& encoding, const std::string& where) {
  if (encoding.weights.empty()) return;
  const std::size_t expected = encoding.names.size() * (encoding.task == Task::yes_no ? 2 : 1);
  const bool usable = std::all_of(encoding.weights.begin(), encoding.weights.end(),
                                  [](float weight) { return std::isfinite(weight) && weight >= 0; });
  if (encoding.weights.size() == expected && usable) return;
  throw data_error("{}: weights of labels: expected {} finite numbers from 0", where, expected);
}

/// What files of old do not have.
void read_statistics(const Json& json, const std::string& where, TargetEncoding& encoding) {
  if (json.contains("counts")) {
    for (const Json& number : json.at("counts")) {
      const auto count = whole_number(number);
      if (!count) throw data_error("{}: counts of classes: expected whole numbers, found {}", where, number.dump());
      encoding.counts.push_back(*count);
    }
    if (encoding.counts.size() != encoding.names.size()) {
      throw data_error("{}: {} classes, but {} counts", where, encoding.names.size(), encoding.counts.size());
    }
  }
  if (!json.contains("deviation")) return;
  encoding.deviation = json.at("deviation").get<std::vector<float>>();
  const auto usable = [](float deviation) { return std::isfinite(deviation) && deviation > 0; };
  if (encoding.deviation.size() != encoding.names.size() ||
      !std::all_of(encoding.deviation.begin(), encoding.deviation.end(), usable)) {
    throw data_error("{}: expected a finite deviation above 0 for each of {} targets", where, encoding.names.size());
  }
}

}  // namespace

TargetEncoding TargetEncoding::from_json(const Json& json, const std::string& where) {
  try {
    TargetEncoding encoding;
    const auto task = json.at("task").get<std::string>();
    if (task != "classification" && task != "yes_no" && task != "regression") {
      throw data_error("{}: unknown task '{}'", where, task);
    }
    encoding.task = task == "classification" ? Task::classification
                    : task == "yes_no"       ? Task::yes_no
                                             : Task::regression;
    encoding.names = json.at("names").get<std::vector<std::string>>();
    if (encoding.names.empty()) throw data_error("{}: neither a class nor a target", where);
    if (std::set<std::string>(encoding.names.begin(), encoding.names.end()).size() != encoding.names.size()) {
      throw data_error("{}: two classes or targets have the same name", where);
    }
    if (encoding.task == Task::yes_no) {
      encoding.answers = json.at("answers").get<std::vector<std::array<std::string, 2>>>();
      if (encoding.answers.size() != encoding.names.size()) {
        throw data_error("{}: {} questions, but answers to {}", where, encoding.names.size(), encoding.answers.size());
      }
    }
    if (json.contains("weights")) encoding.weights = json["weights"].get<std::vector<float>>();
    check_weights(encoding, where);
    if (encoding.task == Task::regression) {
      encoding.mean = json.at("mean").get<std::vector<float>>();
      encoding.scale = json.at("scale").get<std::vector<float>>();
      if (encoding.mean.size() != encoding.names.size() || encoding.scale.size() != encoding.names.size()) {
        throw data_error("{}: {} targets, but {} means and {} scales", where, encoding.names.size(),
                         encoding.mean.size(), encoding.scale.size());
      }
      const auto usable = [](float mean, float scale) {
        return std::isfinite(mean) && std::isfinite(scale) && scale > 0;
      };
      if (!std::equal(encoding.mean.begin(), encoding.mean.end(), encoding.scale.begin(), usable)) {
        throw data_error("{}: target statistics: expected finite means and scales above 0", where);
      }
    }
    read_statistics(json, where, encoding);
    return encoding;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken description of targets: {}", where, error.what());
  }
}

}  // namespace gnnir
