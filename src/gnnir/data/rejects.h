#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"

namespace gnnir {

/// What becomes of rows that cannot be read: the first one stops the reading, or all are kept for the rejects file.
///   Rejects rejects(options.on_error);
///   for (…) rejects.attempt(line, text, [&] { dataset.examples.push_back(read_row(text)); });
class Rejects {
 public:
  explicit Rejects(OnError on_error) : on_error_(on_error) {}

  /// Runs `read`, which must change nothing if it throws. An Error of kind data passes on, or is kept with the row's
  /// text and its line (from 1). Returns whether the row was read. Each row that is read is a graph.
  template <typename Read>
  bool attempt(std::int64_t line, std::string_view row, const Read& read) {
    try {
      read();
      ++read_;
      return true;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      if (on_error_ == OnError::stop) throw Error(ErrorKind::data, error.what(), "data.on_error");  // what else to do
      rows_.push_back({line, read_, error.what(), std::string(row), {}});
      return false;
    }
  }

  /// What is known all the same of the row that could not be read last: values by the names of Dataset::kept.
  void name_last(std::vector<std::pair<std::string, std::string>> names) { rows_.back().names = std::move(names); }

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(rows_.size()); }
  /// Why the first row could not be read; there must be one.
  [[nodiscard]] const std::string& first_reason() const { return rows_.front().reason; }
  /// The rejects file: CSV with the columns line, reason, row.
  [[nodiscard]] std::string csv() const;
  /// For a data set of the rows that were read.
  [[nodiscard]] std::vector<SkippedGraph> skipped(const std::vector<KeptColumn>& kept) const;

 private:
  struct Row {
    std::int64_t line;
    std::int64_t before;  // how many had been read
    std::string reason;
    std::string text;
    std::vector<std::pair<std::string, std::string>> names;
  };
  OnError on_error_;
  std::int64_t read_ = 0;
  std::vector<Row> rows_;
};

/// Ends the reading of a file: counts what was skipped and writes it to `file`, or, if that exists and holds something
/// else, to one with a number in its name. An Error of kind data if not a single graph could be read.
void settle_rejects(const Rejects& rejects, const std::filesystem::path& file, Dataset& dataset);
/// "3 of 100 graphs were skipped: see graphs.rejects.csv", or "".
std::string remark_on_rejects(const Dataset& dataset);
/// What a person should know of how a data set was read: "3 of 100 graphs were skipped: see graphs.rejects.csv", files
/// that were not understood.
std::vector<std::string> remarks_on_reading(const Dataset& dataset);
/// What to say of edges that are listed again with other features, or "".
std::string remark_on_conflicting_edges(const Dataset& dataset);

}  // namespace gnnir
