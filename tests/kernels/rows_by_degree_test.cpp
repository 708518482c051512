#include "gnnir/kernels/rows_by_degree.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "support/kernel_cases.h"

namespace gnnir::kernels {
namespace {

using testing::RandomLinks;

/// (self, sources, edges) of a row.
using Row = std::tuple<std::int32_t, std::vector<std::int32_t>, std::vector<std::int32_t>>;

Row row_of(const RowLinks& links, std::int64_t r) {
  const auto part = [&](const std::int32_t* list) {
    return list == nullptr ? std::vector<std::int32_t>{}
                           : std::vector<std::int32_t>(list + links.offsets[r], list + links.offsets[r + 1]);
  };
  return {links.self[r], part(links.sources), part(links.edges)};
}

TEST(RowsByDegree, AreTheSameRowsWithDegreesAscending) {
  Rng rng(41, Purpose::test);
  RowsByDegree sorted;
  for (const std::int64_t rows : {30, 0, 1, 200}) {  // what was sorted before leaves nothing behind
    const RandomLinks random(rows, 20, 6, rng);
    RowLinks links = random.view();
    if (rows == 1) links.edges = nullptr;
    sorted.sort(links);
    ASSERT_EQ(sorted.links().rows, rows);
    EXPECT_EQ(sorted.links().first_row, links.first_row);
    EXPECT_EQ(sorted.links().edges == nullptr, rows == 1);
    std::int64_t end = 0;
    std::int64_t degree = -1;
    for (const RowsByDegree::Class& rows_of_degree : sorted.classes()) {
      EXPECT_EQ(rows_of_degree.begin, end);
      EXPECT_GT(rows_of_degree.end, rows_of_degree.begin);
      EXPECT_GT(rows_of_degree.degree, degree);
      end = rows_of_degree.end;
      degree = rows_of_degree.degree;
      for (std::int64_t place = rows_of_degree.begin; place < end; ++place) {
        const std::int32_t row = sorted.rows()[static_cast<std::size_t>(place)];
        EXPECT_EQ(links.offsets[row + 1] - links.offsets[row], degree);
        EXPECT_EQ(row_of(sorted.links(), place), row_of(links, row));
        if (place > rows_of_degree.begin) EXPECT_LT(sorted.rows()[static_cast<std::size_t>(place - 1)], row);
      }
    }
    EXPECT_EQ(end, rows);
  }
}

}  // namespace
}  // namespace gnnir::kernels
