#include "gnnir/report/report_of.h"

#include <fstream>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/tuning.h"
#include "gnnir/report/run_page.h"
#include "gnnir/report/runs_page.h"
#include "gnnir/report/search_page.h"
#include "gnnir/report/table_page.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

bool is_search(const fs::path& path) { return fs::exists(TuningRecord(path).asked()); }
bool is_table(const fs::path& path) { return fs::is_regular_file(path) && path.extension() == ".json"; }

/// Pages of ours say so at their beginning.
bool is_page_of_ours(const fs::path& file) {
  std::string beginning(2000, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(stream.gcount()));
  return beginning.find("<meta name=\"generator\" content=\"gnnir\">") != std::string::npos;
}

std::string page_of_one(const fs::path& path, const ReportRequest& request) {
  if (is_search(path)) return search_page(path);
  if (is_table(path)) return table_page(path);
  const RunView run = view_run(path);
  return run_page(run, {.dataset = request.data ? request.data(run) : nullptr});
}

std::string page_of_several(std::span<const fs::path> paths) {
  std::vector<RunView> runs;
  for (const fs::path& path : paths) {
    if (is_search(path) || is_table(path)) {
      throw usage_error("{}: several are compared as runs, and this is {}: report on it alone", path.string(),
                        is_table(path) ? "a table" : "a search");
    }
    runs.push_back(view_run(path));
  }
  return runs_page(runs);
}

}  // namespace

fs::path default_report_file(std::span<const fs::path> of) {
  if (of.size() != 1) return "report.html";
  const fs::path& path = of.front();
  return is_table(path) ? fs::path(path).replace_extension(".html") : RunRecord(path).report();
}

void write_page_file(const fs::path& file, const std::string& page) {
  if (fs::is_directory(file)) throw usage_error("{} is a folder; name a file", file.string());
  if (fs::exists(file) && fs::file_size(file) > 0 && !is_page_of_ours(file)) {
    throw usage_error("{} is there already, and is no page of gnnir's: name another file", file.string());
  }
  write_file_atomically(file, page);
}

fs::path write_report(const ReportRequest& request) {
  if (request.of.empty()) throw usage_error("[report] there is nothing to report on");
  const fs::path file = request.out.empty() ? default_report_file(request.of) : request.out;
  write_page_file(file,
                  request.of.size() == 1 ? page_of_one(request.of.front(), request) : page_of_several(request.of));
  return file;
}

}  // namespace gnnir
