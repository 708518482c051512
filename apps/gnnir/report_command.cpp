#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/report/report_of.h"
#include "output.h"
#include "words.h"

extern char** environ;

namespace gnnir::app {
namespace fs = std::filesystem;
namespace {

/// Larger ones are read only if they are named: a page is not to take minutes.
constexpr std::uintmax_t most_bytes_unasked = std::uintmax_t{64} << 20;

bool is_quick_to_read(const std::string& source) {
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(source, missing);
  return missing || size <= most_bytes_unasked;  // a name or a folder is tried
}

/// The run's data set, if it is where it was and what it was.
std::optional<Dataset> open_again(const ReportCommand& command, const RunView& run) {
  if (!run.config || !run.environment || run.test.empty()) return std::nullopt;
  Experiment experiment{.config = *run.config, .data = command.data};
  if (!command.data_dir.empty()) experiment.data_dir = command.data_dir;
  const bool asked = !command.data.empty();
  const DataOptions& data = run.config->data;
  if (!asked && (!is_quick_to_read(data.dataset) || data.on_error == OnError::skip)) return std::nullopt;
  try {
    Dataset dataset = open_data(experiment);
    if (fingerprint(dataset) == run.environment->data) return dataset;
    if (asked) throw usage_error("--data: {} is not the data set of {}", command.data, run.folder.string());
    warn(fmt::format("{} has changed since: its graphs are not drawn", data.dataset));
  } catch (const Error& error) {
    if (asked) throw;
    warn(fmt::format("the run's graphs are not drawn: {}; --data says where they are", error.what()));
  }
  return std::nullopt;
}

void open_in_browser(const fs::path& file) {
  const std::string path = fs::absolute(file).string();
  std::string program = "xdg-open";
  std::string argument = path;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == STDIN_FILENO ? 0 : 1, 0);
  }
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) warn(fmt::format("--open: there is no xdg-open here; open {} in a browser", path));
}

}  // namespace

int run_report(const ReportCommand& command) {
  std::optional<Dataset> dataset;
  ReportRequest request{.of = {command.of.begin(), command.of.end()}, .out = command.out};
  if (!command.data.empty() && command.of.size() > 1) {
    throw usage_error("--data: graphs are drawn on the page of one run, and {} were named", command.of.size());
  }
  request.data = [&](const RunView& run) {
    dataset = open_again(command, run);
    return dataset ? &*dataset : nullptr;
  };
  const fs::path file = write_report(request);
  show("report: {}\n", file.string());
  if (command.open) open_in_browser(file);
  return 0;
}

}  // namespace gnnir::app
