#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/audit/distinguish.h"
#include "gnnir/audit/options.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/generate/generators.h"
#include "gnnir/data/knowledge.h"
#include "gnnir/explain/options.h"
#include "gnnir/infer/calibrator.h"
#include "gnnir/record/experiment.h"
#include "gnnir/record/tuning.h"
#include "gnnir/report/reproduction.h"
#include "gnnir/settings/config.h"
#include "gnnir/settings/execution.h"

namespace gnnir::app {

/// What every command that needs libtorch has.
struct LearnCommand {
  std::optional<Engine> engine;  ///< not given: the fused one
  [[nodiscard]] Engine engine_to_use() const { return engine.value_or(Engine::fused); }
  bool keep_memory = true;  ///< tensors keep their memory: gnnir/nn/tensor_memory.h
  double max_memory = 0;    ///< bytes; 0: what the process could have
};

/// `gnnir train` and `gnnir cv`: parsed and checked, ready to run.
struct TrainCommand : LearnCommand {
  Experiment experiment;
  bool json = false;
};

/// `gnnir tune`.
struct TuneCommand : LearnCommand {
  Tuning tuning;
  bool json = false;
};

/// The graphs that a model is asked about, and what is told of them.
struct AskedData {
  std::string data;  ///< name, file, folder or archive; -: standard input
  std::string data_dir;
  std::string format;               ///< of standard input: a name or an ending; empty: JSON lines
  std::vector<std::string> smiles;  ///< molecules that were typed, in the place of data
  std::vector<std::string> keep;    ///< columns that go through, beside names
  bool names = true;                ///< whether the rows say what graphs are called
};

/// The models that are asked.
struct AskedModels {
  std::string model;              ///< model file or run folder
  std::vector<std::string> with;  ///< others that answer together with it
};

/// `gnnir eval`, `gnnir predict`, `gnnir embed` and `gnnir explain`.
struct ModelCommand : LearnCommand, AskedData, AskedModels {
  std::string smiles_column;           ///< empty: as trained
  std::optional<Separator> separator;  ///< by default as each file has it
  std::optional<OnError> on_error;     ///< by default as in training
  std::string rejects;                 ///< on_error = skip; empty: a file named after the data
  std::string out;                     ///< empty: standard output
  std::string part = "all";            ///< all, or a part of the split
  bool all_scores = false;             ///< eval: every metric, also of single targets and classes
  bool nodes = false;                  ///< embed: a row per node
  std::optional<double> confidence;    ///< predict, eval: of intervals and sets
  Calibration calibrate = Calibration::none;
  bool audit = false;                      ///< predict: whether each prediction depends on the order of nodes
  std::optional<std::int64_t> neighbours;  ///< predict: so many training graphs that are nearest to each
  ExplainOptions explain;
  std::vector<std::int64_t> index;  ///< explain: graphs by number; empty: as `part` says
  std::string training_data;        ///< where these are now; empty: where the run found them
  std::size_t threads = 1;
  bool json = false;
};

/// `gnnir audit`.
struct AuditCommand : LearnCommand, AskedData {
  std::string model;  ///< model file or run folder; empty: random weights, as the configuration says
  RunConfig config;
  std::vector<Setting> reading;  ///< with a model: what may differ from how its training data were read
  AuditOptions options;
  std::string details;  ///< file for a row per graph
  std::string picture;  ///< file for an image of the worst graph
  std::size_t threads = 1;
  bool json = false;
};

/// `gnnir distinguish`.
struct DistinguishCommand : LearnCommand {
  std::string data;
  std::string data_dir;
  RunConfig config;  ///< how data is read
  std::vector<Method> methods;
  DistinguishOptions options;
  std::size_t threads = 1;
  bool json = false;
};
/// Without libtorch: wl and ir.
int run_distinguish_exactly(const DistinguishCommand& command);

struct ChecksCommand : LearnCommand {
  bool json = false;
};

/// `gnnir bench train`, `predict`, `rows` and `scaling`.
struct BenchCommand : LearnCommand {
  enum class What { train, predict, rows, scaling };
  What what = What::train;
  RunConfig config;
  std::size_t threads = 1;
  std::int64_t batches = 20;  ///< timed per round
  std::int64_t rounds = 5;
  bool json = false;
};

/// `gnnir report`, without libtorch.
struct ReportCommand {
  std::vector<std::string> of;
  std::string out;
  std::string data;
  std::string data_dir;
  bool open = false;
};
int run_report(const ReportCommand& command);

/// `gnnir bench refinement`, without libtorch.
struct BenchRefinementCommand {
  std::int64_t nodes = 1'000'000;
  std::int64_t edges = 5'000'000;
  std::uint64_t seed = 0;
  bool json = false;
};
int run_bench_refinement(const BenchRefinementCommand& command);

/// `gnnir reproduce`.
struct ReproduceCommand : LearnCommand {
  Reproduction reproduction;
  bool json = false;
};

/// The commands that need libtorch. They live in a module of their own that is loaded when one of them runs: libtorch
/// takes half a second to start, which `gnnir --help` and a mistyped option need not wait for.
struct LearnCommands {
  int (*train)(const TrainCommand&);
  int (*tune)(const TuneCommand&);
  int (*eval)(const ModelCommand&);
  int (*predict)(const ModelCommand&);
  int (*embed)(const ModelCommand&);
  int (*explain)(const ModelCommand&);
  int (*checks)(const ChecksCommand&);
  int (*bench)(const BenchCommand&);
  int (*reproduce)(const ReproduceCommand&);
  int (*audit)(const AuditCommand&);
  int (*distinguish)(const DistinguishCommand&);
};
/// By the kernels alone, without libtorch, where they have the models; else in the module.
int run_eval(const ModelCommand& command);
int run_predict(const ModelCommand& command);
int run_embed(const ModelCommand& command);
/// Throws an Error if the module is not where the program was installed.
const LearnCommands& load_learn_commands();
/// Where the program is; what was installed with it is found from there.
std::filesystem::path program_folder();
/// Where its modules are: beside it, or where they are installed.
std::vector<std::filesystem::path> program_module_folders();

/// `gnnir reproduce --list`: all tables of a folder; `gnnir reproduce TABLE --list`: the rows of one.
int run_list_tables(const ReproductionFolders& folders, bool json);
int run_list_rows(const ReproductionFolders& folders, const PaperTable& table, bool json);

/// `gnnir data download`. It lives in a module, too: libcurl takes longer to load than the program.
struct DownloadCommand {
  std::vector<std::string> names;
  std::string data_dir;
  std::string url;     ///< empty: the TU collection
  std::string sha256;  ///< of the one file; empty: any
  std::int64_t max_bytes = std::int64_t{4} << 30;
  bool json = false;
};
int download_in_module(const DownloadCommand& command);

/// `gnnir data …`, without libtorch.
int run_data_list(bool json);
/// `gnnir data generate`.
struct GenerateCommand {
  std::string name;
  std::string to;
  GenerateOptions options;
  bool seeded = false;             ///< a seed was given
  const Format* format = nullptr;  ///< null: as the name of the file ends
  std::vector<Knowledge> left_out;
};
int run_data_generate(const GenerateCommand& command);
int run_data_inspect(const DataOptions& data, bool json);
/// `gnnir data show`.
struct ShowCommand {
  DataOptions data;
  std::vector<std::string> graphs;   ///< numbers as they were typed; empty: a spread
  std::vector<std::string> columns;  ///< beneath each picture, beside names
  std::string out;                   ///< empty: NAME.html in the present folder
};
int run_data_show(const ShowCommand& command);
/// `gnnir data convert`.
struct ConvertCommand {
  DataOptions from;
  std::string to;
  const Format& format;
  std::vector<Knowledge> left_out;
};
int run_data_convert(const ConvertCommand& command);

}  // namespace gnnir::app
