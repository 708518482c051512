#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/record/paper_score.h"
#include "gnnir/settings/execution.h"

namespace gnnir {

/// What a run was asked for, and what it was begun on: env.json. Old runs may lack what describes the machine: then it
/// is empty or 0.
struct RunEnvironment {
  std::string version;  ///< of gnnir
  std::string commit;
  std::string verb = "train";                                   ///< "train" or "cv"
  bool baseline = false;                                        ///< whether a run of the plain GNN belongs to it
  bool match_parameters = false;                                ///< whether that has as many parameters
  std::string command;                                          ///< as the user typed it
  std::string started;                                          ///< 2026-01-31T12:00:00Z
  Engine engine = Engine::fused;                                ///< that computes the models
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds that its trainings may take together
  std::int64_t threads = 0;
  std::int64_t cores = 0;
  std::string processor;
  std::string compiler;
  std::string libtorch;
  std::string data;                    ///< fingerprint of the data set
  std::vector<PaperScore> paper = {};  ///< what the paper has for it, where it is a row of one of its tables

  [[nodiscard]] Json to_json() const;
  /// An Error of kind data that begins with `where` if verb, baseline or data is missing, or anything of another type.
  static RunEnvironment from_json(const Json& json, const std::string& where);
};

/// The running program's: its version and build, the time and the machine. The rest is left to whoever begins a run.
RunEnvironment current_environment();

}  // namespace gnnir
