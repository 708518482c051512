#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
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
  /// text and its line (from 1). Returns whether the row was read.
  template <typename Read>
  bool attempt(std::int64_t line, std::string_view row, const Read& read) {
    try {
      read();
      return true;
    } catch (const Error& error) {
      if (on_error_ == OnError::stop || error.kind() != ErrorKind::data) throw;
      rows_.push_back({line, error.what(), std::string(row)});
      return false;
    }
  }

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(rows_.size()); }
  /// Why the first row could not be read; there must be one.
  [[nodiscard]] const std::string& first_reason() const { return rows_.front().reason; }
  /// The rejects file: CSV with the columns line, reason, row.
  [[nodiscard]] std::string csv() const;

 private:
  struct Row {
    std::int64_t line;
    std::string reason;
    std::string text;
  };
  OnError on_error_;
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
