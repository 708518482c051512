#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "commands.h"
#include "gnnir/base/error.h"

namespace gnnir::app {
namespace fs = std::filesystem;

fs::path program_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

const LearnCommands& load_learn_commands() {
  // We run whole shards and folds in threads of our own; pools inside OpenMP and BLAS would only be in the way.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("GLOG_minloglevel", "2", 0);  // libtorch's remarks on its own functions are not for our users
  std::vector<std::string> tried;
  for (const fs::path& folder : {program_folder(), program_folder() / GNNIR_LEARN_DIR}) {
    const fs::path path = folder / "gnnir_learn.so";
    if (!fs::exists(path)) {
      tried.push_back(path.lexically_normal().string());
      continue;
    }
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) throw internal_error("[start] {}: {}", path.string(), dlerror());
    const auto entry = reinterpret_cast<const LearnCommands* (*)()>(dlsym(module, "gnnir_learn_commands"));
    if (!entry) throw internal_error("[start] {}: {}", path.string(), dlerror());
    return *entry();
  }
  throw internal_error("[start] the module gnnir_learn.so is missing; looked for {}", fmt::join(tried, ", "));
}

}  // namespace gnnir::app
