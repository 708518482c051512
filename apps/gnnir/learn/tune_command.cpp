#include <fmt/format.h>

#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/stop.h"
#include "learn_commands.h"
#include "tune_console.h"
#include "words.h"

namespace gnnir::app {

int run_tune(const TuneCommand& command) {
  catch_stop_signals(words_of_leaving_early);
  Tuning tuning = command.tuning;
  tuning.experiment.stop = stop_requested;
  const Dataset dataset = open_data(tuning.experiment);
  const std::unique_ptr<TuneListener> console = command.json ? make_tune_json_console() : make_tune_text_console();
  try {
    tune(tuning, dataset, *console);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::usage || error.setting() != "run.resume") throw;
    throw Error(error.kind(), fmt::format("interrupted; saved. Go on with: gnnir tune --resume {}",
                                          tuning.experiment.folder.string()));
  }
  return 0;
}

}  // namespace gnnir::app
