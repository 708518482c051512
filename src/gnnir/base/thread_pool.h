#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace gnnir {

/// A fixed set of threads that run numbered tasks. The calling thread works too, so a pool of one starts none.
/// Which thread runs which task is not defined; what a task computes must depend on its number only.
///   ThreadPool pool(2);
///   pool.run(shards.size(), [&](std::size_t shard) { ... });
class ThreadPool {
 public:
  /// threads ≥ 1; `on_start` runs once in every thread that the pool starts.
  explicit ThreadPool(std::size_t threads, const std::function<void()>& on_start = {});
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t size() const;

  /// Runs task(0) … task(count-1) and returns when all have ended. If tasks throw, the exception of the lowest
  /// numbered one is thrown again here; tasks not yet begun by then are skipped. Several threads may call it: one waits
  /// for the other. From within a task, of this pool or of another, it never waits: where the pool is at work, the
  /// calling thread runs all of it.
  void run(std::size_t count, const std::function<void(std::size_t)>& task);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The number of cores this process may use (cgroup and affinity aware as far as the system tells), at least 1.
std::size_t available_cores();

}  // namespace gnnir
