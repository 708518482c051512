#include "module_loader.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <vector>

#include "gnnir/base/error.h"

namespace gnnir::app {
namespace fs = std::filesystem;

void* load_from_module(const char* module, const char* function) {
  const fs::path program_folder = fs::read_symlink("/proc/self/exe").parent_path();
  std::vector<std::string> tried;
  for (const fs::path& folder : {program_folder, program_folder / GNNIR_LEARN_DIR}) {
    const fs::path path = folder / module;
    if (!fs::exists(path)) {
      tried.push_back(path.lexically_normal().string());
      continue;
    }
    void* loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = loaded != nullptr ? dlsym(loaded, function) : nullptr;
    if (entry == nullptr) throw internal_error("[start] {}: {}", path.string(), dlerror());
    return entry;
  }
  throw internal_error("[start] the module {} is missing; looked for {}", module, fmt::join(tried, ", "));
}

}  // namespace gnnir::app
