#include "cli_options.h"
#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/named/published.h"

namespace gnnir::app {
namespace {

std::int64_t parse_max_size(const std::string& text) {
  constexpr double largest = 1e15;
  const auto bytes = parse_size(text);
  if (!bytes || *bytes < 1 || *bytes > largest) {
    throw usage_error("--max-size: expected a size such as 500M or 8G, found {}", in_quotes(text));
  }
  return static_cast<std::int64_t>(*bytes);
}

}  // namespace

void add_download(CLI::App& data, DownloadCommand& command, Action& action) {
  CLI::App* download = data.add_subcommand("download", "Download data sets of the TU collection to the data folder");
  download->add_option("names", command.names, "names in the collection, such as MUTAG or ZINC")
      ->required()
      ->type_name("NAME");
  download->add_option("--data-dir", command.data_dir, "folder for the files (default: $GNNIR_DATA)")
      ->type_name("FOLDER");
  download->add_option("--url", command.url, "where NAME.zip is (default: the collection's own server)")
      ->type_name("BASE");
  download->add_option("--sha256", command.sha256, "checksum that the file must have; for a single file")
      ->type_name("HEX");
  download
      ->add_option_function<std::string>(
          "--max-size", [&command](const std::string& text) { command.max_bytes = parse_max_size(text); },
          "largest file that is accepted")
      ->type_name("SIZE")
      ->default_str("4G");
  download->add_flag("--json", command.json, "one JSON object per file");
  download->footer(
      "Examples:\n  gnnir data download MUTAG PROTEINS --data-dir data\n"
      "  gnnir data download ZINC --data-dir data --url https://mirror.example.org/tu\n"
      "A download that was interrupted goes on where it stopped: give the same command again.");
  download->callback([&] {
    action = [&] {
      for (const std::string& name : command.names) published_files(name);  // a wrong name is found before any work
      return download_in_module(command);
    };
  });
}

}  // namespace gnnir::app
