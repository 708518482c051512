/// How fast each kernel is, and how much faster than its obvious twin, on one core.
///   gnnir_kernel_bench                                    everything, about a minute
///   gnnir_kernel_bench --benchmark_filter=-obvious        without the twins
///   gnnir_kernel_bench --benchmark_filter=gru_gates
#include <benchmark/benchmark.h>

#include "bench/all.h"

// One core is what a worker of a training has.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

int main(int argc, char** argv) {
  if (openblas_set_num_threads) openblas_set_num_threads(1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  using namespace gnnir::kernels::bench;
  add_products();
  add_mlps();
  add_message_passing();
  add_activations();
  add_graph_norm();
  add_segments();
  add_selector();
  add_merge();
  add_adam();
  add_edge_rows();
  add_gnns();
  add_convolutions();
  benchmark::RunSpecifiedBenchmarks();
}
