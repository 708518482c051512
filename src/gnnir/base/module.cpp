#include "gnnir/base/module.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

#include "gnnir/base/error.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path>& folders_in_use() {
  static std::vector<fs::path> folders = {GNNIR_INSTALLED_MODULES};
  return folders;
}

}  // namespace

void set_module_folders(std::vector<fs::path> folders) { folders_in_use() = std::move(folders); }

std::vector<fs::path> module_folders() {
  std::vector<fs::path> folders;
  if (const char* folder = std::getenv("GNNIR_MODULES"); folder != nullptr && *folder != '\0')
    folders.emplace_back(folder);
  folders.insert(folders.end(), folders_in_use().begin(), folders_in_use().end());
  return folders;
}

void* load_from_module(const std::string& file, const std::string& symbol) {
  for (const fs::path& folder : module_folders()) {
    const fs::path path = folder / file;
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = module != nullptr ? dlsym(module, symbol.c_str()) : nullptr;
    if (entry == nullptr) throw internal_error("[start] {}: {}", path.string(), dlerror());
    return entry;
  }
  return nullptr;
}

void* require_from_module(const std::string& file, const std::string& symbol) {
  if (void* entry = load_from_module(file, symbol)) return entry;
  std::vector<std::string> tried;
  for (const fs::path& folder : module_folders()) tried.push_back((folder / file).string());
  throw internal_error("[start] the module {} is missing; looked for {}", file, fmt::join(tried, ", "));
}

}  // namespace gnnir
