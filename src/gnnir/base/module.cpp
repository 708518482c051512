#include "gnnir/base/module.h"

#include <dlfcn.h>

#include <cstdlib>

#include "gnnir/base/error.h"

namespace gnnir {
namespace fs = std::filesystem;

std::vector<fs::path> module_folders() {
  std::vector<fs::path> folders;
  if (const char* folder = std::getenv("GNNIR_MODULES"); folder != nullptr && *folder != '\0')
    folders.emplace_back(folder);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return folders;
  folders.push_back(program.parent_path());
  folders.push_back((program.parent_path() / GNNIR_MODULE_DIR).lexically_normal());
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
