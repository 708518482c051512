#include "gnnir/base/checksum.h"

#include <gtest/gtest.h>

#include <vector>

namespace gnnir {
namespace {

TEST(Checksum, IsThatOfThePublishedAlgorithm) {
  EXPECT_EQ(checksum_of(""), "2d06800538d394c2");  // XXH3_64bits of no bytes, seed 0: in xxHash's own test vectors
}

TEST(Checksum, OfPiecesIsThatOfTheWhole) {
  Checksum pieces;
  pieces.add(std::string_view("one "));
  pieces.add(std::string_view("two"));
  EXPECT_EQ(pieces.hex(), checksum_of("one two"));
}

TEST(Checksum, OfListsKnowsWhereOneEnds) {
  const std::vector<int> a = {1, 2};
  const std::vector<int> b = {3};
  const std::vector<int> c = {1};
  const std::vector<int> d = {2, 3};
  Checksum first;
  first.add(std::span(a));
  first.add(std::span(b));
  Checksum second;
  second.add(std::span(c));
  second.add(std::span(d));
  EXPECT_NE(first.hex(), second.hex());
}

}  // namespace
}  // namespace gnnir
