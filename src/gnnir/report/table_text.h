#pragma once

#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/report/paper_table.h"

namespace gnnir {

/// The cells of a table as text: a header and its rows, all of the same length.
struct TextGrid {
  std::string title;  ///< of the column that it shows; empty: it shows all
  std::vector<std::vector<std::string>> rows;
};

/// As the paper writes it: 0.137 ± 0.010, not 0.137 ± 0.01.
std::string number_text(const PaperNumber& number);

/// Results (table_results) with the paper's number and ours side by side, and what has become of each row. A table of
/// many numbers becomes a grid per column.
std::vector<TextGrid> result_grids(const Json& results);

/// What has been run: a row per run and seed, with command, epochs, times, parameters and validation scores.
TextGrid run_grid(const Json& results);

/// "done", "partial: epoch 66 of 300", "other settings", "skipped: no MUTAG.zip in data", "not run".
std::string status_text(const Json& cell);

/// What the mark † behind numbers means, as a line; "" if there is none.
std::string footnote(const Json& results);

/// Where the cell's runs were made: "AMD EPYC, cores: 2"; "" if there are none.
std::string machines_text(const Json& cell);

/// The whole as a Markdown page: the results, then the runs and the machines they ran on.
std::string to_markdown(const Json& results);

}  // namespace gnnir
