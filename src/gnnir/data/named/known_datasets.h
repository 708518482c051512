#pragma once

#include <string>
#include <vector>

namespace gnnir {

/// What `gnnir data list` shows: a name that open_dataset understands.
struct KnownDataset {
  std::string name;
  std::string description;
  bool generated = false;     ///< made on the spot; otherwise looked for in the data folder
  bool in_collection = true;  ///< `gnnir data download` has it, unless it is generated
  std::string files = {};     ///< what the data folder is to have, where that is not NAME.zip
};
/// Those that are generated come first.
const std::vector<KnownDataset>& known_datasets();

}  // namespace gnnir
