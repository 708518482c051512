#include "gnnir/data/source/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/answers.h"

namespace gnnir {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();
constexpr const char* class_column = "class";

bool contains(std::span<const std::string> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The class of every label, by the order of `Key`.
template <typename Key, typename KeyOf>
void number_classes(std::span<const std::optional<std::string>> labels, const KeyOf& key_of, Dataset& dataset) {
  std::map<Key, std::pair<std::string, std::int64_t>> classes;  // name as first written, and number
  for (const auto& label : labels) {
    if (label) classes.try_emplace(key_of(*label), *label, 0);
  }
  for (auto& [key, named] : classes) {
    named.second = static_cast<std::int64_t>(dataset.class_names.size());
    dataset.class_names.push_back(named.first);
  }
  dataset.classes.reserve(labels.size());
  for (const auto& label : labels) dataset.classes.push_back(label ? classes.at(key_of(*label)).second : -1);
}

}  // namespace

bool is_missing(std::string_view field) {
  const std::string_view text = trimmed(field);
  for (const std::string_view nothing : {"", "NA", "N/A", "#N/A", "null", "NULL"}) {
    if (text == nothing) return true;
  }
  const auto number = parse_number(text);
  return number && std::isnan(*number);
}

void check_chosen(const std::string& where, std::span<const std::string> known, std::span<const std::string> chosen) {
  for (const std::string& name : chosen) {
    if (std::count(chosen.begin(), chosen.end(), name) > 1)
      throw setting_error("data.targets", "'{}' is given twice", name);
    if (contains(known, name)) continue;
    throw setting_error("data.targets", "{} has no '{}'.{} There {}", where, name, suggestion(name, known),
                        known.empty() ? "are none" : fmt::format("are: {}", fmt::join(known, ", ")));
  }
}

std::optional<std::int64_t> parse_class_label(std::string_view text) {
  if (const auto integer = parse_integer(text)) return *integer;
  constexpr double largest_exact = 0x1.0p53;
  const auto number = parse_number(text);
  if (!number || std::abs(*number) >= largest_exact || *number != std::floor(*number)) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

void store_classes(std::span<const std::optional<std::string>> labels, Dataset& dataset) {
  dataset.classes.clear();
  dataset.class_names.clear();
  const auto is_there = [](const auto& label) { return label.has_value(); };
  if (std::none_of(labels.begin(), labels.end(), is_there)) return;  // a data set to predict on
  const bool integers = std::all_of(labels.begin(), labels.end(),
                                    [](const auto& label) { return !label || parse_class_label(*label).has_value(); });
  if (integers) {
    number_classes<std::int64_t>(
        labels, [](const std::string& label) { return *parse_class_label(label); }, dataset);
  } else {
    number_classes<std::string>(
        labels, [](const std::string& label) { return label; }, dataset);
  }
  // Of two answers the second is the one that is asked for.
  const std::vector<std::string>& names = dataset.class_names;
  if (names.size() == 2 && sounds_like_no(names[1], names[0]) && !sounds_like_no(names[0], names[1])) {
    swap_answers(dataset);
  }
}

LabelTable::LabelTable(std::string where, std::vector<std::string> columns, const ReadOptions& options)
    : where_(std::move(where)), task_(options.task), asks_(options.questions), names_(std::move(columns)) {
  if (options.labels) check_chosen(where_, names_, options.targets);
  for (const std::string& name : names_) {
    columns_.push_back({.kind = kind_of(name, options)});
    const bool fit = !trimmed(name).empty() && trimmed(name).size() == name.size() && is_utf8(name);
    if (fit || columns_.back().kind == Column::Kind::ignored) continue;
    throw data_error("{}: column {} of what is to be learned has no name that can be used, but {}", where_,
                     columns_.size(), in_quotes(name));
  }
}

LabelTable::Column::Kind LabelTable::kind_of(const std::string& name, const ReadOptions& options) const {
  using Kind = Column::Kind;
  if (!options.labels) return Kind::ignored;
  const bool chosen = contains(options.targets, name);
  if (!options.targets.empty() && !chosen) return Kind::ignored;
  const bool regression = options.task == TaskChoice::regression;
  if (name == class_column && !(regression && (chosen || names_.size() == 1))) return Kind::classes;
  if (regression) return Kind::target;
  const bool others_may_be_classes = chosen || !contains(names_, class_column);
  if (options.task == TaskChoice::classification && others_may_be_classes) return Kind::classes;
  return Kind::undecided;
}

LabelTable::Value LabelTable::read(const Place& place, std::size_t column, std::string_view field) const {
  using Kind = Column::Kind;
  Kind kind = columns_[column].kind;
  if (kind == Kind::ignored || is_missing(field)) return {kind, std::nullopt, missing};
  const std::string_view text = trimmed(field);
  if (kind == Kind::undecided) kind = parse_number(text) ? Kind::target : Kind::classes;
  if (kind == Kind::classes) {
    std::string label(text);
    if (!is_utf8(label)) throw place.error("'{}': expected a text in UTF-8, found {}", names_[column], in_quotes(text));
    return {kind, std::move(label), missing};
  }
  if (!parse_number(text) && columns_[column].decided_at > 0) {
    throw place.error("'{}': expected a number as in line {}, found {} ({}data.task=classification: texts are classes)",
                      names_[column], columns_[column].decided_at, in_quotes(text),
                      sounds_missing(text) ? "what is missing is left empty or written NA; " : "");
  }
  return {kind, std::nullopt, place.real(text, names_[column])};
}

void LabelTable::add(const Place& place, const std::vector<std::string_view>& fields) {
  add_row([&](std::size_t) { return &place; }, fields);
}

void LabelTable::add(std::span<const Place> places, const std::vector<std::string_view>& fields) {
  add_row([&](std::size_t c) { return &places[c]; }, fields);
}

template <typename PlaceOf>
void LabelTable::add_row(const PlaceOf& place_of, const std::vector<std::string_view>& fields) {
  std::vector<Value> row;
  row.reserve(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) row.push_back(read(*place_of(c), c, fields[c]));
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    Column& column = columns_[c];
    if (column.kind == Column::Kind::undecided && row[c].kind != column.kind) {
      column.kind = row[c].kind;
      column.decided_at = place_of(c)->line;
      column.labels.assign(static_cast<std::size_t>(size_), std::nullopt);
      column.numbers.assign(static_cast<std::size_t>(size_), missing);
    }
    if (column.kind == Column::Kind::classes) column.labels.push_back(std::move(row[c].label));
    if (column.kind == Column::Kind::target) column.numbers.push_back(row[c].number);
  }
  ++size_;
}

/// A text in the first row must not make classes of all the numbers behind it.
void LabelTable::refuse_mostly_numbers(std::size_t column) const {
  const Column& classes = columns_[column];
  if (classes.decided_at == 0) return;  // they were asked for
  std::int64_t values = 0;
  std::int64_t numbers = 0;
  const std::string* first = nullptr;
  for (const auto& label : classes.labels) {
    if (!label) continue;
    if (first == nullptr) first = &*label;
    ++values;
    numbers += parse_number(*label) ? 1 : 0;
  }
  if (2 * numbers <= values) return;
  throw usage_error(
      "{}:{}: '{}': found {}, but {} of {} values are numbers: mend it{}, or say data.task=classification or "
      "regression",
      where_, classes.decided_at, names_[column], in_quotes(*first), numbers, values,
      sounds_missing(*first) ? " (what is missing is left empty or written NA)" : "");
}

/// "Every row its own" is what a name or a remark looks like.
void LabelTable::refuse_names(std::size_t column) const {
  constexpr std::int64_t few = 20;
  std::set<std::string_view> different;
  std::int64_t values = 0;
  for (const auto& label : columns_[column].labels) {
    if (!label) continue;
    different.insert(*label);
    ++values;
  }
  if (values < few || 10 * std::ssize(different) <= 9 * values) return;
  std::string with_point(*different.begin());
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (with_point != *different.begin() && parse_number(with_point)) {
    throw usage_error("{}: '{}' has numbers with a decimal comma, such as {}: write them with a point", where_,
                      names_[column], in_quotes(*different.begin()));
  }
  throw usage_error(
      "{}: '{}' has {} different values in {} rows: these are names or numbers, not classes; choose what is to be "
      "learned with data.targets, or say data.task=regression",
      where_, names_[column], different.size(), values);
}

std::vector<std::size_t> LabelTable::questions() const {
  using Kind = Column::Kind;
  std::vector<std::size_t> found;
  bool some_has_both = false;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (column.kind == Kind::ignored) continue;
    // A column called class that nobody has chosen among others means what it says.
    if (task_ == TaskChoice::regression || (names_[c] == class_column && task_ == TaskChoice::automatic)) return {};
    const std::set<std::string> answers = answers_in(column.labels, column.numbers);
    if (asks_ && answers.size() > 2) {
      throw data_error("{}: '{}' is a question with two answers, found more: {}", where_, names_[c],
                       fmt::join(answers, ", "));
    }
    if (answers.size() > 2 || (column.kind == Kind::target && !are_answers(column.numbers))) return {};
    some_has_both = some_has_both || answers.size() == 2;
    found.push_back(c);
  }
  const bool one_of_texts = found.size() == 1 && columns_[found.front()].kind == Kind::classes;
  if (asks_) return found;
  return some_has_both && !one_of_texts ? found : std::vector<std::size_t>();
}

void LabelTable::store_questions(const std::vector<std::size_t>& columns, Dataset& dataset) const {
  const auto texts_of = [&](std::size_t c) {
    const Column& column = columns_[c];
    return column.kind == Column::Kind::classes ? column.labels : as_texts(column.numbers, size_);
  };
  for (const std::size_t c : columns) {
    if (columns_[c].kind == Column::Kind::target) dataset.asked_unasked.push_back(names_[c]);
  }
  if (columns.size() == 1 && !asks_) return store_classes(texts_of(columns.front()), dataset);
  const std::size_t width = columns.size();
  dataset.num_targets = static_cast<std::int64_t>(width);
  dataset.targets.assign(static_cast<std::size_t>(size_) * width, missing);
  for (std::size_t t = 0; t < width; ++t) {
    Dataset one;
    store_classes(texts_of(columns[t]), one);
    std::array<std::string, 2>& answers = dataset.answers.emplace_back();
    // The only answer that there is may be either: 0 is no, and so is what sounds like it.
    const bool only_yes = one.class_names.size() == 1 && !sounds_like_no(one.class_names.front(), "");
    for (std::size_t k = 0; k < one.class_names.size(); ++k) answers[only_yes ? 1 : k] = one.class_names[k];
    if (answers[1].empty() && (answers[0].empty() || answers[0] == "0")) answers = {"0", "1"};
    if (answers[1].empty() && answers[0] == "-1") answers[1] = "1";
    if (answers[0].empty() && answers[1] == "1") answers[0] = "0";
    dataset.target_names.push_back(names_[columns[t]]);
    for (std::size_t row = 0; row < one.classes.size(); ++row) {
      if (one.classes[row] >= 0) {
        dataset.targets[row * width + t] = only_yes ? 1.0F : static_cast<float>(one.classes[row]);
      }
    }
  }
}

void LabelTable::store(Dataset& dataset) const {
  if (const std::vector<std::size_t> asked = questions(); !asked.empty()) return store_questions(asked, dataset);
  std::vector<const Column*> targets;
  std::vector<std::string> class_columns;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (column.kind == Column::Kind::classes) {
      refuse_mostly_numbers(c);
      class_columns.push_back(names_[c]);
      if (class_columns.size() > 1) continue;
      refuse_names(c);
      store_classes(column.labels, dataset);
      dataset.class_column = column.decided_at > 0 ? names_[c] : "";
    } else if (column.kind != Column::Kind::ignored) {
      targets.push_back(&column);  // one without a single value counts: its values are missing
      dataset.target_names.push_back(names_[c]);
    }
  }
  if (class_columns.size() > 1) {
    throw usage_error(
        "{}: classes come from one column, found {}: choose one with data.targets (several can be learned together "
        "only if each has two answers)",
        where_, fmt::join(class_columns, ", "));
  }
  for (std::size_t c = 0; c < columns_.size() && task_ == TaskChoice::automatic && targets.size() > 1; ++c) {
    const std::vector<float>& numbers = columns_[c].numbers;
    const bool asks = columns_[c].kind == Column::Kind::target && are_answers(numbers);
    if (asks && answers_in({}, numbers).size() == 2) dataset.numbers_unasked.push_back(names_[c]);
  }
  dataset.num_targets = static_cast<std::int64_t>(targets.size());
  for (std::size_t row = 0; row < static_cast<std::size_t>(size_); ++row) {
    for (const Column* column : targets) {
      dataset.targets.push_back(column->numbers.empty() ? missing : column->numbers[row]);
    }
  }
}

namespace {

void turn_classes_into_a_target(Dataset& dataset) {
  std::vector<float> values;
  for (const std::string& name : dataset.class_names) {
    const auto value = parse_number(name);
    if (!value) return;
    values.push_back(static_cast<float>(*value));
  }
  for (const std::int64_t c : dataset.classes) {
    dataset.targets.push_back(c < 0 ? missing : values[static_cast<std::size_t>(c)]);
  }
  dataset.num_targets = 1;
  dataset.target_names = {"target_0"};
  dataset.classes.clear();
  dataset.class_names.clear();
}

void keep_targets(Dataset& dataset, std::span<const std::string> chosen) {
  std::vector<std::size_t> kept;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < dataset.target_names.size(); ++i) {
    if (!contains(chosen, dataset.target_names[i])) continue;
    kept.push_back(i);
    names.push_back(dataset.target_names[i]);
  }
  std::vector<float> targets;
  for (std::size_t row = 0; row < dataset.examples.size(); ++row) {
    for (const std::size_t column : kept)
      targets.push_back(dataset.targets[row * dataset.target_names.size() + column]);
  }
  dataset.targets = std::move(targets);
  dataset.target_names = std::move(names);
  dataset.num_targets = static_cast<std::int64_t>(kept.size());
}

}  // namespace

void choose_labels(Dataset& dataset, const ReadOptions& options, const std::string& where) {
  if (options.labels && options.task == TaskChoice::regression && dataset.has_classes() && !dataset.has_targets()) {
    turn_classes_into_a_target(dataset);
  }
  if (options.labels && options.targets.empty()) return;
  const std::vector<std::string> chosen = options.labels ? options.targets : std::vector<std::string>();
  std::vector<std::string> known = dataset.target_names;
  if (dataset.has_classes()) known.insert(known.begin(), class_column);
  check_chosen(where, known, chosen);
  keep_targets(dataset, chosen);
  if (contains(chosen, class_column)) return;
  dataset.classes.clear();
  dataset.class_names.clear();
}

}  // namespace gnnir
