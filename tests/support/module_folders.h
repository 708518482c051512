#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gnnir/base/module.h"

namespace gnnir::testing {

/// For as long as it lives, modules are looked for in these folders and not where the environment says.
class ModuleFolders {
 public:
  explicit ModuleFolders(std::vector<std::filesystem::path> folders) : ModuleFolders() {
    set_module_folders(std::move(folders));
  }
  /// Where the library looks by itself.
  ModuleFolders() {
    if (const char* value = std::getenv("GNNIR_MODULES")) environment_ = value;
    unsetenv("GNNIR_MODULES");
    before_ = module_folders();
  }
  ~ModuleFolders() {
    set_module_folders(before_);
    environment_ ? setenv("GNNIR_MODULES", environment_->c_str(), 1) : unsetenv("GNNIR_MODULES");
  }
  ModuleFolders(const ModuleFolders&) = delete;
  ModuleFolders& operator=(const ModuleFolders&) = delete;

 private:
  std::optional<std::string> environment_;
  std::vector<std::filesystem::path> before_;
};

}  // namespace gnnir::testing
