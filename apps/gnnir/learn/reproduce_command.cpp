#include <fmt/format.h>

#include "console.h"
#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/stop.h"
#include "gnnir/base/text.h"
#include "gnnir/report/table.h"
#include "gnnir/report/table_text.h"
#include "learn_commands.h"
#include "output.h"

namespace gnnir::app {
namespace {

/// For a terminal: the paper's numbers in brackets behind ours; reasons are long and stand beneath the table.
void print_grid(const TextGrid& grid) {
  const auto narrow = [](const std::vector<std::string>& wide, const auto& join) {
    std::vector<std::string> row = {wide.front()};
    for (std::size_t c = 1; c + 2 < wide.size(); c += 2) row.push_back(join(wide[c], wide[c + 1]));
    row.push_back(wide.back());
    return row;
  };
  Table table(narrow(grid.rows.front(), [](const std::string& paper, const std::string&) {
    return fmt::format("{} (paper)", paper.substr(0, paper.rfind(',')));
  }));
  std::string reasons;
  for (std::size_t r = 1; r < grid.rows.size(); ++r) {
    std::vector<std::string> row = narrow(grid.rows[r], [](const std::string& paper, const std::string& ours) {
      return fmt::format("{} ({})", ours, paper);
    });
    std::string& status = row.back();
    if (display_width(status) > 40) {
      reasons += fmt::format("{}: {}\n", row.front(), status);
      const bool one = status.find("; ") == std::string::npos;  // not one for each column
      status = one ? status.substr(0, status.find_first_of(":.")) + " …" : "see below";
    }
    table.add(std::move(row));
  }
  show("{}{}", table.text(), reasons);
}

void print_what_is_left(const ReproductionResult& result) {
  if (result.left.empty()) return;
  std::vector<std::string> left;
  for (const PlannedRun& planned : result.left) left.push_back(name_with_seed(planned));
  show("{}{} of {} runs left: {}; the same command goes on\n",
       result.stopped == StopReason::time_is_up ? "the time is up; " : "", left.size(), result.planned,
       fmt::join(left, ", "));
}

void print_text(const Reproduction& wanted, const ReproductionResult& result) {
  show("\n{}. {}\n", wanted.table.name, wanted.table.title);
  for (const TextGrid& grid : result_grids(result.results)) {
    if (!grid.title.empty()) show("\n{}\n", grid.title);
    print_grid(grid);
  }
  show("{}", footnote(result.results));
  show("\nwritten to {0}.md and {0}.json\n", (wanted.folders.results / wanted.table.name).string());
  print_what_is_left(result);
}

void print_json(const ReproductionResult& result) {
  Json line = {{"event", "table"}};
  line.update(result.results);
  show("{}\n", to_text(line));
}

}  // namespace

int run_reproduce(const ReproduceCommand& command) {
  catch_stop_signals(words_of_leaving_early);
  Reproduction wanted = command.reproduction;
  wanted.max_memory = command.max_memory;
  wanted.stop = stop_requested;
  const std::unique_ptr<Console> console = command.json ? make_json_console() : make_text_console();
  const ReproductionResult result = reproduce(wanted, *console);
  command.json ? print_json(result) : print_text(wanted, result);
  if (result.stopped != StopReason::none && result.stopped != StopReason::time_is_up) {
    throw Error(error_kind(result.stopped), "interrupted; saved: the same command goes on");
  }
  return result.failure ? exit_code_of(result.failure->kind()) : 0;
}

}  // namespace gnnir::app
