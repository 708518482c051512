#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"

namespace gnnir::app {

/// Opens what a command names as its data, with what is to be kept of it, and says what a person should know of how it
/// was read.
Dataset open_asked(const AskedData& asked, ReadOptions options);

/// The files that are read, for check_output; none for standard input and what was typed.
std::vector<std::string> files_of(const AskedData& asked);

}  // namespace gnnir::app
