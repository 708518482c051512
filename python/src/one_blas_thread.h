#pragma once

#include <pybind11/pybind11.h>

#include <mutex>

// Another BLAS may stand in for OpenBLAS, hence weak.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));
extern "C" int openblas_get_num_threads() __attribute__((weak));

namespace gnnir::python {

/// While one is alive, OpenBLAS computes a product on the thread that asks for it: results do not depend on how many it
/// has (decision 14). It has one count for the process, so the last to leave puts back what the first one found. To be
/// made and left with the GIL held.
class OneBlasThread {
 public:
  OneBlasThread() : state_(pybind11::get_or_create_shared_data<State>("gnnir_one_blas_thread")) {
    const std::lock_guard lock(state_.access);
    if (state_.inside++ > 0 || !openblas_get_num_threads) return;
    state_.before = openblas_get_num_threads();
    if (state_.before != 1) openblas_set_num_threads(1);
  }
  ~OneBlasThread() {
    const std::lock_guard lock(state_.access);
    if (--state_.inside == 0 && state_.before > 1) openblas_set_num_threads(state_.before);
  }
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;

 private:
  struct State {  // one for all modules
    std::mutex access;
    int inside = 0;
    int before = 1;
  };
  State& state_;
};

}  // namespace gnnir::python
