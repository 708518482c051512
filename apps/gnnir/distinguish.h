#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "gnnir/audit/separate.h"

namespace gnnir::app {

/// What one method found.
struct DistinguishResult {
  Method method = Method::wl;
  std::string settings;           ///< in words, for networks
  std::vector<std::string> cuts;  ///< what the budget changed
  std::int64_t undecided = 0;     ///< graphs that no network counts for: MeasuredGraph::is_undecided
  Separation separation;
  double seconds = 0;
};

/// A data set opened for comparing, with what is known about it exactly.
struct ComparedGraphs {
  Dataset dataset;
  DatasetColours colours;
  std::vector<std::int64_t> isomorphism;  ///< classes
  double seconds = 0;                     ///< that finding them took

  static ComparedGraphs open(const DistinguishCommand& command);
};

/// wl or ir.
DistinguishResult distinguish_exactly(const ComparedGraphs& graphs, const DistinguishCommand& command, Method method);

/// Prints them as a table, or as a JSON object each.
void print_results(const ComparedGraphs& graphs, const DistinguishCommand& command,
                   const std::vector<DistinguishResult>& results);

}  // namespace gnnir::app
