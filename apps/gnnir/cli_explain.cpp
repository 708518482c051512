#include "cli_explain.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/explain/method.h"

namespace gnnir::app {
namespace {

std::string methods_text() {
  std::vector<std::string> lines;
  for (const ExplanationMethod& method : explanation_methods()) {
    lines.push_back(fmt::format("{} ({})", method.name, method.summary));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

void add_what_to_explain(CLI::App& command, ModelCommand& arguments) {
  command.add_option("--index", arguments.index, "which graphs, by their numbers from 0: 3,17 (default: all)")
      ->type_name("N,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      .add_option("--class", arguments.explain.class_name,
                  "explain this class, or this answer to a question (default: the predicted class; yes)")
      ->type_name("NAME");
  command.add_option("--target", arguments.explain.target, "of several targets or questions the one to explain")
      ->type_name("NAME");
}

void add_figures(CLI::App& command, ModelCommand& arguments) {
  ExplainOptions& options = arguments.explain;
  command
      .add_option("--truth", options.truth,
                  "column or key with the nodes that should be found, as \"3 7 8\": report the area under the ROC "
                  "curve (default: motif, if it is kept)")
      ->type_name("NAME");
  add_number(command, "--top", options.top, {0, 1}, "figures of merit: the share of nodes that counts as found")
      ->type_name("SHARE");
}

void add_work(CLI::App& command, ModelCommand& arguments) {
  ExplainOptions& options = arguments.explain;
  command.add_option("--samples", options.samples, "myerson: orders of nodes that are drawn for large graphs")
      ->type_name("N")
      ->check(CLI::Range(2, 1'000'000).description(""))
      ->capture_default_str();
  command
      .add_option("--exact-nodes", options.exact_nodes,
                  "myerson: connected parts of at most so many nodes are exact, over all their subsets")
      ->type_name("N")
      ->check(CLI::Range(0, 20).description(""))
      ->capture_default_str();
  command.add_option("--quadrature", options.steps, "gradient: points between a graph without features and the graph")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  add_seed(command, "--explain-seed", options.seed, "myerson: seed of the orders of nodes");
  add_number(command, "--budget", options.budget, {1e-3, 1e12},
             "what all of it may take, in seconds of a nominal computer: work is counted, not timed")
      ->type_name("SECONDS");
}

}  // namespace

void add_explain_options(CLI::App& command, ModelCommand& arguments) {
  command.add_option("--method", arguments.explain.method, methods_text())->type_name("NAME")->capture_default_str();
  add_what_to_explain(command, arguments);
  command
      .add_option(
          "--out", arguments.out,
          "file ending in .html (pictures and tables), .csv (a row for every node and edge) or .json (all there is)")
      ->type_name("FILE");
  add_figures(command, arguments);
  add_work(command, arguments);
  command.add_flag("--json", arguments.json, "figures of merit as one JSON object, in the place of tables");
  command.footer(
      "A table is shown of up to three graphs, else the means of the figures of merit.\n"
      "Examples:\n  gnnir explain runs/first my_graphs/ --index 3\n"
      "  gnnir explain runs/first molecules.csv --method ir --index 0,5 --out why.html\n"
      "  gnnir explain runs/first molecules.csv --target solubility --method gradient --out why.csv\n"
      "  gnnir explain runs/motifs MOTIFS --part test --truth motif --method myerson");
}

}  // namespace gnnir::app
