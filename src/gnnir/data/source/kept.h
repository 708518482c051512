#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A value from a file as it may go on to tables, JSON and terminals: control characters and bytes that are no UTF-8
/// become `\x9f`.
std::string kept_text(std::string_view value);

/// The column of those nodes that what is learned is about, "3 7 8": the truth that explanations are compared with.
/// JSON lines may have it as a key, which is read where it is asked for.
inline constexpr const char* motif_column = "motif";

/// Which of several columns hold names, as tables of people have them: one called id, else one called name, in any
/// case. `taken` are columns that mean something else. Nothing is past the end.
std::size_t find_id_column(std::span<const std::string> columns, std::span<const std::size_t> taken);

/// An Error of kind usage, with the nearest name and the list, if a column is to be kept that is not known, or twice.
void check_kept(const std::string& where, std::span<const std::string> known, std::span<const std::string> keep);

/// Columns that go through beside what is learned, a graph at a time.
///   KeptTable kept;
///   kept.add_column("id", KeptTable::Kind::name);
///   while (…) kept.add({id});
///   kept.store(dataset);
class KeptTable {
 public:
  enum class Kind {
    asked,        ///< stays, whatever is in it
    name,         ///< if some graph has one, also one that cannot be read
    perhaps_name  ///< if every graph has one, each another, and not all are numbers
  };
  /// Before the first graph; a column that is there already stays as it is.
  void add_column(const std::string& name, Kind kind);
  [[nodiscard]] std::size_t num_columns() const { return columns_.size(); }

  /// One more graph, a value for each column.
  void add(std::span<const std::string_view> values);
  /// What is known of a graph that cannot be read, as Rejects::name_last takes it. A name counts as one.
  std::vector<std::pair<std::string, std::string>> named(std::span<const std::string_view> values);
  /// To Dataset::kept, in the order of columns; `smiles` is the name of the one that becomes Dataset::smiles_kept.
  void store(Dataset& dataset, std::string_view smiles = {}) const;

 private:
  struct Column {
    KeptColumn kept;
    Kind kind;
    bool has_any = false;  // value of whatever graph
  };
  static bool stays(const Column& column);

  std::vector<Column> columns_;
};

}  // namespace gnnir
