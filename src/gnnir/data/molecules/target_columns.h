#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/readers/place.h"

namespace gnnir {

/// What is to be learned, from columns of text. Several columns are real targets. One is real targets if any of its
/// fields is a number, else classes, unless the task says which. Empty fields and `nan` are missing.
///   TargetColumns columns({"active"}, TaskChoice::automatic);
///   for (field of all rows) columns.look_at(field);
///   for (each row) columns.add({field}, place);
///   columns.store(dataset);
class TargetColumns {
 public:
  /// An Error of kind usage if classes are asked for in several columns.
  TargetColumns(std::vector<std::string> names, TaskChoice task);

  /// Whether look_at must see the fields of the one column before the first is added.
  [[nodiscard]] bool undecided() const { return !task_ && names_.size() == 1; }
  void look_at(std::string_view field);

  /// One field for each column. An Error of kind data about `place`, and nothing has changed, if one is no number where
  /// numbers are expected.
  void add(std::span<const std::string_view> fields, const Place& place);
  /// Classes are named as in the file, ascending: by value if all are integers, else as text.
  void store(Dataset& dataset) const;

 private:
  [[nodiscard]] Task task() const { return task_.value_or(seen_text_ ? Task::classification : Task::regression); }
  [[nodiscard]] float real(std::string_view field, std::size_t column, const Place& place) const;

  std::vector<std::string> names_;
  std::optional<Task> task_;
  bool seen_text_ = false;
  std::vector<float> reals_;        // [rows, names_]
  std::vector<std::string> labels_;  // [rows], empty: missing
};

}  // namespace gnnir
