#pragma once

#include <cmath>
#include <mutex>
#include <string>

#include "gnnir/base/clock.h"
#include "gnnir/record/run_record.h"

namespace gnnir {

/// The time that one of several searches may take, in all sessions; kept in the folder of all of them.
class SearchClock {
 public:
  /// name: of the search; searches_left: of those that share what is left, with this one
  SearchClock(const TimeLimit& limit, const RunRecord& folder, std::string name, std::size_t searches_left)
      : limit_(limit), folder_(folder), name_(std::move(name)), start_(limit.now()) {
    if (!limited()) return;
    used_ = folder_.read_time_used();
    earlier_ = used_.of(name_);
    others_ = used_.seconds - earlier_;
    share_ = (limit_.seconds - others_) / static_cast<double>(searches_left);
  }

  [[nodiscard]] bool limited() const { return std::isfinite(limit_.seconds); }
  [[nodiscard]] double used() const { return earlier_ + limit_.now() - start_; }
  [[nodiscard]] double left() const { return limited() ? share_ - used() : limit_.seconds; }

  /// So that what was used until now is known after a kill; from any thread.
  void note() {
    if (!limited()) return;
    const std::lock_guard lock(noting_);
    noted_at_ = used();
    used_.jobs[name_] = noted_at_;
    used_.seconds = others_ + noted_at_;
    folder_.write_time_used(used_);
  }
  /// The same, now and then.
  void note_if_due() {
    constexpr double seconds_between = 5;
    if (limited() && used() - noted_at_ > seconds_between) note();
  }

 private:
  const TimeLimit& limit_;
  RunRecord folder_;
  std::string name_;
  double start_;
  TimeUsed used_;
  double earlier_ = 0;
  double others_ = 0;
  double share_ = 0;
  double noted_at_ = 0;
  std::mutex noting_;
};

}  // namespace gnnir
