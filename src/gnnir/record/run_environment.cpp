#include "gnnir/record/run_environment.h"

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <fstream>

#include "gnnir/base/build_info.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/record/stored_values.h"
#include "gnnir/version.h"

namespace gnnir {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return std::string(trimmed(line.substr(line.find(':') + 1)));
  }
  return "unknown";
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

}  // namespace

Json RunEnvironment::to_json() const {
  Json json = {{"gnnir", version},         {"commit", commit},     {"verb", verb},         {"baseline", baseline},
               {"command", command},       {"started", started},   {"threads", threads},   {"cores", cores},
               {"processor", processor},   {"compiler", compiler}, {"libtorch", libtorch}, {"data", data},
               {"engine", name_of(engine)}};
  if (match_parameters) json["match_parameters"] = true;
  if (std::isfinite(time_limit)) json["time_limit"] = time_limit;
  if (!paper.empty()) json["paper"] = paper_scores_json(paper);
  return json;
}

RunEnvironment RunEnvironment::from_json(const Json& json, const std::string& where) {
  try {
    RunEnvironment environment;
    environment.verb = json.at("verb").get<std::string>();
    if (environment.verb != "train" && environment.verb != "cv") {
      throw data_error("{}: 'verb': expected train or cv, found {}", where, in_quotes(environment.verb));
    }
    environment.baseline = json.at("baseline").get<bool>();
    environment.match_parameters = json.value("match_parameters", false);
    environment.data = json.at("data").get<std::string>();
    environment.version = json.value("gnnir", "");
    environment.commit = json.value("commit", "");
    environment.command = json.value("command", "");
    environment.started = json.value("started", "");
    if (json.contains("threads")) environment.threads = stored_count(json["threads"], "threads", where);
    if (json.contains("cores")) environment.cores = stored_count(json["cores"], "cores", where);
    environment.processor = json.value("processor", "");
    environment.compiler = json.value("compiler", "");
    environment.libtorch = json.value("libtorch", "");
    if (json.contains("engine")) {
      environment.engine = parse_enum<Engine>(json["engine"].get<std::string>(), where + ": 'engine'");
    }
    if (json.contains("time_limit")) environment.time_limit = json["time_limit"].get<double>();
    if (!(environment.time_limit > 0)) {
      throw data_error("{}: 'time_limit': expected seconds above 0, found {}", where, environment.time_limit);
    }
    if (json.contains("paper")) environment.paper = paper_scores_from_json(json["paper"]);
    return environment;
  } catch (const Json::exception& error) {
    throw data_error("{}: {}", where, error.what());
  }
}

RunEnvironment current_environment() {
  RunEnvironment environment;
  environment.version = GNNIR_VERSION;
  environment.commit = build_commit();
  environment.started = now_utc();
  environment.cores = static_cast<std::int64_t>(available_cores());
  environment.processor = processor_name();
  environment.compiler = fmt::format("GCC {}", __VERSION__);
  return environment;
}

}  // namespace gnnir
