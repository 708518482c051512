#include "gnnir/infer/run_network.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/stoppable.h"

namespace gnnir {

std::vector<std::span<const std::int64_t>> pieces_of(std::span<const std::int64_t> graphs, std::int64_t size) {
  std::vector<std::span<const std::int64_t>> pieces;
  const auto step = static_cast<std::size_t>(std::max<std::int64_t>(1, size));
  for (std::size_t begin = 0; begin < graphs.size(); begin += step) {
    pieces.push_back(graphs.subspan(begin, std::min(step, graphs.size() - begin)));
  }
  return pieces;
}

NetworkResults run_network(const Network& network, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           std::int64_t batch_size, ThreadPool& pool, const StopSource& stop) {
  const auto batches = pieces_of(graphs, batch_size);
  std::vector<NetworkOutput> parts(batches.size());
  pool.run(batches.size(), [&](std::size_t number) {
    const Stoppable stoppable(stop);
    leave_if_asked();
    parts[number] = network.run({*data.dataset, data.features, batches[number]});
  });
  NetworkResults results;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    for (const double output : parts[number].outputs) results.outputs.push_back(static_cast<float>(output));
    const Trace& trace = parts[number].trace;
    for (const std::int64_t place : trace.graphs_with_cut_cells(std::ssize(batches[number]))) {
      results.cut_graphs.push_back(batches[number][static_cast<std::size_t>(place)]);
    }
    if (!trace.order_matters_because.empty()) results.order_matters_because = trace.order_matters_because;
  }
  return results;
}

Embeddings embed_graphs(const Network& network, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                        std::int64_t batch_size, EmbeddingKind kind, ThreadPool& pool) {
  const bool nodes = kind == EmbeddingKind::node;
  const auto batches = pieces_of(graphs, batch_size);
  std::vector<Matrix> parts(batches.size());
  pool.run(batches.size(), [&](std::size_t number) {
    NetworkOutput output = network.run({.dataset = *data.dataset,
                                        .features = data.features,
                                        .graphs = batches[number],
                                        .graph_embeddings = !nodes,
                                        .node_embeddings = nodes});
    parts[number] = std::move(nodes ? output.node_embeddings : output.graph_embeddings);
    if (parts[number].columns == 0) throw usage_error("[model] it has no embeddings of all nodes");
  });
  Embeddings all;
  for (const Matrix& part : parts) {
    all.columns = part.columns;
    all.rows.insert(all.rows.end(), part.values.begin(), part.values.end());
  }
  for (const std::int64_t graph : graphs) {
    const std::int64_t rows = nodes ? data.dataset->examples[static_cast<std::size_t>(graph)].graph.num_nodes() : 1;
    all.graph_of_row.insert(all.graph_of_row.end(), static_cast<std::size_t>(rows), graph);
  }
  return all;
}

}  // namespace gnnir
