#include "gnnir/infer/memory.h"

#include <algorithm>
#include <exception>
#include <numeric>
#include <thread>

#include "gnnir/base/memory.h"
#include "gnnir/infer/on_kernels/rows.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir {
namespace {

double allowed_bytes(double limit) { return limit > 0 ? limit : attainable_bytes(); }

std::string megabytes(double bytes) { return fmt::format("{:.0f} MB", bytes / (1 << 20)); }

/// Of a row at work: matrices of its own width, and what a plan knows of it; measured.
double bytes_of_a_row(const ModelHeader& model) {
  return sizeof(float) * 8 * static_cast<double>(model.config.model.gnn.hidden) + 200;
}

double rows_of(const Predictor& predictor, const EncodedDataset& data, std::int64_t graph) {
  return predictor.network().largest_level(data.dataset->examples[static_cast<std::size_t>(graph)].graph);
}

/// Rows of the batches that are at work at one time, at most.
double rows_at_work(const Predictor& predictor, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                    std::size_t threads) {
  std::vector<double> batches;
  for (const auto& batch : pieces_of(graphs, predictor.model().config.train.batch_size)) {
    double& rows = batches.emplace_back(0);
    for (const std::int64_t graph : batch) rows += rows_of(predictor, data, graph);
  }
  std::sort(batches.rbegin(), batches.rend());
  if (batches.size() > threads) batches.resize(threads);
  return std::accumulate(batches.begin(), batches.end(), 0.0);
}

/// Bytes that one graph takes when it is run alone.
struct Taken {
  double rows = 0;     ///< of matrices, which grow with the graphs
  double scratch = 0;  ///< of what each thread works in
};

/// In a thread of its own, so that nothing is there before.
Taken taken_by(const Predictor& predictor, const EncodedDataset& data, std::int64_t graph) {
  Taken taken;
  std::exception_ptr failure;
  std::thread([&] {
    try {
      const std::int64_t scratch_before = kernels::scratch_bytes;
      const std::vector<std::int64_t> alone = {graph};
      static_cast<void>(
          predictor.network().run({.dataset = *data.dataset, .features = data.features, .graphs = alone}));
      taken = {static_cast<double>(on_kernels::row_bytes().peak),
               static_cast<double>(kernels::scratch_bytes - scratch_before)};
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure) std::rethrow_exception(failure);
  return taken;
}

}  // namespace

bool fits_memory(const MemoryEstimate& estimate, double limit) { return estimate.total() <= allowed_bytes(limit); }

void require_memory(const MemoryEstimate& estimate, double limit) {
  if (fits_memory(estimate, limit)) return;
  const double allowed = allowed_bytes(limit);
  throw usage_error(
      "[memory] this needs about {} ({} for the program and the data set, {} for weights and encoded data, {} for the "
      "graphs at work at one time); {}. {}",
      megabytes(estimate.total()), megabytes(estimate.present), megabytes(estimate.held), megabytes(estimate.passing),
      limit > 0 ? fmt::format("run.max_memory allows {}", megabytes(allowed))
                : fmt::format("{} can be had here; run.max_memory sets another limit", megabytes(allowed)),
      estimate.advice);
}

bool is_lack_of_memory(const Error& error) {
  return error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("[memory] ");
}

MemoryEstimate estimate_on_kernels(const Predictor& predictor, const EncodedDataset& data,
                                   std::span<const std::int64_t> graphs, std::size_t threads, double limit) {
  const double rows = rows_at_work(predictor, data, graphs, threads);
  MemoryEstimate estimate{.present = resident_bytes(),
                          .passing = rows * bytes_of_a_row(predictor.model()),
                          .advice = "Try fewer run.threads, or smaller graphs"};
  if (graphs.empty() || fits_memory(estimate, limit)) return estimate;
  const std::int64_t largest = *std::max_element(graphs.begin(), graphs.end(), [&](std::int64_t a, std::int64_t b) {
    return rows_of(predictor, data, a) < rows_of(predictor, data, b);
  });
  const double of_largest = rows_of(predictor, data, largest);
  MemoryEstimate alone = estimate;
  alone.passing = of_largest * bytes_of_a_row(predictor.model());
  if (!fits_memory(alone, limit)) return estimate;
  constexpr double slack = 1.3;  // other graphs share fewer rows; plans
  const Taken taken = taken_by(predictor, data, largest);
  const double found = slack * rows * taken.rows / of_largest + static_cast<double>(threads) * taken.scratch;
  estimate.passing = std::min(estimate.passing, found);
  return estimate;
}

}  // namespace gnnir
