#include "gnnir/data/encode/target_encoding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <unordered_map>

#include "gnnir/base/error.h"
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

TargetEncoding fit_classes(const Dataset& dataset, std::span<const std::int64_t> training) {
  if (!dataset.has_classes()) throw data_error("[data] {} has no class labels to learn from", dataset.name);
  const bool any = std::any_of(training.begin(), training.end(), [&](std::int64_t graph) {
    return dataset.classes[static_cast<std::size_t>(graph)] >= 0;
  });
  if (!any) throw data_error("[data] {}: none of the {} training graphs has a label", dataset.name, training.size());
  TargetEncoding encoding;
  encoding.task = Task::classification;
  encoding.names = dataset.class_names;
  encoding.counts.resize(encoding.names.size());
  for (const std::int64_t graph : training) {
    const std::int64_t c = dataset.classes[static_cast<std::size_t>(graph)];
    if (c >= 0) ++encoding.counts[static_cast<std::size_t>(c)];
  }
  return encoding;
}

}  // namespace

TargetEncoding TargetEncoding::fit(const Dataset& dataset, std::span<const std::int64_t> training, Task task,
                                   bool standardize) {
  if (task == Task::classification) return fit_classes(dataset, training);
  if (!dataset.has_targets()) throw data_error("[data] {} has no real targets to learn from", dataset.name);
  TargetEncoding encoding;
  encoding.task = Task::regression;
  encoding.names = dataset.target_names;
  for (std::int64_t target = 0; target < dataset.num_targets; ++target) {
    const Moments moments = moments_of(dataset, training, target);
    if (moments.count == 0) {
      throw data_error("[data] {}: none of the {} training graphs has a value of {}", dataset.name, training.size(),
                       dataset.target_names[static_cast<std::size_t>(target)]);
    }
    const bool varies =
        moments.deviation > 1e-12 * std::abs(moments.mean) && std::isnormal(static_cast<float>(moments.deviation));
    encoding.mean.push_back(standardize ? static_cast<float>(moments.mean) : 0.0F);
    encoding.deviation.push_back(varies ? static_cast<float>(moments.deviation) : 1.0F);
    encoding.scale.push_back(standardize ? encoding.deviation.back() : 1.0F);
  }
  return encoding;
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
  for (std::size_t row = 0; row < dataset.examples.size(); ++row) {
    for (std::size_t target = 0; target < columns.size(); ++target) {
      const double value = dataset.targets[row * width + columns[target]];  // a difference may exceed a float
      encoded.push_back(static_cast<float>((value - mean[target]) / scale[target]));
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
  json["task"] = task == Task::classification ? "classification" : "regression";
  json["names"] = names;
  if (task == Task::regression) {
    json["mean"] = mean;
    json["scale"] = scale;
    if (!deviation.empty()) json["deviation"] = deviation;
  }
  if (!counts.empty()) json["counts"] = counts;
  return json;
}

/// What files of old do not have.
static void read_statistics(const Json& json, const std::string& where, TargetEncoding& encoding) {
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

TargetEncoding TargetEncoding::from_json(const Json& json, const std::string& where) {
  try {
    TargetEncoding encoding;
    const auto task = json.at("task").get<std::string>();
    if (task != "classification" && task != "regression") throw data_error("{}: unknown task '{}'", where, task);
    encoding.task = task == "classification" ? Task::classification : Task::regression;
    encoding.names = json.at("names").get<std::vector<std::string>>();
    if (encoding.names.empty()) throw data_error("{}: neither a class nor a target", where);
    if (std::set<std::string>(encoding.names.begin(), encoding.names.end()).size() != encoding.names.size()) {
      throw data_error("{}: two classes or targets have the same name", where);
    }
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
