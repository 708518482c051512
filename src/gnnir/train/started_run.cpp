#include "gnnir/train/started_run.h"

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/fingerprint.h"

namespace gnnir {
namespace fs = std::filesystem;

StartedRun read_run_folder(const fs::path& folder) {
  if (!fs::exists(folder / "config.toml") || !fs::exists(folder / "env.json")) {
    throw usage_error("--resume: {} is not the folder of a run: it has no config.toml and env.json", folder.string());
  }
  StartedRun run;
  const std::string config_name = (folder / "config.toml").string();
  run.config = read_stored_config(read_file(config_name), config_name);
  const std::string where = "[run] " + (folder / "env.json").string();
  const Json environment = parse_json(read_file(folder / "env.json"), where);
  try {
    run.verb = environment.at("verb").get<std::string>();
    run.baseline = environment.at("baseline").get<bool>();
    run.data = environment.at("data").get<std::string>();
  } catch (const Json::exception& error) {
    throw data_error("{}: {}", where, error.what());
  }
  return run;
}

void require_same_data(const fs::path& folder, const Dataset& dataset, const std::string& option) {
  const std::string begun_on = read_run_folder(folder).data;
  const std::string found = fingerprint(dataset);
  if (found == begun_on) return;
  throw usage_error("{}: the data set has changed since {} was begun, or is another: its checksum is {}, expected {}",
                    option, folder.string(), found, begun_on);
}

}  // namespace gnnir
