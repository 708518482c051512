#include "commands.h"
#include "gnnir/kernels/matrix_product.h"
#include "question.h"

namespace gnnir::app {
namespace {

int ask(const ModelCommand& command, int (*run)(const ModelCommand&, const ModelRunner&),
        int (*LearnCommands::*by_torch)(const ModelCommand&)) {
  if (!kernels_suffice(command)) return (load_learn_commands().*by_torch)(command);
  kernels::multiply_on_own_thread();  // batches of graphs have threads of their own
  kernels::reserve_products(command.threads);
  return run(command, kernel_runner());
}

}  // namespace

int run_eval(const ModelCommand& command) { return ask(command, run_eval, &LearnCommands::eval); }
int run_predict(const ModelCommand& command) { return ask(command, run_predict, &LearnCommands::predict); }
int run_embed(const ModelCommand& command) { return ask(command, run_embed, &LearnCommands::embed); }

}  // namespace gnnir::app
