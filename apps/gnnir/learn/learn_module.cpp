#include <c10/util/Exception.h>

#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/nn/tensor_memory.h"
#include "learn_commands.h"
#include "torch_runner.h"

namespace gnnir::app {
namespace {

/// libtorch's own exceptions carry a stack trace that helps nobody: only their words leave the module.
template <auto Run, typename Command>
int guarded(const Command& command) {
  try {
    use_single_threaded_operations();
    if constexpr (requires { command.threads; }) kernels::reserve_products(command.threads);
    kernels::reserve_products(1);
    if (command.keep_memory) keep_tensor_memory();
    return Run(command);
  } catch (const c10::Error& error) {
    throw internal_error("[libtorch] {}", error.what_without_backtrace());
  }
}

int eval_by_torch(const ModelCommand& command) { return run_eval(command, torch_runner(command)); }
int predict_by_torch(const ModelCommand& command) { return run_predict(command, torch_runner(command)); }
int embed_by_torch(const ModelCommand& command) { return run_embed(command, torch_runner(command)); }

}  // namespace
}  // namespace gnnir::app

/// The one symbol of the module: see LearnCommands. It has a copy of the library of its own, which must be told where
/// modules are, too.
extern "C" __attribute__((visibility("default"))) const gnnir::app::LearnCommands* gnnir_learn_commands(
    const std::vector<std::filesystem::path>& module_folders) {
  using namespace gnnir::app;
  gnnir::set_module_folders(module_folders);
  static const LearnCommands commands{guarded<run_train, TrainCommand>,
                                      guarded<run_tune, TuneCommand>,
                                      guarded<eval_by_torch, ModelCommand>,
                                      guarded<predict_by_torch, ModelCommand>,
                                      guarded<embed_by_torch, ModelCommand>,
                                      guarded<run_explain, ModelCommand>,
                                      guarded<run_checks, ChecksCommand>,
                                      guarded<run_bench, BenchCommand>,
                                      guarded<run_reproduce, ReproduceCommand>,
                                      guarded<run_audit, AuditCommand>,
                                      guarded<run_distinguish, DistinguishCommand>};
  return &commands;
}
