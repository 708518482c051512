#include "gnnir/train/started_run.h"

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"

namespace gnnir {
namespace fs = std::filesystem;

StartedRun read_run_folder(const fs::path& folder) {
  if (!fs::exists(folder / "config.toml") || !fs::exists(folder / "env.json")) {
    throw usage_error("--resume: {} is not the folder of a run: it has no config.toml and env.json", folder.string());
  }
  StartedRun run;
  const std::string config_name = (folder / "config.toml").string();
  try {
    apply_settings(run.config, parse_config(read_file(config_name), config_name), config_name);
  } catch (const Error& error) {
    throw data_error("{}", error.what());  // not the user's setting but the file is wrong
  }
  const std::string where = "[run] " + (folder / "env.json").string();
  const Json environment = parse_json(read_file(folder / "env.json"), where);
  try {
    run.verb = environment.at("verb").get<std::string>();
    run.baseline = environment.at("baseline").get<bool>();
  } catch (const Json::exception& error) {
    throw data_error("{}: {}", where, error.what());
  }
  return run;
}

}  // namespace gnnir
