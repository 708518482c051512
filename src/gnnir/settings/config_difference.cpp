#include "gnnir/settings/config_difference.h"

#include <filesystem>

#include "gnnir/base/checksum.h"
#include "gnnir/settings/metric_names.h"

namespace gnnir {
namespace {

RunConfig what_counts(RunConfig config) {
  config.data.data_dir.clear();
  config.data.split_file = std::filesystem::path(config.data.split_file).filename().string();
  config.train.seed = 0;
  // Results of before there was a choice of metrics are as if one of these had been said.
  if (config.train.metric == "accuracy" || config.train.metric == "mae") config.train.metric = accuracy_or_mae;
  return config;
}

}  // namespace

std::optional<SettingDifference> first_difference(const RunConfig& first, const RunConfig& second) {
  const RunConfig a = what_counts(first);
  const RunConfig b = what_counts(second);
  for (const ConfigField& field : all_config_fields()) {
    if (!field.belongs_to(a) && !field.belongs_to(b)) continue;
    if (field.get(a) != field.get(b)) return SettingDifference{field.path(), field.get(a), field.get(b)};
  }
  return std::nullopt;
}

std::string settings_checksum(const RunConfig& config) {
  // Only what differs from the defaults: a new option, or a better word in its help, leaves old results valid.
  static const RunConfig defaults = [] {
    RunConfig config;
    config.train.metric = accuracy_or_mae;
    return config;
  }();
  const RunConfig counted = what_counts(config);
  std::string text;
  for (const ConfigField& field : all_config_fields()) {
    if (!field.belongs_to(counted)) continue;
    if (field.get(counted) != field.get(defaults)) text += field.path() + "=" + field.get(counted) + "\n";
  }
  return checksum_of(text);
}

}  // namespace gnnir
