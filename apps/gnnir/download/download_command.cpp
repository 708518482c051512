#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <set>

#include "commands.h"
#include "exit_code.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/stop.h"
#include "gnnir/base/text.h"
#include "gnnir/data/fetch/download.h"
#include "gnnir/data/open.h"
#include "output.h"
#include "words.h"

namespace gnnir::app {
namespace {

constexpr double seconds_between_updates = 0.1;
constexpr double seconds_between_plain_lines = 5;

/// Tells a person, on one live line of a terminal or in plain lines, or a program, in JSON, how a file is doing.
class DownloadConsole {
 public:
  DownloadConsole(std::string name, bool json)
      : name_(std::move(name)), json_(json), live_(!json && isatty(STDOUT_FILENO) == 1) {}
  ~DownloadConsole() { clear(); }  // a message may follow
  DownloadConsole(const DownloadConsole&) = delete;
  DownloadConsole& operator=(const DownloadConsole&) = delete;

  void progress(const DownloadProgress& now) {
    if (first_bytes_ < 0) first_bytes_ = now.bytes;
    if (json_ || since_line_.seconds() < (live_ ? seconds_between_updates : seconds_between_plain_lines)) return;
    since_line_ = Stopwatch();
    clear();
    live_ ? redraw_line(line(now), stdout) : show("{}\n", line(now));
    std::fflush(stdout);
    drawn_ = live_;
  }

  void note(const std::string& text) {
    clear();
    put(printable(fmt::format("{}: {}\n", name_, with_options(text))), json_ ? stderr : stdout);
    std::fflush(stdout);
  }

  void finish(const Downloaded& file) {
    clear();
    json_ ? print_json(file) : print_text(file);
    std::fflush(stdout);
  }

 private:
  [[nodiscard]] std::string line(const DownloadProgress& now) const {
    const double seconds = started_.seconds();
    const double rate = seconds > 0 ? static_cast<double>(now.bytes - first_bytes_) / seconds : 0;
    std::string text = fmt::format("{}: {}", name_, format_bytes(now.bytes));
    if (now.total > 0) {
      text += fmt::format(" of {} ({}%)", format_bytes(now.total), 100 * now.bytes / now.total);
    }
    text += fmt::format(", {}/s", format_bytes(static_cast<std::int64_t>(rate)));
    if (now.total > 0 && rate > 0) {
      text += fmt::format(", {} left", format_duration(static_cast<double>(now.total - now.bytes) / rate));
    }
    return text;
  }

  void print_text(const Downloaded& file) const {
    if (file.was_there) {
      show("{}: {} is there already{}\n", name_, file.path.string(), file.sha256.empty() ? "" : ", with that checksum");
      return;
    }
    show("{}: {} graphs, {} in {}\n  sha256 {}\n", name_, file.graphs, format_bytes(file.bytes), file.path.string(),
         file.sha256);
  }

  void print_json(const Downloaded& file) const {
    Json json = {{"file", name_}, {"path", file.path.string()}, {"was_there", file.was_there}};
    if (!file.was_there) {
      json["bytes"] = file.bytes;
      json["resumed_at"] = file.resumed_at;
      json["graphs"] = file.graphs;
    }
    if (!file.sha256.empty()) json["sha256"] = file.sha256;
    show("{}\n", to_text(json));
  }

  void clear() {
    if (!drawn_) return;
    redraw_line("", stdout);
    drawn_ = false;
  }

  std::string name_;
  bool json_;
  bool live_;
  bool drawn_ = false;
  Stopwatch started_;
  Stopwatch since_line_;
  std::int64_t first_bytes_ = -1;  // what was there does not count for the speed
};

DownloadOptions options_of(const DownloadCommand& command) {
  DownloadOptions options{
      .folder = data_folder(command.data_dir), .sha256 = command.sha256, .max_bytes = command.max_bytes};
  options.stop = stop_requested;
  if (!command.url.empty()) options.base_url = command.url;
  check_download_options(options);
  if (options.folder.empty()) {
    throw usage_error("[download] there is no data folder to download to: name one with --data-dir or GNNIR_DATA");
  }
  return options;
}

void download_file(const PublishedFile& file, const DownloadOptions& options, bool json) {
  DownloadConsole console(file.stem + ".zip", json);
  console.finish(download(file, options,
                          {.progress = [&](const DownloadProgress& now) { console.progress(now); },
                           .note = [&](const std::string& text) { console.note(text); }}));
}

/// Each once: three files may be parts of one set.
std::set<std::string> remarks_on(const std::vector<std::string>& names) {
  std::set<std::string> remarks;
  for (const std::string& name : names) {
    if (std::string remark = remark_on_published(name); !remark.empty()) remarks.insert(std::move(remark));
  }
  return remarks;
}

int run_data_download(const DownloadCommand& command) {
  const DownloadOptions options = options_of(command);
  std::vector<PublishedFile> files;
  for (const std::string& name : command.names) {
    for (const PublishedFile& file : published_files(name)) files.push_back(file);
  }
  if (!command.sha256.empty() && files.size() != 1) {
    throw usage_error("--sha256: expected a single file, found {}", files.size());
  }
  for (const std::string& remark : remarks_on(command.names)) say("gnnir: {}\n", with_options(remark));
  catch_stop_signals(words_of_leaving_early);
  for (const PublishedFile& file : files) download_file(file, options, command.json);
  return 0;
}

}  // namespace
}  // namespace gnnir::app

/// The one symbol of the module.
extern "C" __attribute__((visibility("default"))) int gnnir_data_download(const gnnir::app::DownloadCommand& command) {
  return gnnir::app::run_data_download(command);
}
