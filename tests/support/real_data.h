#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace gnnir::testing {

/// The folder with the published data sets: the environment's GNNIR_TEST_DATA, or the one that developers share.
/// Empty if there is neither.
inline std::filesystem::path real_data() {
  if (const char* folder = std::getenv("GNNIR_TEST_DATA")) return folder;
  const std::filesystem::path shared = std::filesystem::path(GNNIR_SOURCE_DIR) / ".." / "shared" / "data";
  return std::filesystem::exists(shared) ? shared : std::filesystem::path();
}

/// Why a test that needs a published file cannot run, or "".
inline std::string missing_data(const std::string& file) {
  const std::filesystem::path folder = real_data();
  if (folder.empty()) return "no data folder: set GNNIR_TEST_DATA to the one that has " + file;
  return std::filesystem::exists(folder / file) ? "" : folder.string() + " has no " + file;
}

}  // namespace gnnir::testing

/// Skips the test if a published file is not here.
#define GNNIR_NEEDS_REAL_DATA(file) \
  if (const std::string reason = gnnir::testing::missing_data(file); !reason.empty()) GTEST_SKIP() << reason
