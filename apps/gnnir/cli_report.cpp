#include "cli_report.h"

#include "commands.h"

namespace gnnir::app {

void add_report(CLI::App& app, ReportCommand& command, Action& action) {
  CLI::App* report = app.add_subcommand("report", "Show runs as a page: one HTML file that needs nothing else");
  report
      ->add_option("run", command.of,
                   "run folders; or the folder of a search over settings, or TABLE.json of `gnnir reproduce`")
      ->required()
      ->type_name("RUN…");
  report
      ->add_option("--out", command.out,
                   "the page (default: report.html in the folder; of several runs in the present one)")
      ->type_name("FILE");
  report
      ->add_option("--data", command.data,
                   "where the run's data set is now, to draw its graphs (default: where it was)")
      ->type_name("DATA");
  report->add_option("--data-dir", command.data_dir,
                     "folder where named data sets are looked for (default: $GNNIR_DATA)");
  report->add_flag("--open", command.open, "show it in a browser");
  report->footer(
      "Examples:\n  gnnir report runs/first --open\n  gnnir report runs/first runs/second --out both.html\n"
      "  gnnir report runs/search\n  gnnir report experiments/results/T2.json --out T2.html\n"
      "Every run writes its own page at its end; this writes it anew.");
  report->callback([&] { action = [&] { return run_report(command); }; });
}

}  // namespace gnnir::app
