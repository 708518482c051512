#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "commands.h"
#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/write.h"
#include "gnnir/data/generate/generators.h"
#include "gnnir/data/named/known_datasets.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/report/table.h"
#include "output.h"
#include "words.h"

namespace gnnir::app {
int download_in_module(const DownloadCommand& command) {
  using Entry = int (*)(const DownloadCommand&);
  return reinterpret_cast<Entry>(require_from_module("gnnir_download.so", "gnnir_data_download"))(command);
}

int run_data_list(bool json) {
  Json list = Json::array();
  Table table({"name", "", "what"});
  for (const KnownDataset& known : known_datasets()) {
    table.add({known.name, known.generated ? "generated" : "from the data folder", known.description});
    list.push_back({{"name", known.name}, {"generated", known.generated}, {"description", known.description}});
  }
  if (json) {
    show("{}\n", to_text(list));
    return 0;
  }
  show(
      "{}\nSets that are not generated are read from --data-dir or $GNNIR_DATA (NAME.zip or a folder NAME);\n"
      "`gnnir data download NAME` fetches those of the TU collection, whose ZINC is not the benchmark's 12,000 "
      "molecules.\n"
      "Any file, folder or archive can be named by its path instead: see docs/commands/data.md for formats.\n",
      table.text());
  return 0;
}

int run_data_generate(const GenerateCommand& command) {
  const Generator* generator = find_generator(command.name);
  if (generator == nullptr) {
    std::vector<std::string> known;
    for (const Generator& one : generators()) known.push_back(one.name);
    throw usage_error("unknown data set '{}': {} can be generated.{}", command.name, fmt::join(known, ", "),
                      suggestion(upper_case(command.name), known));
  }
  if (command.seeded && !generator->fixed.empty()) throw usage_error("--seed: nothing to draw: {}", generator->fixed);
  Dataset dataset = without(generate(*generator, command.options), command.left_out);
  if (dataset.parts == generator->published_parts) dataset.parts.clear();  // reading knows them by the name
  const Format& format = command.format != nullptr ? *command.format : format_of_path(command.to);
  for (const std::string& remark : write_dataset(dataset, command.to, format)) warn(remark);
  show("{}: {} graphs written to {} as {}\n", dataset.name, dataset.size(), command.to, format.name);
  return 0;
}

int run_data_convert(const ConvertCommand& command) {
  const DataOptions& from = command.from;
  Dataset dataset = open_dataset(from.dataset, from.data_dir, from.read_options());
  for (const std::string& remark : remarks_on_reading(dataset)) warn(remark);
  warn(remark_on_conflicting_edges(dataset));
  if (!dataset.unread.empty()) {
    warn(fmt::format("columns that are not kept: {}; --target NAME keeps one", fmt::join(dataset.unread, ", ")));
  }
  dataset = without(std::move(dataset), command.left_out);
  for (const std::string& remark : write_dataset(dataset, command.to, command.format)) warn(remark);
  show("{}: {} graphs written to {} as {}\n", dataset.name, dataset.size(), command.to, command.format.name);
  return 0;
}

}  // namespace gnnir::app
