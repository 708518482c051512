#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace gnnir::testing {

/// The folder with the published data sets: the environment's GNNIR_TEST_DATA, or the one that developers share.
/// Empty if there is neither.
inline std::filesystem::path real_data() {
  if (const char* folder = std::getenv("GNNIR_TEST_DATA")) return folder;
  const std::filesystem::path shared = std::filesystem::path(GNNIR_SOURCE_DIR).parent_path() / "shared" / "data";
  return std::filesystem::exists(shared) ? shared : std::filesystem::path();
}

}  // namespace gnnir::testing

/// Skips the test if a published file is not here.
#define GNNIR_NEEDS_REAL_DATA(file)                                                                        \
  do {                                                                                                     \
    const std::filesystem::path folder = gnnir::testing::real_data();                                      \
    if (folder.empty()) GTEST_SKIP() << "no data folder: set GNNIR_TEST_DATA to the one that has " << file; \
    if (!std::filesystem::exists(folder / file)) GTEST_SKIP() << folder << " has no " << file;             \
  } while (false)
