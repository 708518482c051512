#include "gnnir/data/source/csv.h"

#include <algorithm>

#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// All rows that can be read, after the header.
Rows rows_of(CsvReader& csv) {
  Rows rows;
  std::int64_t line = 1;
  while (csv.next()) {
    require(csv.place().line > line, "rows begin on ascending lines");
    line = csv.place().line;
    accepted([&] {
      const auto fields = csv.fields();
      require(fields.size() == csv.header().size(), "a row has a field for each column");
      rows.emplace_back(fields.begin(), fields.end());
      return true;
    });
  }
  return rows;
}

}  // namespace

void fuzz_csv(std::string_view input) {
  accepted([&] {
    CsvReader csv("f", std::string(input));
    const Rows rows = rows_of(csv);
    std::string text = csv_row(csv.header());
    for (const auto& row : rows) text += csv_row(row);
    CsvReader again("f", text, Separator::comma);
    require(again.header() == csv.header(), "a header reads back as it was written");
    require(rows_of(again) == rows, "rows read back as they were written");
    return true;
  });
}

}  // namespace gnnir
