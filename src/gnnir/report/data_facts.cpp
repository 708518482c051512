#include "gnnir/report/data_facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gnnir/data/statistics.h"

namespace gnnir {
namespace {

constexpr std::size_t most_rows = 100;

Json spread_of(const Spread& spread) {
  return spread.count == 0 ? Json() : Json({spread.least, spread.mean(), spread.most});
}

std::vector<std::pair<std::string, std::vector<std::int64_t>>> parts_of(const Split& split) {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> parts = {
      {"train", split.train}, {"validation", split.validation}, {"test", split.test}};
  for (const Split::Extra& extra : split.extra_tests) parts.emplace_back(extra.name, extra.graphs);
  return parts;
}

/// The most frequent classes; of a single split also by part.
Json rows_of_classes(const Dataset& dataset, std::span<const Split> splits) {
  const std::size_t classes = dataset.class_names.size();
  std::vector<std::int64_t> all(classes);
  for (const std::int64_t c : dataset.classes) {
    if (c >= 0) ++all[static_cast<std::size_t>(c)];
  }
  std::vector<std::size_t> order(classes);
  std::iota(order.begin(), order.end(), 0);
  if (classes > most_rows) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a] > all[b]; });
    order.resize(most_rows);
  }
  Json rows = Json::array();
  for (const std::size_t c : order) rows.push_back({{"class", dataset.class_names[c]}, {"graphs", all[c]}});
  if (splits.size() != 1) return rows;
  for (const auto& [name, graphs] : parts_of(splits.front())) {
    std::vector<std::int64_t> counts(classes);
    for (const std::int64_t graph : graphs) {
      const std::int64_t c = dataset.classes[static_cast<std::size_t>(graph)];
      if (c >= 0) ++counts[static_cast<std::size_t>(c)];
    }
    for (std::size_t i = 0; i < order.size(); ++i) rows[i][name] = counts[order[i]];
  }
  return rows;
}

Json row_of_question(const Dataset& dataset, std::size_t t) {
  std::int64_t yes = 0;
  std::int64_t missing = 0;
  const auto columns = static_cast<std::size_t>(dataset.num_targets);
  for (std::size_t i = t; i < dataset.targets.size(); i += columns) {
    yes += dataset.targets[i] == 1 ? 1 : 0;
    missing += std::isnan(dataset.targets[i]) ? 1 : 0;
  }
  const auto& [no_text, yes_text] = dataset.answers[t];
  return {{"question", dataset.target_names[t]},      {"answer", yes_text}, {"graphs", yes}, {"other answer", no_text},
          {"others", dataset.size() - yes - missing}, {"missing", missing}};
}

Json row_of_target(const Dataset& dataset, std::size_t t) {
  Spread spread;
  double squares = 0;
  const auto columns = static_cast<std::size_t>(dataset.num_targets);
  const auto visit = [&](const auto& on) {
    for (std::size_t i = t; i < dataset.targets.size(); i += columns) {
      if (!std::isnan(dataset.targets[i])) on(static_cast<double>(dataset.targets[i]));
    }
  };
  visit([&](double value) { spread.add(value); });
  Json row = {{"target", dataset.target_names[t]},
              {"graphs", static_cast<std::int64_t>(spread.count)},
              {"missing", dataset.size() - static_cast<std::int64_t>(spread.count)}};
  if (spread.count == 0) return row;
  visit([&](double value) { squares += (value - spread.mean()) * (value - spread.mean()); });
  row["least"] = spread.least;
  row["mean"] = spread.mean();
  row["deviation"] = spread.count > 1 ? std::sqrt(squares / (spread.count - 1)) : 0.0;
  row["most"] = spread.most;
  return row;
}

}  // namespace

Json data_facts(const Dataset& dataset, std::span<const Split> splits) {
  Spread nodes;
  Spread edges;
  for (const Example& example : dataset.examples) {
    nodes.add(static_cast<double>(example.graph.num_nodes()));
    edges.add(static_cast<double>(example.graph.num_undirected_edges()));
  }
  Json facts = {{"nodes", spread_of(nodes)}, {"edges", spread_of(edges)}, {"splits", splits.size()}};
  facts["parts"] = Json::object();
  if (!splits.empty()) {
    for (const auto& [name, graphs] : parts_of(splits.front())) facts["parts"][name] = graphs.size();
  }
  if (dataset.has_classes()) {
    facts["classes"] = dataset.class_names.size();
    facts["labels"] = rows_of_classes(dataset, splits);
    return facts;
  }
  facts["targets"] = dataset.num_targets;
  facts["labels"] = Json::array();
  for (std::size_t t = 0; t < std::min(most_rows, static_cast<std::size_t>(dataset.num_targets)); ++t) {
    facts["labels"].push_back(dataset.answers.empty() ? row_of_target(dataset, t) : row_of_question(dataset, t));
  }
  return facts;
}

}  // namespace gnnir
