// The front end with commands that do nothing: what is parsed and checked before one begins.
#include <algorithm>

#include "apps/gnnir/cli.h"
#include "apps/gnnir/commands.h"
#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir::app {
namespace {

template <typename Command>
int nothing(const Command&) {
  return 0;
}

}  // namespace

const LearnCommands& load_learn_commands() {
  static constexpr LearnCommands commands = {.train = nothing,
                                             .tune = nothing,
                                             .eval = nothing,
                                             .predict = nothing,
                                             .embed = nothing,
                                             .checks = nothing,
                                             .bench = nothing,
                                             .reproduce = nothing,
                                             .audit = nothing,
                                             .distinguish = nothing};
  return commands;
}
int run_eval(const ModelCommand&) { return 0; }
int run_predict(const ModelCommand&) { return 0; }
int run_embed(const ModelCommand&) { return 0; }
std::filesystem::path program_folder() { return "."; }
int run_distinguish_exactly(const DistinguishCommand&) { return 0; }
int run_bench_refinement(const BenchRefinementCommand&) { return 0; }
int run_list_tables(const ReproductionFolders&, bool) { return 0; }
int run_list_rows(const ReproductionFolders&, const PaperTable&, bool) { return 0; }
int download_in_module(const DownloadCommand&) { return 0; }
int run_data_list(bool) { return 0; }
int run_report(const ReportCommand&) { return 0; }
int run_data_show(const ShowCommand&) { return 0; }
int run_data_generate(const GenerateCommand&) { return 0; }
int run_data_inspect(const DataOptions&, bool) { return 0; }
int run_data_convert(const ConvertCommand&) { return 0; }

}  // namespace gnnir::app

namespace gnnir {

/// A line is an argument. Files that it names are looked at; none is there.
void fuzz_options(std::string_view input) {
  std::vector<std::string> words = {"gnnir"};
  while (!input.empty() && words.size() < 64) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    std::string word(input.substr(0, end));
    word.resize(std::min(word.size(), word.find('\0')));
    std::replace(word.begin(), word.end(), '/', '_');
    words.push_back(std::move(word));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  accepted([&] { return app::run(static_cast<int>(words.size()), arguments.data()); });
}

}  // namespace gnnir
