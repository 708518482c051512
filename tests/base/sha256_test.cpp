#include "gnnir/base/sha256.h"

#include <gtest/gtest.h>

#include "support/download.h"

namespace gnnir {
namespace {

using testing::sha256_of;
using testing::TempFolder;

TEST(Sha256, IsThatOfTheStandard) {
  // FIPS 180-4's examples.
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const TempFolder folder;
  EXPECT_EQ(sha256_of_file(folder.write("x", "abc")), sha256_of("abc"));
}

}  // namespace
}  // namespace gnnir
