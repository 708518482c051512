#include <cstdlib>
#include <filesystem>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/memory.h"
#include "gnnir/base/module.h"

namespace gnnir::app {

std::filesystem::path program_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

std::vector<std::filesystem::path> program_module_folders() {
  const std::filesystem::path folder = program_folder();
  return {folder, (folder / GNNIR_MODULE_DIR).lexically_normal()};
}

const LearnCommands& load_learn_commands() {
  // We run whole shards and folds in threads of our own; pools inside OpenMP and BLAS would only be in the way.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  setenv("GLOG_minloglevel", "2", 0);  // libtorch's remarks on its own functions are not for our users
  // Where there is less, OpenBLAS tries for ever as soon as it is loaded, and libtorch aborts.
  constexpr double megabyte = 1 << 20;
  constexpr double code = 700 * megabyte;
  constexpr double data = 200 * megabyte;
  if (!has_address_space(code, SpaceFor::code) || !has_address_space(data)) {
    throw usage_error(
        "[start] libtorch needs {:.0f} MB of address space, {:.0f} MB of it to write to, and a limit (ulimit -v or -d) "
        "leaves less",
        code / megabyte, data / megabyte);
  }
  using Entry = const LearnCommands* (*)(const std::vector<std::filesystem::path>& module_folders);
  void* entry = require_from_module("gnnir_learn.so", "gnnir_learn_commands");
  return *reinterpret_cast<Entry>(entry)(program_module_folders());
}

}  // namespace gnnir::app
