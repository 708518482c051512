#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "fuzz/targets.h"
#include "gnnir/base/files.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Corpus : public ::testing::TestWithParam<FuzzTarget> {};

TEST_P(Corpus, HasNoFinding) {
  const fs::path folder = fs::path(GNNIR_SOURCE_DIR) / "tests/corpora" / GetParam().name;
  const std::vector<fs::path> files = files_of(folder);
  EXPECT_FALSE(files.empty()) << "no seeds in " << folder;
  for (const fs::path& file : files) EXPECT_NO_THROW(GetParam().run(read_file(file))) << file;
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, ::testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace gnnir
