#pragma once

#include <cstddef>
#include <vector>

namespace gnnir {

/// Jobs that run on a pool of their own, `at_once` of them side by side.
struct Wave {
  std::size_t begin = 0;
  std::size_t count = 0;
  std::size_t at_once = 1;
};
/// As many jobs as there are threads run side by side, one thread each. Where fewer are left, they share the threads.
std::vector<Wave> waves_of(std::size_t jobs, std::size_t threads);

/// What each job may take of the time that a run has: as much as any other. Jobs side by side make a round; what is
/// left when a round begins, and what its jobs and those of later rounds have used before, is divided by the rounds.
class TimeShares {
 public:
  /// used: seconds that each job, in the order of waves_of, took in earlier sessions
  TimeShares(std::vector<double> used, std::size_t threads);

  /// Seconds for a job that begins, or goes on, when all together have `left` seconds.
  [[nodiscard]] double share(std::size_t job, double left) const;

 private:
  std::vector<double> used_;
  std::vector<std::size_t> round_of_;
  std::vector<double> used_in_round_;  // by the job that used most
};

}  // namespace gnnir
