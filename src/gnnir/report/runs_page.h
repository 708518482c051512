#pragma once

#include <span>
#include <string>

#include "gnnir/report/run_view.h"

namespace gnnir {

/// Several runs on one page: the best first, curve by curve, and what they do not share of their settings.
std::string runs_page(std::span<const RunView> runs);

}  // namespace gnnir
