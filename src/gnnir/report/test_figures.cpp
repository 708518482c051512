#include "gnnir/report/test_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gnnir/metrics/ranking.h"

namespace gnnir {
namespace {

constexpr std::size_t num_bins = 25;
constexpr std::size_t most_mistakes = 100;

Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// The smallest value that so much of all are at most.
double quantile(const std::vector<double>& ascending, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ascending.size())));
  return ascending[std::clamp<std::size_t>(rank, 1, ascending.size()) - 1];
}

std::vector<Residuals::Bin> bins_of(const std::vector<double>& ascending) {
  const double from = quantile(ascending, 0.01);
  const double to = quantile(ascending, 0.99);
  if (!(from < to)) return {{from, from, std::ssize(ascending)}};
  std::vector<Residuals::Bin> bins(num_bins);
  const double width = (to - from) / num_bins;
  for (std::size_t b = 0; b < num_bins; ++b) {
    bins[b].from = from + width * static_cast<double>(b);
    bins[b].to = from + width * static_cast<double>(b + 1);
  }
  for (const double value : ascending) {
    const double place = std::clamp((value - from) / width, 0.0, static_cast<double>(num_bins - 1));
    ++bins[static_cast<std::size_t>(place)].graphs;
  }
  return bins;
}

void add_areas(const ClassRows& rows, ColumnFigures& figures) {
  if (rows.num_classes != 2 || rows.size() == 0) return;
  const auto [score, positive] = of_second_class(rows);
  const double area = roc_auc(score, positive);
  if (!std::isfinite(area)) return;
  figures.roc_auc = area;
  figures.average_precision = average_precision(score, positive);
}

ColumnFigures figures_of(const TestColumn& column, Task task) {
  ColumnFigures figures;
  figures.name = column.name;
  if (task == Task::regression) {
    figures.residuals = residuals_of(column.numbers);
    return figures;
  }
  figures.classes = column.classes;
  figures.reliability = reliability(column.answers);
  const ClassRows& rows = column.answers;
  add_areas(rows, figures);
  const std::size_t classes = column.classes.size();
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> pairs;
  const bool few = classes <= ColumnFigures::most_classes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.predicted[i] >= 0) {
      ++pairs[{rows.labels[i], rows.predicted[i]}];
    } else if (few) {
      figures.unanswered.resize(classes);
      ++figures.unanswered[static_cast<std::size_t>(rows.labels[i])];
    }
  }
  if (few) figures.counts.resize(classes * classes);
  for (const auto& [pair, graphs] : pairs) {
    const auto truth = static_cast<std::size_t>(pair.first);
    const auto said = static_cast<std::size_t>(pair.second);
    if (!figures.counts.empty()) {
      figures.counts[truth * classes + said] = graphs;
    } else if (truth != said) {
      figures.mistakes.push_back({truth, said, graphs});
    }
  }
  std::stable_sort(figures.mistakes.begin(), figures.mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.graphs > b.graphs; });
  if (figures.mistakes.size() > most_mistakes) figures.mistakes.resize(most_mistakes);
  return figures;
}

Json json_of(const Residuals& residuals) {
  Json bins = Json::array();
  for (const Residuals::Bin& bin : residuals.bins) bins.push_back({bin.from, bin.to, bin.graphs});
  return {{"graphs", residuals.graphs},
          {"unanswered", residuals.unanswered},
          {"mean", finite_or_null(residuals.mean)},
          {"deviation", finite_or_null(residuals.deviation)},
          {"median_error", finite_or_null(residuals.median_error)},
          {"ninety_percent", finite_or_null(residuals.ninety_percent)},
          {"largest", finite_or_null(residuals.largest)},
          {"bins", bins}};
}

Json json_of(const ColumnFigures& column) {
  Json json = Json::object();
  if (!column.name.empty()) json["name"] = column.name;
  if (column.residuals) {
    json["residuals"] = json_of(*column.residuals);
    return json;
  }
  if (!column.counts.empty()) {
    json["classes"] = column.classes;
    json["confusion"] = column.counts;
    if (!column.unanswered.empty()) json["unanswered"] = column.unanswered;
  }
  Json mistakes = Json::array();
  for (const Mistake& mistake : column.mistakes) {
    mistakes.push_back({column.classes[mistake.true_class], column.classes[mistake.predicted], mistake.graphs});
  }
  if (!mistakes.empty()) json["mistakes"] = mistakes;
  if (column.roc_auc) json["roc_auc"] = *column.roc_auc;
  if (column.average_precision) json["average_precision"] = *column.average_precision;
  json["reliability"] = Json::array();
  for (const ReliabilityBin& bin : column.reliability) {
    json["reliability"].push_back({{"from", bin.from},
                                   {"to", bin.to},
                                   {"graphs", bin.graphs},
                                   {"probability", bin.probability},
                                   {"right", bin.right}});
  }
  return json;
}

}  // namespace

SecondClass of_second_class(const ClassRows& rows) {
  SecondClass found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.predicted[i] < 0) continue;
    found.score.push_back(rows.probability(i, 1));
    found.positive.push_back(rows.labels[i] == 1);
  }
  return found;
}

Residuals residuals_of(const NumberRows& rows) {
  Residuals found;
  std::vector<double> residuals;
  std::vector<double> errors;
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    const double residual = rows.predictions[i] - rows.targets[i];
    if (!std::isfinite(residual)) {
      ++found.unanswered;
      continue;
    }
    residuals.push_back(residual);
    errors.push_back(std::abs(residual));
  }
  found.graphs = std::ssize(residuals);
  if (residuals.empty()) return found;
  std::sort(residuals.begin(), residuals.end());
  std::sort(errors.begin(), errors.end());
  const Summary summary = summarize(residuals);
  found.mean = summary.mean;
  found.deviation = summary.std;
  found.median_error = quantile(errors, 0.5);
  found.ninety_percent = quantile(errors, 0.9);
  found.largest = errors.back();
  found.bins = bins_of(residuals);
  return found;
}

TestFigures test_figures(const TestTable& table, std::vector<KeptPromise> promises) {
  TestFigures figures{.columns = {}, .promises = std::move(promises)};
  for (const TestColumn& column : table.columns) {
    if (figures.columns.size() == TestFigures::most_columns) break;
    figures.columns.push_back(figures_of(column, table.task));
  }
  return figures;
}

Json TestFigures::to_json() const {
  Json json = {{"columns", Json::array()}, {"coverage", Json::array()}};
  for (const ColumnFigures& column : columns) json["columns"].push_back(json_of(column));
  for (const KeptPromise& promise : promises) {
    for (const Coverage& coverage : promise.of_columns) {
      if (coverage.graphs == 0) continue;
      Json row = {{"promised", promise.promised}};
      if (!coverage.name.empty()) row["name"] = coverage.name;
      row["graphs"] = coverage.graphs;
      row["covered"] = coverage.covered;
      row["size"] = finite_or_null(coverage.size);
      json["coverage"].push_back(row);
    }
  }
  return json;
}

}  // namespace gnnir
