#pragma once

#include <map>
#include <string>

#include "gnnir/base/json.h"

namespace gnnir {

/// What a run whose time is limited has used of it, in all sessions: time.json.
struct TimeUsed {
  double seconds = 0;                  ///< while any of its trainings was at work
  std::map<std::string, double> jobs;  ///< seconds of each training that has begun, by its name

  [[nodiscard]] double of(const std::string& job) const {
    const auto found = jobs.find(job);
    return found == jobs.end() ? 0 : found->second;
  }
  [[nodiscard]] Json to_json() const;
  /// An Error of kind data that begins with `where` if it is something else.
  static TimeUsed from_json(const Json& json, const std::string& where);
};

}  // namespace gnnir
