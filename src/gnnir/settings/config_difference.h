#pragma once

#include <optional>
#include <string>

#include "gnnir/settings/config.h"

namespace gnnir {

/// A setting that two configurations do not share, and its values.
struct SettingDifference {
  std::string path;  ///< "train.lr"
  std::string first;
  std::string second;
};

/// The first setting in which two runs differ in what they compute. The seed does not count, nor does where the data
/// lies: data_dir and the folder of split_file.
std::optional<SettingDifference> first_difference(const RunConfig& first, const RunConfig& second);

/// The same text for all runs between which there is no difference.
std::string settings_checksum(const RunConfig& config);

}  // namespace gnnir
