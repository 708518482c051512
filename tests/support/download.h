#pragma once

#include <gmock/gmock.h>

#include <cstdlib>

#include "gnnir/base/files.h"
#include "gnnir/base/sha256.h"
#include "gnnir/data/fetch/download.h"
#include "support/errors.h"
#include "support/http_server.h"
#include "support/small_zip.h"
#include "support/temp_folder.h"

namespace gnnir::testing {

inline std::string sha256_of(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

/// Downloads TOY.zip from a server of this process to a folder of its own.
class DownloadTest : public ::testing::Test {
 protected:
  DownloadTest() { ::setenv("no_proxy", "127.0.0.1", 1); }

  [[nodiscard]] DownloadOptions options(const std::string& url) const {
    return {.folder = folder_.path(), .base_url = url, .first_wait = 0.01};
  }
  Downloaded get(const HttpServer& server, const PublishedFile& file = {.stem = "TOY"}) {
    return download(file, options(server.url()), events_);
  }
  Error error_from(const HttpServer& server, const PublishedFile& file = {.stem = "TOY"}) {
    return error_of([&] { get(server, file); });
  }
  [[nodiscard]] std::string content(const char* name) const { return read_file(folder_.path() / name); }
  [[nodiscard]] bool has(const char* name) const { return std::filesystem::exists(folder_.path() / name); }
  [[nodiscard]] bool is_empty() const { return std::filesystem::is_empty(folder_.path()); }

  /// Leaves the first half of the file as a process that was killed would.
  void leave_half(const HttpServer& server) {
    DownloadOptions impatient = options(server.url());
    impatient.retries = 0;
    EXPECT_EQ(error_of([&] { download({.stem = "TOY"}, impatient); }).kind(), ErrorKind::io);
    ASSERT_EQ(std::filesystem::file_size(folder_.path() / "TOY.zip.part"), half_);
  }

  const std::string zip_ = zip_of_edges("TOY", 3, 200'000);
  const std::size_t half_ = zip_.size() / 2;
  TempFolder folder_;
  std::vector<std::string> notes_;
  DownloadEvents events_{.note = [this](const std::string& text) { notes_.push_back(text); }};
};

}  // namespace gnnir::testing
