#include "gnnir/base/thread_pool.h"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gnnir {
namespace {

thread_local bool within_task = false;

void run_here(std::size_t count, const std::function<void(std::size_t)>& task) {
  for (std::size_t number = 0; number < count; ++number) task(number);
}

}  // namespace

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable work_arrived;
  std::condition_variable work_done;
  std::condition_variable turn_came;
  std::vector<std::thread> threads;
  const std::function<void(std::size_t)>* task = nullptr;
  std::size_t count = 0;
  std::size_t next = 0;
  std::size_t running = 0;
  std::exception_ptr failure;
  std::size_t failed_task = 0;
  bool closing = false;
  bool busy = false;  // with a run

  /// Takes tasks until none is left; the lock is held on entry and on return.
  void drain(std::unique_lock<std::mutex>& lock) {
    while (next < count) {
      const std::size_t number = next++;
      ++running;
      lock.unlock();
      std::exception_ptr thrown;
      const bool nested = std::exchange(within_task, true);
      try {
        (*task)(number);
      } catch (...) {
        thrown = std::current_exception();
      }
      within_task = nested;
      lock.lock();
      --running;
      if (thrown && (!failure || number < failed_task)) {
        failure = thrown;
        failed_task = number;
        next = count;
      }
    }
    if (running == 0) work_done.notify_all();
  }

  void close() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    work_arrived.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  void serve() {
    std::unique_lock lock(mutex);
    while (true) {
      work_arrived.wait(lock, [this] { return closing || next < count; });
      if (closing) return;
      drain(lock);
    }
  }
};

ThreadPool::ThreadPool(std::size_t threads, const std::function<void()>& on_start) : state_(std::make_unique<State>()) {
  try {
    for (std::size_t i = 1; i < threads; ++i) {
      state_->threads.emplace_back([state = state_.get(), on_start] {
        if (on_start) on_start();
        state->serve();
      });
    }
  } catch (...) {
    state_->close();  // those that did start must end before this one does
    throw;
  }
}

ThreadPool::~ThreadPool() { state_->close(); }

std::size_t ThreadPool::size() const { return state_->threads.size() + 1; }

void ThreadPool::run(std::size_t count, const std::function<void(std::size_t)>& task) {
  std::unique_lock lock(state_->mutex);
  if (state_->busy && within_task) {  // to wait could be to wait for each other
    lock.unlock();
    return run_here(count, task);
  }
  state_->turn_came.wait(lock, [this] { return !state_->busy; });
  state_->busy = true;
  state_->task = &task;
  state_->count = count;
  state_->next = 0;
  state_->failure = nullptr;
  state_->work_arrived.notify_all();
  state_->drain(lock);
  state_->work_done.wait(lock, [this] { return state_->running == 0; });
  state_->count = state_->next = 0;
  state_->busy = false;
  state_->turn_came.notify_one();
  if (const std::exception_ptr failure = std::exchange(state_->failure, nullptr)) std::rethrow_exception(failure);
}

std::size_t available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace gnnir
