#pragma once

#include <memory>

#include "gnnir/tune/tune.h"

namespace gnnir::app {

/// One live line on a terminal, a line per trial and rung otherwise; at the end the defaults against the winner.
std::unique_ptr<TuneListener> make_tune_text_console();
/// One JSON object per line.
std::unique_ptr<TuneListener> make_tune_json_console();

}  // namespace gnnir::app
