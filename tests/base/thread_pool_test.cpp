#include "gnnir/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace gnnir {
namespace {

TEST(ThreadPool, RunsEveryTaskOnce) {
  ThreadPool pool(3);
  std::vector<std::atomic<int>> runs(1000);
  pool.run(runs.size(), [&](std::size_t i) { ++runs[i]; });
  for (const auto& count : runs) EXPECT_EQ(count, 1);
}

TEST(ThreadPool, RunsNothingWhenThereIsNothing) {
  ThreadPool pool(2);
  pool.run(0, [](std::size_t) { FAIL() << "a task that was never given"; });
}

TEST(ThreadPool, OfOneRunsTasksInOrderInTheCallingThread) {
  ThreadPool pool(1);
  const std::thread::id caller = std::this_thread::get_id();
  std::vector<std::size_t> order;
  pool.run(5, [&](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    order.push_back(i);
  });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(ThreadPool, RunsAsManyTasksAtOnceAsItHasThreads) {
  ThreadPool pool(3);
  std::latch all_started(3);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  // Each task waits for the other two: fewer threads would never return.
  pool.run(3, [&](std::size_t) {
    all_started.arrive_and_wait();
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 3u);
  EXPECT_EQ(pool.size(), 3u);
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
}

TEST(ThreadPool, OfSeveralThreadsThatCallItEachGetsItsOwnTasksDone) {
  ThreadPool pool(2);
  std::vector<std::vector<std::atomic<int>>> runs(4);
  for (auto& of_thread : runs) of_thread = std::vector<std::atomic<int>>(200);
  {
    std::vector<std::jthread> threads;
    for (auto& of_thread : runs) {
      threads.emplace_back([&] {
        for (int round = 0; round < 50; ++round) pool.run(of_thread.size(), [&](std::size_t i) { ++of_thread[i]; });
      });
    }
  }
  for (const auto& of_thread : runs) {
    for (const auto& count : of_thread) EXPECT_EQ(count, 50);
  }
}

TEST(ThreadPool, MayBeUsedFromWithinItsTasks) {
  ThreadPool pool(2);
  std::atomic<int> runs = 0;
  pool.run(4, [&](std::size_t) { pool.run(8, [&](std::size_t) { ++runs; }); });
  EXPECT_EQ(runs, 32);
}

TEST(ThreadPool, TwoWhoseTasksUseEachOtherDoNotWaitForEver) {
  ThreadPool one(2);
  ThreadPool other(2);
  std::atomic<int> runs = 0;
  const auto use = [&](ThreadPool& outer, ThreadPool& inner) {
    for (int round = 0; round < 200; ++round) {
      outer.run(2, [&](std::size_t) { inner.run(2, [&](std::size_t) { ++runs; }); });
    }
  };
  {
    const std::jthread first([&] { use(one, other); });
    const std::jthread second([&] { use(other, one); });
  }
  EXPECT_EQ(runs, 2 * 200 * 4);
}

TEST(ThreadPool, CanRunAgainAndAgain) {
  ThreadPool pool(2);
  std::atomic<std::size_t> sum = 0;
  for (int round = 0; round < 500; ++round) pool.run(4, [&](std::size_t i) { sum += i; });
  EXPECT_EQ(sum, 500u * 6u);
}

TEST(ThreadPool, ThrowsTheExceptionOfTheLowestTask) {
  ThreadPool pool(2);
  std::latch both_started(2);
  const auto throwing_run = [&] {
    pool.run(2, [&](std::size_t i) {
      both_started.arrive_and_wait();
      throw std::runtime_error(std::to_string(i));
    });
  };
  try {
    throwing_run();
    FAIL() << "expected an exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "0");
  }
}

TEST(ThreadPool, SkipsTasksAfterAFailure) {
  ThreadPool pool(1);
  std::vector<std::size_t> begun;
  EXPECT_THROW(pool.run(10,
                        [&](std::size_t i) {
                          begun.push_back(i);
                          if (i == 3) throw std::runtime_error("3");
                        }),
               std::runtime_error);
  EXPECT_EQ(begun, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(ThreadPool, WorksAfterAFailure) {
  ThreadPool pool(2);
  EXPECT_THROW(pool.run(2, [](std::size_t) { throw std::runtime_error("x"); }), std::runtime_error);
  std::atomic<int> runs = 0;
  pool.run(10, [&](std::size_t) { ++runs; });
  EXPECT_EQ(runs, 10);
}

TEST(ThreadPool, StartsEachOfItsThreadsWithTheHook) {
  std::atomic<int> started = 0;
  {
    ThreadPool pool(4, [&] { ++started; });
  }
  EXPECT_EQ(started, 3);  // the caller's own thread is not the pool's to start
}

TEST(AvailableCores, IsAtLeastOne) { EXPECT_GE(available_cores(), 1u); }

}  // namespace
}  // namespace gnnir
