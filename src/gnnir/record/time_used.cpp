#include "gnnir/record/time_used.h"

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

double seconds_of(const Json& json, const std::string& where) {
  const auto seconds = json.get<double>();
  if (!(seconds >= 0)) throw data_error("{}: expected seconds of at least 0, found {}", where, seconds);
  return seconds;
}

}  // namespace

Json TimeUsed::to_json() const { return {{"seconds", seconds}, {"jobs", jobs}}; }

TimeUsed TimeUsed::from_json(const Json& json, const std::string& where) {
  try {
    TimeUsed used;
    used.seconds = seconds_of(json.at("seconds"), where);
    if (!json.at("jobs").is_object()) throw data_error("{}: 'jobs': expected an object", where);
    for (const auto& [job, seconds] : json["jobs"].items()) used.jobs[job] = seconds_of(seconds, where);
    return used;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken time: {}", where, error.what());
  }
}

}  // namespace gnnir
