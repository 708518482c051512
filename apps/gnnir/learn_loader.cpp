#include <cstdlib>
#include <filesystem>

#include "commands.h"
#include "gnnir/base/module.h"

namespace gnnir::app {

std::filesystem::path program_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

const LearnCommands& load_learn_commands() {
  // We run whole shards and folds in threads of our own; pools inside OpenMP and BLAS would only be in the way.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("GLOG_minloglevel", "2", 0);  // libtorch's remarks on its own functions are not for our users
  using Entry = const LearnCommands* (*)();
  return *reinterpret_cast<Entry>(require_from_module("gnnir_learn.so", "gnnir_learn_commands"))();
}

}  // namespace gnnir::app
