#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/report/run_view.h"

namespace gnnir {

/// What is asked of a report on demand.
struct ReportRequest {
  /// Each a run folder, the folder of a search, or a TABLE.json of results. Several must be run folders.
  std::vector<std::filesystem::path> of;
  std::filesystem::path out = {};  ///< empty: default_report_file
  /// The data set of a run, to draw its graphs; null where it is not at hand. Not set: none is asked for.
  std::function<const Dataset*(const RunView& run)> data = {};
};

/// RUN/report.html, SEARCH/report.html, TABLE.html beside TABLE.json; of several runs report.html in the present
/// folder.
std::filesystem::path default_report_file(std::span<const std::filesystem::path> of);

/// Writes the page and returns where it is. An Error of kind usage if there is nothing to report on, or if another file
/// than a page of ours is there already.
std::filesystem::path write_report(const ReportRequest& request);

/// Writes a page over nothing, or over another page of ours.
void write_page_file(const std::filesystem::path& file, const std::string& page);

}  // namespace gnnir
