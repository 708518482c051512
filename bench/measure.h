#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "support/floats.h"

/// Sizes are the model's: 64 channels, runs of 256 rows, batches of 60 graphs like those of TRIANGLES.
namespace gnnir::kernels::bench {

using testing::Floats;
using testing::zeros;
using Result = std::span<const float>;

constexpr std::int64_t d = 64;
constexpr std::int64_t rows = 256;
constexpr std::int64_t graphs = 60;
constexpr std::int64_t nodes = 16;  ///< of one graph

inline Floats random(std::int64_t size, double scale = 1) {
  static Rng rng(1, Purpose::test);
  return testing::random_floats(size, rng, scale);
}

/// What one call does: the arithmetic of its matrix products, or else the bytes that it must at least read and write.
struct Work {
  std::int64_t items;  ///< rows, or weights
  double flops = 0;
  double bytes = 0;
};

inline double bytes_of(std::int64_t floats) { return 4.0 * static_cast<double>(floats); }

/// Of a product of matrices [height, in] and [in, out].
inline double product_flops(std::int64_t height, std::int64_t in, std::int64_t out) {
  return 2.0 * static_cast<double>(height * in * out);
}

/// ‖found - expected‖/‖expected‖
inline double relative_distance(Result found, Result expected) {
  double distance = 0;
  double length = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    distance += std::pow(found[i] - expected[i], 2);
    length += std::pow(expected[i], 2);
  }
  return std::sqrt(distance / length);
}

template <typename Kernel, typename Call>
void time_calls(benchmark::State& state, const Work& work, Kernel kernel, Call& call) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(call(kernel));
    benchmark::ClobberMemory();
  }
  const auto rate = benchmark::Counter::kIsIterationInvariantRate;
  if (work.flops > 0) state.counters["FLOP"] = benchmark::Counter(work.flops, rate);
  if (work.bytes > 0) state.counters["byte"] = benchmark::Counter(work.bytes, rate);
  state.SetItemsProcessed(state.iterations() * work.items);
}

/// Times a kernel, once its results are those of its twin, and the twin. call(kernel) calls either on inputs and
/// outputs that it owns, and returns the outputs; every use of it is a copy.
template <typename Kernel, typename Call>
void add(const std::string& name, Kernel* fast, Kernel* twin, const Work& work, const Call& call,
         double tolerance = 1e-5) {
  const auto verify_and_time = [=, verified = false](benchmark::State& state) mutable {
    Call found = call;
    Call expected = call;
    if (!verified) {
      const auto results = found(fast);
      const auto expected_results = expected(twin);
      for (std::size_t i = 0; i < results.size(); ++i) {
        const double distance = relative_distance(results[i], expected_results[i]);
        if (distance <= tolerance) continue;  // false for NaN
        const std::string what = "result " + std::to_string(i) + " differs by " + std::to_string(distance);
        return state.SkipWithError(what.c_str());
      }
      verified = true;
    }
    time_calls(state, work, fast, found);
  };
  benchmark::RegisterBenchmark(name.c_str(), verify_and_time);
  benchmark::RegisterBenchmark((name + "/obvious").c_str(), [=](benchmark::State& state) {
    Call timed = call;
    time_calls(state, work, twin, timed);
  });
}

}  // namespace gnnir::kernels::bench
