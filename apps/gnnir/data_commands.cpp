#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generators/csl.h"
#include "gnnir/data/generators/triangles.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/tu_writer.h"
#include "gnnir/report/table.h"

namespace gnnir::app {
int run_data_list(bool json) {
  Json list = Json::array();
  Table table({"name", "", "what"});
  for (const KnownDataset& known : known_datasets()) {
    table.add({known.name, known.generated ? "generated" : "from the data folder", known.description});
    list.push_back({{"name", known.name}, {"generated", known.generated}, {"description", known.description}});
  }
  if (json) {
    fmt::print("{}\n", to_text(list));
    return 0;
  }
  fmt::print(
      "{}\nSets that are not generated are read from --data-dir or $GNNIR_DATA (NAME.zip or a folder NAME);\n"
      "`gnnir data download NAME` fetches those of the TU collection, whose ZINC is not the benchmark's 12,000 "
      "molecules.\n"
      "Any file, folder or archive can be named by its path instead: see docs/commands/data.md for formats.\n",
      table.text());
  return 0;
}

int run_data_generate(const std::string& name, const std::string& folder, std::optional<std::uint64_t> seed) {
  const std::string upper = upper_case(name);
  Dataset dataset;
  if (upper == "CSL") {
    dataset = generate_csl({.seed = seed.value_or(0)});
  } else if (upper == "TRIANGLES") {
    if (seed) throw usage_error("--seed: nothing to draw: TRIANGLES are the published graphs, in their order");
    dataset = generate_triangles();
  } else {
    const std::vector<std::string> known = {"CSL", "TRIANGLES"};
    throw usage_error("unknown data set '{}': CSL and TRIANGLES can be generated.{}", name, suggestion(upper, known));
  }
  write_tu(dataset, folder);
  fmt::print("{}: {} graphs written to {}\n", dataset.name, dataset.size(), folder);
  return 0;
}

int run_data_convert(const ConvertCommand& command) {
  const DataOptions& from = command.from;
  Dataset dataset = open_dataset(from.dataset, from.data_dir, from.read_options());
  warn_of_rejects(dataset);
  if (const std::string remark = remark_on_conflicting_edges(dataset); !remark.empty()) {
    fmt::print(stderr, "gnnir: warning: {}\n", remark);
  }
  if (!dataset.unread.empty()) {
    fmt::print(stderr, "gnnir: warning: columns that are not kept: {}; --target NAME keeps one\n",
               fmt::join(dataset.unread, ", "));
  }
  dataset = without(std::move(dataset), command.left_out);
  for (const std::string& remark : write_dataset(dataset, command.to, command.format))
    fmt::print(stderr, "gnnir: warning: {}\n", remark);
  fmt::print("{}: {} graphs written to {} as {}\n", dataset.name, dataset.size(), command.to, name_of(command.format));
  return 0;
}

void warn_of_rejects(const Dataset& dataset) {
  const std::string remark = remark_on_rejects(dataset);
  if (!remark.empty()) fmt::print(stderr, "gnnir: warning: {}\n", remark);
}

}  // namespace gnnir::app
