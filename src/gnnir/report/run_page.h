#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/report/run_view.h"

namespace gnnir {

/// What a page may show beside what the run folder has.
struct RunPageOptions {
  const Dataset* dataset = nullptr;  ///< the run's own, for pictures of its graphs; null: none are drawn
};

/// A run as one HTML file: its answer first, then what it was asked, how it was trained and how far it can be trusted.
std::string run_page(const RunView& run, const RunPageOptions& options = {});

}  // namespace gnnir
