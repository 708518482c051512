#pragma once

#include "cli_options.h"

namespace gnnir::app {

struct AuditArguments {
  ConfigArguments config;
  std::vector<std::string> what;  ///< a model and data, or data alone
  AuditCommand command;
  std::int64_t threads = 0;
};
/// `gnnir audit`.
void add_audit(CLI::App& app, AuditArguments& arguments, Action& action);

struct DistinguishArguments {
  ConfigArguments config;
  std::vector<std::string> methods;
  bool pairs = false;
  bool all = false;
  DistinguishCommand command;
  std::int64_t threads = 0;
};
/// `gnnir distinguish`.
void add_distinguish(CLI::App& app, DistinguishArguments& arguments, Action& action);

}  // namespace gnnir::app
