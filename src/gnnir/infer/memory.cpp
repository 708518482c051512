#include "gnnir/infer/memory.h"

#include <algorithm>

#include "gnnir/base/memory.h"
#include "gnnir/infer/run_network.h"

namespace gnnir {
namespace {

double allowed_bytes(double limit) { return limit > 0 ? limit : attainable_bytes(); }

std::string megabytes(double bytes) { return fmt::format("{:.0f} MB", bytes / (1 << 20)); }

/// Of a row at work: matrices of its own width, and what a plan knows of it. Measured: see tests/infer/memory_test.cpp.
constexpr double matrices_of_a_row = 8;
constexpr double plan_bytes_of_a_row = 200;

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

MemoryEstimate estimate_on_kernels(const Predictor& predictor, const Dataset& dataset,
                                   std::span<const std::int64_t> graphs, std::size_t threads) {
  const RunConfig& config = predictor.model().config;
  const double per_row =
      sizeof(float) * matrices_of_a_row * static_cast<double>(config.model.gnn.hidden) + plan_bytes_of_a_row;
  std::vector<double> batches;
  for (const auto& batch : pieces_of(graphs, config.train.batch_size)) {
    double rows = 0;
    for (const std::int64_t graph : batch) {
      rows += predictor.network().largest_level(dataset.examples[static_cast<std::size_t>(graph)].graph);
    }
    batches.push_back(rows * per_row);
  }
  std::sort(batches.rbegin(), batches.rend());
  MemoryEstimate estimate{.present = resident_bytes(), .advice = "Try fewer run.threads, or smaller graphs"};
  for (std::size_t b = 0; b < std::min(threads, batches.size()); ++b) estimate.passing += batches[b];
  return estimate;
}

}  // namespace gnnir
