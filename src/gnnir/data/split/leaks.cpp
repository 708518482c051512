#include "gnnir/data/split/leaks.h"

#include <fmt/format.h>

#include <unordered_map>

#include "gnnir/data/split/columns.h"

namespace gnnir {
namespace {

std::size_t tested_graphs(const Split& split) {
  return static_cast<std::size_t>(split.size()) - split.train.size() - split.validation.size();
}

}  // namespace

Leaks find_leaks(const SameGraphs& same, const Split& split) {
  std::unordered_map<std::int64_t, std::int64_t> trained;  // graph by number
  for (const std::int64_t graph : split.train) trained.emplace(same.number[static_cast<std::size_t>(graph)], graph);
  Leaks leaks;
  const auto count = [&](const std::vector<std::int64_t>& graphs) {
    std::int64_t found = 0;
    for (const std::int64_t graph : graphs) {
      const std::int64_t number = same.number[static_cast<std::size_t>(graph)];
      const auto twin = trained.find(number);
      if (number < 0 || twin == trained.end()) continue;
      if (!leaks.example) leaks.example = {.graph = graph, .twin = twin->second};
      ++found;
    }
    return found;
  };
  leaks.test = count(split.test);
  for (const Split::Extra& extra : split.extra_tests) leaks.test += count(extra.graphs);
  leaks.validation = count(split.validation);
  return leaks;
}

std::string remark_on_leaks(const Dataset& dataset, std::span<const Split> splits) {
  const SameGraphs same = find_same_graphs(dataset);
  Leaks all;
  std::size_t validated = 0;
  std::size_t tested = 0;
  for (const Split& split : splits) {
    const Leaks leaks = find_leaks(same, split);
    all.validation += leaks.validation;
    all.test += leaks.test;
    if (!all.example) all.example = leaks.example;
    validated += split.validation.size();
    tested += tested_graphs(split);
  }
  std::string unknown =
      same.not_compared == 0
          ? ""
          : fmt::format("{} graphs that look alike are too large to find out which are the same", same.not_compared);
  if (!all.example) return unknown;
  const auto name = [&](std::int64_t graph) { return name_of_graph(dataset, graph); };
  return fmt::format(
      "{} of {} validation and {} of {} test graphs{} are the same as one to train on, with all features ({} as {}): "
      "scores on them are no measure for new graphs{}",
      all.validation, validated, all.test, tested, splits.size() > 1 ? " of all folds" : "", name(all.example->graph),
      name(all.example->twin), unknown.empty() ? "" : "; " + unknown);
}

}  // namespace gnnir
