#include <algorithm>
#include <filesystem>
#include <system_error>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/report/data_page.h"
#include "output.h"
#include "words.h"

namespace gnnir::app {
namespace {
namespace fs = std::filesystem;

/// Pages are never overwritten.
void refuse_what_is_there(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw usage_error("--out: {} is a folder; name a file", path.string());
  if (fs::exists(fs::symlink_status(path, ignored))) {
    throw usage_error("{} is there already; --out names another file", path.string());
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored))
    throw io_error("--out: {}: there is no folder {}", path.string(), folder.string());
}

/// NAME.html in the present folder, whatever the name has in it.
fs::path page_of(const Dataset& dataset) {
  std::string name = dataset.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      '_');
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
  return name + ".html";
}

/// "3", "17": the graphs that are asked for.
std::vector<std::int64_t> graphs_of(const std::vector<std::string>& texts, std::int64_t size) {
  std::vector<std::int64_t> graphs;
  for (const std::string& text : texts) {
    const auto index = parse_integer(text);
    if (!index || *index < 0 || *index >= size) {
      throw usage_error("--index: expected graphs from 0 to {}, as in 3,17; found {}", size - 1, in_quotes(text));
    }
    if (std::find(graphs.begin(), graphs.end(), *index) == graphs.end()) graphs.push_back(*index);
  }
  return graphs;
}

}  // namespace

int run_data_show(const ShowCommand& command) {
  const DataOptions& data = command.data;
  if (!command.out.empty()) refuse_what_is_there(command.out);
  ReadOptions options = data.read_options();
  options.keep.insert(options.keep.end(), command.columns.begin(), command.columns.end());
  const Dataset dataset = open_dataset(data.dataset, data.data_dir, options);
  const std::vector<std::string> remarks = remarks_on_reading(dataset);
  for (const std::string& remark : remarks) warn(remark);
  const fs::path path = command.out.empty() ? page_of(dataset) : fs::path(command.out);
  refuse_what_is_there(path);
  const std::vector<std::int64_t> graphs = graphs_of(command.graphs, dataset.size());
  write_file_atomically(path, data_page(dataset, {.graphs = graphs, .remarks = remarks}));
  show("{}: {} graphs, shown in {}\n", dataset.name, dataset.size(), path.string());
  return 0;
}

}  // namespace gnnir::app
