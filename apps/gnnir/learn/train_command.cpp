#include <fmt/format.h>

#include "console.h"
#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/stop.h"
#include "learn_commands.h"

namespace gnnir::app {

int run_train(const TrainCommand& command) {
  catch_stop_signals(words_of_leaving_early);
  Experiment experiment = command.experiment;
  experiment.max_memory = command.max_memory;
  experiment.stop = stop_requested;
  const Dataset dataset = open_data(experiment);
  const std::unique_ptr<Console> console = command.json ? make_json_console() : make_text_console();
  try {
    run_experiment(experiment, dataset, *console);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::usage || error.setting() != "run.resume") throw;
    throw Error(error.kind(), fmt::format("interrupted; saved. Go on with: gnnir {} --resume {}",
                                          experiment.cross_validate ? "cv" : "train", experiment.folder.string()));
  }
  return 0;
}

}  // namespace gnnir::app
