#include "gnnir/data/fetch/download.h"

#include <fstream>
#include <system_error>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/sha256.h"
#include "gnnir/base/text.h"
#include "gnnir/data/fetch/fetch.h"
#include "gnnir/data/fetch/part_file.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/source/file_source.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t sha256_digits = 64;

bool is_sha256(std::string_view text) {
  return text.size() == sha256_digits && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::string url_of(const PublishedFile& file, const std::string& base) {
  return fmt::format("{}{}{}.zip", base, base.ends_with('/') ? "" : "/", file.stem);
}

void expect_sha256(const std::string& found, std::string_view expected, const std::string& where) {
  if (upper_case(found) == upper_case(expected)) return;
  throw data_error("[download] {}: expected sha256 {}, found {}", where, expected, found);
}

/// Beside what the options say: what an earlier download of the file has left, as `sha256sum` writes it.
void expect_sha256_of_sidecar(const std::string& found, const fs::path& sidecar, const std::string& where) {
  constexpr std::uint64_t largest = 1 << 16;
  std::error_code ignored;
  if (!fs::exists(sidecar, ignored)) return;
  const std::string text = read_file(sidecar, largest);
  const std::string_view expected = std::string_view(text).substr(0, sha256_digits);
  if (!is_sha256(expected)) throw data_error("[download] {}: expected a line of sha256sum", sidecar.string());
  if (upper_case(found) == upper_case(expected)) return;
  throw data_error("[download] {}: expected sha256 {} as {} says, found {}; remove that file to accept this one", where,
                   expected, sidecar.string(), found);
}

/// Servers with a friendly page for everything are common enough to name.
bool looks_like_a_page(const fs::path& path) { return std::ifstream(path).peek() == '<'; }

std::int64_t count_graphs(const PartFile& part, const PublishedFile& file, const std::string& url) {
  const auto graphs = [&] {
    try {
      return read_tu(FileSource::open(part.path())).size();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      throw data_error("[download] {}: not a data set{}: {}", url,
                       looks_like_a_page(part.path()) ? " but a page of text (HTML?)" : "", error.what());
    }
  }();
  if (file.graphs > 0 && graphs != file.graphs) {
    throw data_error("[download] {}: expected {} graphs, found {}", url, file.graphs, graphs);
  }
  return graphs;
}

/// All that must hold before the file gets its name. What is wrong is removed: it would be wrong again.
void check(PartFile& part, const PublishedFile& file, const DownloadOptions& options, const std::string& url,
           const fs::path& sidecar, Downloaded& result) {
  try {
    result.sha256 = sha256_of_file(part.path());
    if (!options.sha256.empty()) expect_sha256(result.sha256, options.sha256, url);
    expect_sha256_of_sidecar(result.sha256, sidecar, url);
    result.graphs = count_graphs(part, file, url);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data) throw;
    part.forget();
    throw data_error("{}; it was removed", error.what());
  }
}

Downloaded already_there(const fs::path& target, const DownloadOptions& options) {
  Downloaded result{.path = target, .was_there = true};
  if (options.sha256.empty()) return result;
  result.sha256 = sha256_of_file(target);
  expect_sha256(result.sha256, options.sha256, target.string());
  return result;
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

}  // namespace

void check_download_options(const DownloadOptions& options) {
  if (!is_http_url(options.base_url)) {
    throw setting_error("download.url", "expected an address that begins with https:// or http://, found {}",
                        in_quotes(options.base_url));
  }
  if (!options.sha256.empty() && !is_sha256(options.sha256)) {
    throw setting_error("download.sha256", "expected {} hexadecimal digits, found {}", sha256_digits,
                        in_quotes(options.sha256));
  }
}

Downloaded download(const PublishedFile& file, const DownloadOptions& options, const DownloadEvents& events) {
  check_download_options(options);
  const fs::path target = options.folder / (file.stem + ".zip");
  const fs::path sidecar = target.string() + ".sha256";
  if (is_there(target)) return already_there(target, options);
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    throw io_error("[download] {}: cannot create the folder: {}", options.folder.string(), error.message());
  }
  PartFile part(target);
  if (is_there(target)) return already_there(target, options);  // another process was faster

  const std::string url = url_of(file, options.base_url);
  Downloaded result{.path = target};
  result.resumed_at = fetch(url, part, options, events);
  result.bytes = part.size();
  check(part, file, options, url, sidecar, result);
  // The checksum first: whoever finds the file finds it, too.
  if (!is_there(sidecar)) {
    write_file_atomically(sidecar, fmt::format("{}  {}\n", result.sha256, target.filename().string()));
  }
  part.take_place();
  return result;
}

}  // namespace gnnir
