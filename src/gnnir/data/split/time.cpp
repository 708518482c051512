#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "gnnir/base/text.h"
#include "gnnir/data/split/columns.h"
#include "gnnir/data/split/deal.h"
#include "gnnir/data/split/entries.h"

namespace gnnir {
namespace {

/// A date with its digits as 0, or "" if it is no date: what texts must share to be in the order of time.
std::string shape_of_date(std::string_view text) {
  std::string shape(text);
  for (char& c : shape) {
    if (c >= '0' && c <= '9') c = '0';
  }
  const std::string_view known[] = {"0000-00", "0000-00-00", "0000-00-00T00:00", "0000-00-00T00:00:00"};
  std::string plain = shape.ends_with('Z') && shape.size() > 10 ? shape.substr(0, shape.size() - 1) : shape;
  if (plain.size() > 10 && plain[10] == ' ') plain[10] = 'T';
  if (std::find(std::begin(known), std::end(known), plain) == std::end(known)) return "";
  const auto between = [&](std::size_t at, long long least, long long most) {
    if (text.size() < at + 2) return true;
    const long long number = *parse_integer(text.substr(at, 2));
    return number >= least && number <= most;
  };
  if (text.size() >= 10) {
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*parse_integer(text.substr(0, 4)))),
                                           std::chrono::month(static_cast<unsigned>(*parse_integer(text.substr(5, 2)))),
                                           std::chrono::day(static_cast<unsigned>(*parse_integer(text.substr(8, 2))))};
    if (!date.ok()) return "";
  }
  const bool possible = between(5, 1, 12) && between(8, 1, 31) && between(11, 0, 23) && between(14, 0, 59);
  return possible ? shape : "";
}

std::optional<double> finite_number(std::string_view text) {
  const auto number = parse_number(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

/// Graphs of equal times, the oldest first. Times are numbers, or dates of one shape: then their text is in order too.
std::vector<GraphList> graphs_by_time(const SplitColumn& column, const GraphList& graphs) {
  std::map<std::pair<double, std::string>, GraphList> graphs_at;
  const std::string first = graphs.empty() ? "" : column.value(0);
  const bool numbers = finite_number(first).has_value();
  const std::string shape = numbers ? "" : shape_of_date(first);
  if (!graphs.empty() && !numbers && shape.empty()) {
    throw column.error(0, "expected a number or a date such as 2024-05-31, found {}", in_quotes(first));
  }
  for (const std::int64_t graph : graphs) {
    std::string value = column.value(graph);
    const auto number = finite_number(value);
    if (numbers ? !number.has_value() : shape_of_date(value) != shape) {
      throw column.error(graph, "expected {} as {}, the first one, found {}", numbers ? "a number" : "a date written",
                         in_quotes(first), in_quotes(value));
    }
    graphs_at[{numbers ? number.value_or(0) : 0, numbers ? std::string() : std::move(value)}].push_back(graph);
  }
  std::vector<GraphList> lists;
  for (auto& [time, list] : graphs_at) lists.push_back(std::move(list));
  return lists;
}

GraphList joined_lists(std::span<const GraphList> lists) {
  GraphList all;
  for (const GraphList& list : lists) all.insert(all.end(), list.begin(), list.end());
  std::sort(all.begin(), all.end());
  return all;
}

/// Cuts a row of lists into pieces with about the given shares of the graphs, at least one list each: where the graphs
/// so far are nearest to their due. There must be as many lists as pieces.
std::vector<std::span<const GraphList>> cut_by_shares(std::span<const GraphList> lists,
                                                      std::span<const double> shares) {
  std::vector<double> graphs_before = {0};
  for (const GraphList& list : lists) graphs_before.push_back(graphs_before.back() + static_cast<double>(list.size()));
  std::vector<std::span<const GraphList>> pieces;
  std::size_t begin = 0;
  double due = 0;
  for (std::size_t piece = 0; piece < shares.size(); ++piece) {
    due += shares[piece] * graphs_before.back();
    const std::size_t last = lists.size() - (shares.size() - piece - 1);
    std::size_t end = piece + 1 == shares.size() ? last : begin + 1;
    while (end < last && std::abs(graphs_before[end + 1] - due) < std::abs(graphs_before[end] - due)) ++end;
    pieces.push_back(lists.subspan(begin, end - begin));
    begin = end;
  }
  return pieces;
}

void require_times(const Dataset& dataset, std::size_t found, std::size_t wanted, const char* where) {
  if (found >= wanted) return;
  throw usage_error("[split] {}: expected at least {} different times {}, found {}", dataset.name, wanted, where,
                    found);
}

Split split_by_time(const Dataset& dataset, const DataOptions& data) {
  const std::vector<GraphList> times = graphs_by_time(SplitColumn(dataset, data.split_column), every_graph(dataset));
  std::vector<double> shares = shares_of(data.train_fraction, data.validation_fraction);
  if (shares[2] == 0) shares.pop_back();
  require_times(dataset, times.size(), shares.size(), "for as many parts");
  const auto pieces = cut_by_shares(times, shares);
  return {.train = joined_lists(pieces[0]),
          .validation = joined_lists(pieces[1]),
          .test = pieces.size() > 2 ? joined_lists(pieces[2]) : GraphList()};
}

/// Forward chaining: with k folds there are k + 1 periods, and each but the first is tested by what came before it.
std::vector<Split> folds_by_time(const Dataset& dataset, const DataOptions& data) {
  const std::vector<GraphList> times = graphs_by_time(SplitColumn(dataset, data.split_column), every_graph(dataset));
  const std::vector<double> inner = inner_shares(data.fold_options());
  const auto periods = static_cast<std::size_t>(data.folds) + 1;
  if (data.folds < 2) throw usage_error("[split] {}: expected at least 2 folds, found {}", dataset.name, data.folds);
  require_times(dataset, times.size(), periods, "for one period more than folds");
  const auto pieces = cut_by_shares(times, std::vector<double>(periods, 1.0 / static_cast<double>(periods)));
  std::vector<Split> splits;
  std::size_t before = 0;
  for (std::size_t period = 1; period < pieces.size(); ++period) {
    before += pieces[period - 1].size();
    require_times(dataset, before, 2, "in the first period, to train and to validate on");
    const auto window = cut_by_shares(std::span(times).first(before), inner);
    splits.push_back({.train = joined_lists(window[0]),
                      .validation = joined_lists(window[1]),
                      .test = joined_lists(pieces[period])});
  }
  return splits;
}

}  // namespace

const SplitMethod& time_split_method() {
  static const SplitMethod method{.name = "time",
                                  .summary = "by a column: trains on the oldest, tests on the newest",
                                  .column = true,
                                  .inner = false,
                                  .seed = false,
                                  .split = split_by_time,
                                  .make_folds = folds_by_time};
  return method;
}

}  // namespace gnnir
