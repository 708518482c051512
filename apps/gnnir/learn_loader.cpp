#include <cstdlib>
#include <filesystem>
#include <vector>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/module.h"

namespace gnnir::app {

const LearnCommands& load_learn_commands() {
  // We run whole shards and folds in threads of our own; pools inside OpenMP and BLAS would only be in the way.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("GLOG_minloglevel", "2", 0);  // libtorch's remarks on its own functions are not for our users
  const std::string file = "gnnir_learn.so";
  if (void* entry = load_from_module(file, "gnnir_learn_commands")) {
    return *reinterpret_cast<const LearnCommands* (*)()>(entry)();
  }
  std::vector<std::string> tried;
  for (const std::filesystem::path& folder : module_folders()) tried.push_back((folder / file).string());
  throw internal_error("[start] the module {} is missing; looked for {}", file, fmt::join(tried, ", "));
}

}  // namespace gnnir::app
