#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/base/stop_source.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/infer/network.h"
#include "gnnir/infer/prediction.h"

namespace gnnir {

/// What a network makes of some graphs.
struct NetworkResults {
  std::vector<float> outputs;            ///< [graphs, outputs] row by row
  std::vector<std::int64_t> cut_graphs;  ///< those, by number, in which it took part of a cell of equal nodes
  std::string order_matters_because;     ///< see Trace
};

/// Runs it on batches of graphs, spread over the pool; the result does not depend on the pool's size. If `stop` asks it
/// to, it throws Stopped (base/stoppable.h).
NetworkResults run_network(const Network& network, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           std::int64_t batch_size, ThreadPool& pool, const StopSource& stop = {});

/// An Error of kind usage if the network has no embeddings of nodes.
Embeddings embed_graphs(const Network& network, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                        std::int64_t batch_size, EmbeddingKind kind, ThreadPool& pool);

/// Pieces of at most `size`, in order.
std::vector<std::span<const std::int64_t>> pieces_of(std::span<const std::int64_t> graphs, std::int64_t size);

}  // namespace gnnir
