#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "gnnir/base/stop_source.h"
#include "gnnir/data/fetch/http.h"
#include "gnnir/data/named/published.h"

namespace gnnir {

struct DownloadOptions {
  std::filesystem::path folder;
  std::string base_url = published_base_url;
  std::string sha256;  ///< 64 hexadecimal digits that the file must have; "": any
  std::int64_t max_bytes = std::int64_t{4} << 30;
  int retries = 3;
  double first_wait = 1;  ///< seconds before the first retry; twice as many before each further one
  HttpLimits limits;
  StopSource stop;  ///< asked while it waits and between pieces
};

struct DownloadProgress {
  std::int64_t bytes = 0;
  std::int64_t total = -1;  ///< -1: the server does not say
};

/// What is told meanwhile.
struct DownloadEvents {
  std::function<void(const DownloadProgress&)> progress = [](const DownloadProgress&) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

struct Downloaded {
  std::filesystem::path path;
  bool was_there = false;  ///< nothing was done; the rest is then empty, but for a checksum that was asked for
  std::int64_t bytes = 0;
  std::int64_t resumed_at = 0;  ///< bytes that earlier attempts had left
  std::int64_t graphs = 0;
  std::string sha256;
};

/// Brings FOLDER/STEM.zip from BASE_URL/STEM.zip. The file is under its name only once it is complete, has the checksum
/// (that of the options, and that of STEM.zip.sha256 if there is one) and reads as a data set with the expected number
/// of graphs; then STEM.zip.sha256 stands beside it. Nothing that is in place is ever overwritten.
/// What was interrupted is kept in STEM.zip.part and goes on from there, if the server still has the same version.
/// Errors: usage for a wrong address or a file that another process is at; io for the network and the disk; data for a
/// file that is not what was expected; interrupted or terminated where it was asked to stop.
Downloaded download(const PublishedFile& file, const DownloadOptions& options, const DownloadEvents& events = {});

/// An Error of kind usage for what cannot be right, before anything is asked of a server.
void check_download_options(const DownloadOptions& options);

}  // namespace gnnir
