#include "gnnir/data/rejects.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/base/files.h"
#include "gnnir/data/source/answers.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/kept.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// Whether writing there loses nothing: no such file, the same content, or a device.
bool is_free(const fs::path& path, const std::string& content) {
  std::error_code error;
  if (!fs::exists(path, error)) return true;
  if (fs::is_directory(path, error)) return false;
  return !fs::is_regular_file(path, error) ||
         (fs::file_size(path, error) == content.size() && read_file(path) == content);
}

/// graphs.rejects.csv → graphs.rejects.2.csv
fs::path numbered(const fs::path& path, int number) {
  return path.parent_path() / fmt::format("{}.{}{}", path.stem().string(), number, path.extension().string());
}

}  // namespace

std::string Rejects::csv() const {
  std::string text = "line,reason,row\n";
  for (const Row& row : rows_) text += fmt::format("{},{},{}\n", row.line, csv_field(row.reason), csv_field(row.text));
  return text;
}

std::vector<SkippedGraph> Rejects::skipped(const std::vector<KeptColumn>& kept) const {
  std::vector<SkippedGraph> skipped;
  for (const Row& row : rows_) {
    SkippedGraph& graph = skipped.emplace_back(SkippedGraph{row.before, row.line, kept_text(row.reason), {}});
    for (const KeptColumn& column : kept) {
      const auto found = std::find_if(row.names.begin(), row.names.end(),
                                      [&](const auto& named) { return named.first == column.name; });
      graph.kept.push_back(found == row.names.end() ? "" : found->second);
    }
  }
  return skipped;
}

void settle_rejects(const Rejects& rejects, const fs::path& file, Dataset& dataset) {
  if (rejects.count() == 0) return;
  if (dataset.size() == 0) {
    throw data_error("{} ({} of {} graphs cannot be read)", rejects.first_reason(), rejects.count(), rejects.count());
  }
  const std::string content = rejects.csv();
  fs::path path = file;
  for (int number = 2; !is_free(path, content); ++number) path = numbered(file, number);
  write_file_atomically(path, content);
  dataset.skipped = rejects.skipped(dataset.kept);
  dataset.repairs.rejected = rejects.count();
  dataset.rejects_file = path.string();
}

std::string remark_on_rejects(const Dataset& dataset) {
  const std::int64_t skipped = dataset.repairs.rejected;
  if (skipped == 0) return "";
  return fmt::format("{} of {} graphs {} skipped: see {}", skipped, dataset.size() + skipped,
                     skipped == 1 ? "was" : "were", dataset.rejects_file);
}

/// What the two values of columns that may be questions are.
static std::string values_in(const Dataset& dataset, std::span<const std::string> columns) {
  const auto has_minus = [&](const std::string& column) {
    const auto found = std::find(dataset.target_names.begin(), dataset.target_names.end(), column);
    if (found == dataset.target_names.end()) return !dataset.class_names.empty() && dataset.class_names.front() == "-1";
    const auto at = static_cast<std::size_t>(found - dataset.target_names.begin());
    if (!dataset.answers.empty()) return dataset.answers[at][0] == "-1" || dataset.answers[at][1] == "-1";
    for (std::size_t i = at; i < dataset.targets.size(); i += dataset.target_names.size()) {
      if (dataset.targets[i] == -1) return true;
    }
    return false;
  };
  const auto some = std::count_if(columns.begin(), columns.end(), has_minus);
  return some == 0 ? "only 0 and 1" : some == std::ssize(columns) ? "only -1 and 1" : "only two values";
}

/// Of values that may say that there is none.
static void add_remarks_on_missing(const Dataset& dataset, std::vector<std::string>& remarks) {
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    if (!sounds_missing(dataset.class_names[c])) continue;
    const auto count = std::count(dataset.classes.begin(), dataset.classes.end(), static_cast<std::int64_t>(c));
    remarks.push_back(fmt::format(
        "{} of {} graphs {} of the class {}: if it says that nothing is known, leave such fields empty or write NA",
        count, dataset.size(), count == 1 ? "is" : "are", in_quotes(dataset.class_names[c])));
  }
  const auto width = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t t = 0; t < width && dataset.answers.empty(); ++t) {
    std::vector<float> column;
    for (std::size_t i = t; i < dataset.targets.size(); i += width) column.push_back(dataset.targets[i]);
    std::string remark = remark_on_nearly_answers(dataset.target_names[t], column);
    if (!remark.empty()) remarks.push_back(std::move(remark));
  }
}

std::vector<std::string> remarks_on_reading(const Dataset& dataset) {
  std::vector<std::string> remarks;
  if (std::string remark = remark_on_rejects(dataset); !remark.empty()) remarks.push_back(std::move(remark));
  if (!dataset.unread_files.empty()) {
    remarks.push_back(fmt::format("not understood, and not read: {}", fmt::join(dataset.unread_files, ", ")));
  }
  if (const std::vector<std::string>& numbers = dataset.numbers_unasked; !numbers.empty()) {
    remarks.push_back(fmt::format("{} {} {}, and {}, as other targets are", fmt::join(numbers, ", "),
                                  numbers.size() == 1 ? "has" : "have", values_in(dataset, numbers),
                                  numbers.size() == 1 ? "is learned as a number" : "are learned as numbers"));
  }
  if (const std::vector<std::string>& asked = dataset.asked_unasked; !asked.empty()) {
    constexpr std::size_t most = 3;
    const auto shown = std::span(asked).first(std::min(most, asked.size()));
    remarks.push_back(fmt::format("{}{} {} {}: learned as {} (data.task=regression: as numbers)",
                                  fmt::join(shown, ", "), asked.size() > most ? ", …" : "",
                                  asked.size() == 1 ? "has" : "have", values_in(dataset, asked),
                                  asked.size() == 1 ? "a yes/no question" : "yes/no questions"));
  }
  add_remarks_on_missing(dataset, remarks);
  return remarks;
}

std::string remark_on_conflicting_edges(const Dataset& dataset) {
  const std::int64_t times = dataset.repairs.conflicting_edges;
  if (times == 0) return "";
  return fmt::format("edges are listed again with other features {} time{}: the first line counts", times,
                     times == 1 ? "" : "s");
}

}  // namespace gnnir
