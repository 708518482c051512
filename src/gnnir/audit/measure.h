#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gnnir/audit/options.h"
#include "gnnir/audit/separate.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/network.h"

namespace gnnir {

/// Makes a network with random weights that computes in double precision (models/torch_network.h has one).
using NetworkFactory =
    std::function<std::shared_ptr<const Network>(const ModelOptions&, const ModelShape&, std::uint64_t seed)>;

/// What was measured, and what it took to stay within the budget.
struct Measurement {
  std::vector<MeasuredGraph> graphs;
  ModelOptions model;             ///< as it was run
  std::int64_t networks = 0;      ///< as were run
  std::vector<std::string> cuts;  ///< what the budget changed, in words; empty if nothing
};

/// Runs networks with random weights in double precision on every graph of a data set and on relabelled copies of it.
/// Where all of it would take more than the budget allows (operations are counted, nothing is timed), or a graph would
/// have more rows than max_rows, in this order: one network instead of several; whole target cells instead of all nodes
/// (k = 1, ties = cell); a layer less; a smaller k. Where a network still has to choose among equal nodes, its spread
/// is infinite, so that it tells the graph from nothing. `progress` is told the number of graphs done, from any thread.
Measurement measure(const Dataset& dataset, const RandomNetworks& settings, const NetworkFactory& make,
                    ThreadPool& pool, const std::function<void(std::size_t)>& progress = {});

}  // namespace gnnir
