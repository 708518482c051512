#include "gnnir/train/config_difference.h"

#include <filesystem>

#include "gnnir/base/checksum.h"

namespace gnnir {
namespace {

RunConfig what_counts(RunConfig config) {
  config.data.data_dir.clear();
  config.data.split_file = std::filesystem::path(config.data.split_file).filename().string();
  config.train.seed = 0;
  return config;
}

}  // namespace

std::optional<SettingDifference> first_difference(const RunConfig& first, const RunConfig& second) {
  const RunConfig a = what_counts(first);
  const RunConfig b = what_counts(second);
  for (const ConfigField& field : config_fields()) {
    if (field.get(a) != field.get(b)) return SettingDifference{field.path(), field.get(a), field.get(b)};
  }
  return std::nullopt;
}

std::string settings_checksum(const RunConfig& config) { return checksum_of(to_toml(what_counts(config))); }

}  // namespace gnnir
