#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/split/splits.h"

namespace gnnir::testing {

/// Which part each graph is in: 0 train, 1 validation, 2 test. The test fails if one is in none or in two.
inline std::vector<int> part_of_graphs(const Split& split, std::int64_t size) {
  std::vector<int> part_of(static_cast<std::size_t>(size), -1);
  const std::vector<std::int64_t>* parts[] = {&split.train, &split.validation, &split.test};
  for (int part = 0; part < 3; ++part) {
    EXPECT_TRUE(std::is_sorted(parts[part]->begin(), parts[part]->end()));
    for (const std::int64_t graph : *parts[part]) {
      EXPECT_EQ(part_of.at(static_cast<std::size_t>(graph)), -1) << "graph " << graph << " is in two parts";
      part_of[static_cast<std::size_t>(graph)] = part;
    }
  }
  EXPECT_EQ(std::count(part_of.begin(), part_of.end(), -1), 0) << "graphs in no part";
  return part_of;
}

/// How many groups have graphs in several parts.
inline int torn_groups(const Split& split, const std::vector<std::string>& group_of) {
  const std::vector<int> part_of = part_of_graphs(split, std::ssize(group_of));
  std::map<std::string, int> part_of_group;
  std::map<std::string, bool> is_torn;
  for (std::size_t graph = 0; graph < group_of.size(); ++graph) {
    const int part = part_of_group.emplace(group_of[graph], part_of[graph]).first->second;
    if (part != part_of[graph]) is_torn[group_of[graph]] = true;
  }
  return static_cast<int>(is_torn.size());
}

/// Whether the tests of the folds have every graph once.
inline void expect_each_tested_once(const std::vector<Split>& folds, std::int64_t size) {
  std::vector<int> tests(static_cast<std::size_t>(size));
  for (const Split& fold : folds) {
    for (const std::int64_t graph : fold.test) ++tests.at(static_cast<std::size_t>(graph));
  }
  EXPECT_EQ(std::count(tests.begin(), tests.end(), 1), size);
}

}  // namespace gnnir::testing
