#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/source/place.h"

namespace gnnir {

/// Whether a field says that nothing is known: empty, nan, NA, N/A, #N/A, null or NULL.
bool is_missing(std::string_view field);

/// The value of a class label that is an integer however it is written: "1", "+1" and "1.0" are one class.
std::optional<std::int64_t> parse_class_label(std::string_view text);

/// Labels as the classes of a data set; nothing is a missing one. Names that are integers, all of them, ascend by their
/// value, and equal ones are one class, named as it was first written; other names ascend as texts.
void store_classes(std::span<const std::optional<std::string>> labels, Dataset& dataset);

/// An Error of kind usage, with the nearest name and the list, if a target is chosen that is not known, or twice.
void check_chosen(const std::string& where, std::span<const std::string> known, std::span<const std::string> chosen);

/// What is known of graphs, by named columns, which become classes or targets:
/// - ReadOptions::targets chooses columns; without it all count.
/// - The column `class` holds classes; so does every column with --task classification if there is no such one.
/// - Of other columns the first value decides: a number makes it a target, a text makes it classes, unless most of the
///   others are numbers, which is an Error of kind usage. With --task
///   regression all are targets, also one named `class` if it was chosen or is the only one.
/// - A column of numbers that are all 0 or 1, or all -1 or 1, asks for yes or no, unless --task regression: one alone
/// is two classes,
///   several are questions (Dataset::answers), together with columns of two texts. Several columns of texts, or with
///   --task classification of anything, must be questions; else classes come from one column at most.
/// - Names of rows are no classes: a column in which nearly every row differs is an Error of kind usage. Empty fields,
/// nan, NA, N/A, #N/A, null and NULL are missing.
///   LabelTable labels("[csv] f.csv", {"mu", "toxic"}, options);
///   while (…) labels.add(place, fields);
///   labels.store(dataset);
class LabelTable {
 public:
  /// `where` begins messages. The columns are checked as by check_chosen.
  LabelTable(std::string where, std::vector<std::string> columns, const ReadOptions& options);

  [[nodiscard]] const std::vector<std::string>& columns() const { return names_; }
  /// One more graph; a field for each column, all of them in one place or each in its own. Changes nothing if it throws
  /// an Error of kind data.
  void add(const Place& place, const std::vector<std::string_view>& fields);
  void add(std::span<const Place> places, const std::vector<std::string_view>& fields);
  /// An Error of kind usage if several columns hold classes and are not all questions, or if classes are names.
  void store(Dataset& dataset) const;

 private:
  struct Column {
    enum class Kind { ignored, undecided, classes, target };
    Kind kind = Kind::undecided;
    std::int64_t decided_at = 0;                     // the line of the first value
    std::vector<std::optional<std::string>> labels;  // of classes
    std::vector<float> numbers;                      // of targets
  };
  /// A field after it was read and before it is kept.
  struct Value {
    Column::Kind kind;
    std::optional<std::string> label;
    float number;
  };
  [[nodiscard]] Column::Kind kind_of(const std::string& name, const ReadOptions& options) const;
  void refuse_mostly_numbers(std::size_t column) const;
  void refuse_names(std::size_t column) const;
  /// The columns to learn, all of them questions with two answers; empty: they are not.
  [[nodiscard]] std::vector<std::size_t> questions() const;
  void store_questions(const std::vector<std::size_t>& columns, Dataset& dataset) const;
  void store_target(std::size_t column, Dataset& dataset) const;
  [[nodiscard]] Value read(const Place& place, std::size_t column, std::string_view field) const;
  template <typename PlaceOf>
  void add_row(const PlaceOf& place_of, const std::vector<std::string_view>& fields);

  std::string where_;
  TaskChoice task_;
  bool asks_;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  std::int64_t size_ = 0;
};

/// The same choice for what has been read: class labels that are integers become a target if regression is asked for
/// and there is no other, and of targets (and `class`) only the chosen ones stay.
void choose_labels(Dataset& dataset, const ReadOptions& options, const std::string& where);

}  // namespace gnnir
