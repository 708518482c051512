#include "gnnir/settings/choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnnir/base/memory.h"

namespace gnnir {
namespace {

using Settings = std::vector<Setting>;

// Of docs/defaults.md: four steps of 64 channels, one core.
constexpr double default_seconds = 7200;
constexpr double seconds_per_row = 2e-6;   ///< of an epoch
constexpr double bytes_per_row = 4096;     ///< of the graphs that are at work at one time
constexpr double share_of_a_graph = 0.25;  ///< of the memory, for the largest one: it is not alone
constexpr std::int64_t most_epochs = 100;
constexpr std::int64_t fewest_epochs = 30;
constexpr double warmup_epochs = 2;

constexpr const char* exact_ir = "exact-ir";
const Settings& network() {
  static const Settings settings = {{"model.architecture", exact_ir}, {"model.ir_layers", "1"}, {"model.steps", "4"}};
  return settings;
}

Settings protocol(const SaidSettings& said) { return protocol_of(said.last("data.dataset").value_or("")); }

Settings operator+(Settings first, const Settings& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

/// Whether a model of these settings reads everything that is said of models.
bool reads_all(const Settings& model, const SaidSettings& said) {
  RunConfig config;
  apply_settings(config, model, "");
  const Settings all = said.from_file + said.from_command_line;
  return std::all_of(all.begin(), all.end(), [&](const Setting& setting) {
    return !setting.first.starts_with("model.") || why_unread(config, setting.first).empty();
  });
}

/// Whether a file leaves nothing open that is chosen here, as those of runs do.
bool is_complete(const Settings& file) {
  const auto says = [&](const char* path) {
    return std::any_of(file.begin(), file.end(), [&](const Setting& setting) { return setting.first == path; });
  };
  return says("model.architecture") && says("model.ir_layers") && says("model.steps") && says("train.epochs");
}

/// With a warm-up that leaves room for the rest.
Settings cosine(std::int64_t epochs) {
  const double warmup = std::min(warmup_epochs, 0.1 * static_cast<double>(epochs));
  return {{"train.schedule", "cosine"}, {"train.warmup", fmt::format("{:.3g}", warmup)}};
}

/// How to train: as published for the data set, though with another model; else along a cosine, unless something is
/// said of how the learning rate is to fall.
Settings training(const SaidSettings& said, std::int64_t epochs) {
  Settings published = protocol(said);
  std::erase_if(published, [](const Setting& setting) { return setting.first.starts_with("model."); });
  if (!published.empty()) return published;
  Settings length = {{"train.epochs", fmt::format("{}", epochs)}};
  for (const char* path : {"train.schedule", "train.decay", "train.patience", "train.decay_every", "train.min_lr"}) {
    if (said.last(path)) return length;
  }
  const TrainOptions train = build_config(said, network() + length).train;
  if (train.lr <= train.min_lr) return length;
  return length + cosine(train.epochs);
}

/// What the data decides: numbers often grow with the graph, classes do not; and where nodes have no features but their
/// degrees, to normalize takes away what there is to see.
Settings for_data(const SaidSettings& said, const Dataset& dataset) {
  Settings settings;
  if (dataset.has_classes() && said.last("data.task") != "regression")
    settings.emplace_back("model.over_nodes", "mean");
  const bool features = dataset.has_node_labels() || dataset.has_node_attributes() || dataset.examples.empty();
  if (!features) settings.emplace_back("model.batch_norm", "false");
  return settings;
}

/// Rows of nodes in branches: n² of a graph of n nodes if one node is individualized.
struct Rows {
  double all = 0;
  double largest = 0;  ///< of one graph
};
Rows rows_of(const Dataset& dataset, std::int64_t layers) {
  Rows rows;
  for (const Example& example : dataset.examples) {
    const double of_graph = std::pow(static_cast<double>(example.graph.num_nodes()), static_cast<double>(layers + 1));
    rows.all += of_graph;
    rows.largest = std::max(rows.largest, of_graph);
  }
  return rows;
}

std::string in_words(double seconds) {
  return seconds < 5400 ? fmt::format("{:.0f} min", std::ceil(seconds / 60)) : fmt::format("{:.0f} h", seconds / 3600);
}

/// Whether exact IR fits the budget.
struct Fit {
  bool fits = true;
  std::int64_t epochs = most_epochs;
  std::string takes = {};  ///< if that is too much
};
Fit fit(const Rows& rows, double trainings, const Budget& budget) {
  const double bytes = budget.bytes > 0 ? budget.bytes : attainable_bytes();
  const double needed = rows.largest * bytes_per_row;
  if (needed > share_of_a_graph * bytes) {
    return {false, fewest_epochs, fmt::format("about {:.1f} GB for the largest graph alone", needed / 1e9)};
  }
  const double seconds = budget.seconds > 0 ? budget.seconds : default_seconds;
  const double an_epoch = std::max(rows.all, 1.0) * seconds_per_row * trainings;
  const auto epochs = static_cast<std::int64_t>(std::min<double>(seconds / an_epoch, most_epochs));
  const auto takes = [&](std::int64_t count) {
    return fmt::format("about {} of one core for {} epochs", in_words(an_epoch * static_cast<double>(count)), count);
  };
  if (epochs < fewest_epochs) return {false, fewest_epochs, takes(fewest_epochs)};
  if (epochs == most_epochs || budget.seconds > 0) return {};  // the training itself is fitted to a time that is given
  return {true, epochs, takes(most_epochs)};
}
Fit fit(const RunConfig& config, const Dataset& dataset, const Budget& budget) {
  const std::int64_t layers = config.model.ir.layers;
  if (layers == 0) return {};
  const double folds = budget.cross_validate ? static_cast<double>(config.data.folds) : 1;
  return fit(rows_of(dataset, layers), folds * static_cast<double>(config.train.seeds), budget);
}

}  // namespace

bool leaves_choice(const SaidSettings& said) {
  const std::optional<std::string> architecture = said.last("model.architecture");
  if (architecture ? *architecture != exact_ir : !protocol(said).empty()) return false;
  return !is_complete(said.from_file) && reads_all(network(), said);
}

RunConfig settings_of_small_graphs() {
  RunConfig config;
  apply_settings(config, network() + cosine(most_epochs), "");
  return config;
}

ChosenConfig choose_config(const SaidSettings& said, const Dataset& dataset, const Budget& budget) {
  if (!leaves_choice(said)) return {build_config(said), ""};
  const Settings model = network() + for_data(said, dataset);
  const Fit found = fit(build_config(said, model + training(said, most_epochs)), dataset, budget);
  const bool layers_said = said.last("model.ir_layers").has_value();
  if (!found.fits && !layers_said) {
    const Settings plain = model + Settings{{"model.ir_layers", "0"}} + training(said, most_epochs);
    return {
        build_config(said, plain),
        fmt::format("the plain network (L = 0): exact IR would take {} (model.ir_layers=1, run.time)", found.takes)};
  }
  if (!found.fits && !said.last("model.architecture") && reads_all({}, said)) {
    return {build_config(said),
            fmt::format("GNN-IR: exact IR would take {} (model.architecture=exact-ir, run.time)", found.takes)};
  }
  ChosenConfig chosen{build_config(said, model + training(said, found.epochs)), ""};
  const std::int64_t layers = chosen.config.model.ir.layers;
  chosen.words = layers == 0 ? "the plain network (L = 0)" : fmt::format("exact IR (L = {})", layers);
  const bool shortened = !found.takes.empty() && chosen.config.train.epochs == found.epochs;
  if (shortened)
    chosen.words += fmt::format(", {} epochs: it would take {} (train.epochs, run.time)", found.epochs, found.takes);
  return chosen;
}

}  // namespace gnnir
