#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/base/enum_names.h"

namespace gnnir {

/// What is shown of a score's values over folds and seeds.
enum class Statistic { mean_std, mean, median, max, min, std };
template <>
struct EnumNames<Statistic> {
  static constexpr std::array table = {std::pair{"mean_std", Statistic::mean_std}, std::pair{"mean", Statistic::mean},
                                       std::pair{"median", Statistic::median},     std::pair{"max", Statistic::max},
                                       std::pair{"min", Statistic::min},           std::pair{"std", Statistic::std}};
};

/// A number as the paper has it: 98.67, [98.67, 1.8] for 98.67 ± 1.8, or a word such as "OOM".
struct PaperNumber {
  std::optional<double> value;
  std::optional<double> std;
  std::string word;
};

/// One number that a column shows of each of its runs.
struct ShownScore {
  std::string key;    ///< under which a cell gives the paper's number
  std::string title;  ///< heading; by default the key
  std::string part = "test";
  std::string score;  ///< one of score_names() ("accuracy" is shown in %), or "seconds_per_epoch"
  Statistic statistic = Statistic::mean_std;
  std::string ratio_to;  ///< name of the row that it is divided by; empty: by none
  int decimals = 2;
};

/// What the runs of a column have in common.
struct TableColumn {
  std::string key;
  std::string title;  ///< by default the key
  std::string dataset;
  std::int64_t graphs = 0;  ///< how many the paper's runs are about; 0: not said
  std::string verb;         ///< "train" or "cv"
  std::string split_file;   ///< published folds, relative to the data folder; empty: the configuration's own
  std::vector<ShownScore> scores;
};

/// A model's place in a column.
struct TableCell {
  std::size_t column = 0;
  std::string run;  ///< "T2/l4_k16": the configuration is T2/l4_k16.toml; empty: gnnir does not have the model
  std::string note;
  std::map<std::string, PaperNumber> paper;  ///< by the score's key

  /// What `--rows` calls it: "l4_k16".
  [[nodiscard]] std::string key() const { return run.substr(run.find('/') + 1); }
};

struct TableRow {
  std::string name;
  std::string note;
  std::vector<TableCell> cells;  ///< in the order of the columns; a row need not have all
};

/// A table of the paper and the runs that reproduce it, as EXPERIMENTS/T2/table.toml has it:
///   title = "CSL: test accuracy in %"
///   [[columns]]
///   key = "csl"
///   dataset = "CSL"
///   graphs = 150
///   verb = "cv"
///   scores = [{ key = "mean", score = "accuracy", statistic = "mean" }]
///   [[rows]]
///   name = "GIN"
///   csl = { config = "gin.toml", paper = { mean = 10 } }
struct PaperTable {
  std::string name;  ///< "T2"
  std::string title;
  std::string note;
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;
};

/// Reads a table; `table` is its name, `file` begins messages. Unknown keys, wrong types and names that lead nowhere
/// are errors of kind usage with the line and the nearest name.
PaperTable parse_paper_table(std::string_view toml, const std::string& table, const std::string& file);

/// The table in EXPERIMENTS/TABLE. A name that has no folder there is an Error of kind usage with the nearest one.
PaperTable read_paper_table(const std::filesystem::path& experiments, const std::string& table);

/// Names of the tables in a folder, ascending: its folders with a table.toml.
std::vector<std::string> tables_in(const std::filesystem::path& experiments);

}  // namespace gnnir
