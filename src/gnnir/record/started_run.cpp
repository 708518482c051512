#include "gnnir/record/started_run.h"

#include "gnnir/base/error.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/record/run_record.h"

namespace gnnir {
namespace fs = std::filesystem;

StartedRun read_run_folder(const fs::path& folder) {
  const RunRecord record(folder);
  if (!record.begun()) {
    throw setting_error("run.resume", "{} is not the folder of a run: it has no config.toml and env.json",
                        folder.string());
  }
  return {record.read_config(), record.read_environment()};
}

void require_same_data(const fs::path& folder, const Dataset& dataset, const std::string& option) {
  const std::string begun_on = read_run_folder(folder).environment.data;
  const std::string found = fingerprint(dataset);
  if (found == begun_on) return;
  throw usage_error("{}: the data set has changed since {} was begun, or is another: its checksum is {}, expected {}",
                    option, folder.string(), found, begun_on);
}

}  // namespace gnnir
