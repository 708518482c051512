#include "gnnir/report/paper_table.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/report/reproduction.h"
#include "gnnir/report/stored_results.h"
#include "gnnir/report/table_text.h"

namespace gnnir {

void fuzz_paper_table(std::string_view input) {
  const auto table = accepted([&] { return parse_paper_table(input, "T", "f"); });
  if (!table) return;
  const Json results = table_results(*table, {}, {});
  require(!to_markdown(results).empty(), "a table can be shown");
  require(results == parse_results(to_text(results), *table, "f"), "results read back as they were written");
  for (const NamedRun& run : runs_of(*table, {})) require(!run.key.empty(), "a run has a key");
}

void fuzz_results(std::string_view input) {
  static const PaperTable table = parse_paper_table(R"(
title = "t"
columns = [{ key = "c", dataset = "D", verb = "cv", scores = [{ key = "a", score = "accuracy" },
                                                             { key = "s", score = "seconds_per_epoch", ratio_to = "r" }] }]
rows = [{ name = "r", c = { config = "x.toml" } }, { name = "q", c = { config = "y.toml" } }]
)",
                                                    "T", "t");
  const auto results = accepted([&] { return parse_results(input, table, "f"); });
  if (!results) return;
  require(table_results(table, {}, *results) == *results, "what was stored stays");
}

}  // namespace gnnir
