#include "learn_commands.h"

/// The one symbol of the module: see LearnCommands.
extern "C" __attribute__((visibility("default"))) const gnnir::app::LearnCommands* gnnir_learn_commands() {
  using namespace gnnir::app;
  static const LearnCommands commands{run_train, run_eval, run_predict, run_embed, run_checks};
  return &commands;
}
