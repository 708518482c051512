#include "gnnir/report/histogram_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gnnir {
namespace {

TEST(HistogramText, HasABarPerBinUnderATitle) {
  EXPECT_EQ(histogram_text("nodes by degree", Histogram::of_integers({{0, 2}, {3, 4}})),
            "\nnodes by degree\n"
            "        0  ████████████████████ 2\n"
            "        3  ████████████████████████████████████████ 4\n");
}

TEST(HistogramText, NamesRangesOfIntegersAndOfRealNumbers) {
  EXPECT_NE(histogram_text("x", Histogram::of_integers({{0, 1}, {31, 1}})).find("30–31  █"), std::string::npos);
  EXPECT_NE(histogram_text("x", Histogram::of_reals(std::vector<float>{0, 16})).find("15 … 16  █"), std::string::npos);
}

TEST(HistogramText, OfNoValueIsEmpty) {
  EXPECT_EQ(histogram_text("x", Histogram::of_reals(std::vector<float>{NAN})), "");
  EXPECT_EQ(histogram_text("x", Histogram::of_integers({})), "");
}

}  // namespace
}  // namespace gnnir
