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
constexpr double seconds_per_row = 2e-6;  ///< of an epoch
constexpr double bytes_per_row = 20e3;    ///< of the graphs that are at work at one time, on two threads
constexpr double bytes_of_program = 250e6;
constexpr std::size_t shards = 8;  ///< of a batch
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
  for (const char* path : {"train.schedule", "train.decay", "train.patience", "train.decay_every"}) {
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
  double at_once = 0;  ///< the largest graph, or a shard of a batch of large ones
};
Rows rows_of(const Dataset& dataset, const RunConfig& config) {
  std::vector<double> rows;
  rows.reserve(dataset.examples.size());
  for (const Example& example : dataset.examples) {
    const auto nodes = static_cast<double>(example.graph.num_nodes());
    rows.push_back(std::pow(nodes, static_cast<double>(config.model.ir.layers + 1)));
  }
  std::sort(rows.rbegin(), rows.rend());
  const auto batch = std::min(rows.size(), static_cast<std::size_t>(config.train.batch_size));
  Rows found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    found.all += rows[i];
    if (i < batch) found.at_once += rows[i] / static_cast<double>(shards);
  }
  if (!rows.empty()) found.at_once = std::max(found.at_once, rows[0]);
  return found;
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
Fit fit(const RunConfig& config, const Dataset& dataset, const Budget& budget,
        std::optional<std::int64_t> epochs_said) {
  if (config.model.ir.layers == 0) return {};
  const Rows rows = rows_of(dataset, config);
  const std::int64_t epochs_if_much = budget.seconds > 0 ? most_epochs : fewest_epochs;  // a time that is given is kept
  const double bytes = rows.at_once * bytes_per_row;
  if (bytes_of_program + bytes > (budget.bytes > 0 ? budget.bytes : attainable_bytes())) {
    return {false, epochs_if_much, fmt::format("up to {:.1f} GB of memory", (bytes_of_program + bytes) / 1e9)};
  }
  const double trainings =
      (budget.cross_validate ? static_cast<double>(config.data.folds) : 1) * static_cast<double>(config.train.seeds);
  const double seconds = budget.seconds > 0 ? budget.seconds : default_seconds;
  const double an_epoch = std::max(rows.all, 1.0) * seconds_per_row * trainings;
  const auto takes = [&](std::int64_t count) {
    return fmt::format("about {} of one core for {} epochs", in_words(an_epoch * static_cast<double>(count)), count);
  };
  const std::int64_t least = epochs_said.value_or(fewest_epochs);
  if (an_epoch * static_cast<double>(least) > seconds) return {false, epochs_if_much, takes(least)};
  const auto epochs = static_cast<std::int64_t>(std::min<double>(seconds / an_epoch, most_epochs));
  if (epochs == most_epochs || budget.seconds > 0 || epochs_said) return {};
  return {true, epochs, takes(most_epochs)};
}

/// Of exact IR, or of its network without individualization.
std::string name_of_model(std::int64_t layers) {
  return layers == 0 ? "the plain network (L = 0)" : fmt::format("exact IR (L = {})", layers);
}

/// Epochs without a better score after which a training ends: not before its learning rate has fallen, which may help.
std::int64_t patience_beyond(const TrainOptions& train) {
  constexpr std::int64_t least = 50;
  switch (train.schedule) {
    case ScheduleKind::plateau:
      return std::max(least, 3 * (train.patience + 1));
    case ScheduleKind::step:
      return std::max(least, 2 * train.decay_every);
    case ScheduleKind::constant:
      return least;
    case ScheduleKind::cosine:
      return 0;  // its best epochs are its last
  }
  return 0;
}

/// Where nobody has said how long to train: neither a person, nor a file of settings, nor a protocol.
void stop_early(const SaidSettings& said, TrainOptions& train) {
  if (said.last("train.early_stop") || !said.file_name.empty() || !protocol(said).empty()) return;
  train.early_stop = patience_beyond(train);
}

}  // namespace

bool leaves_choice(const SaidSettings& said) {
  if (is_complete(said.from_file)) return false;
  if (const auto architecture = said.last("model.architecture")) return *architecture == exact_ir;
  return protocol(said).empty() && reads_all(network(), said);
}

RunConfig settings_of_small_graphs() {
  RunConfig config;
  apply_settings(config, network() + cosine(most_epochs), "");
  return config;
}

static ChosenConfig choose(const SaidSettings& said, const Dataset& dataset, const Budget& budget) {
  if (!leaves_choice(said)) return {build_config(said), ""};
  const Settings model = network() + for_data(said, dataset);
  const RunConfig exact = build_config(said, model + training(said, most_epochs));
  const bool epochs_said = said.last("train.epochs") || !protocol(said).empty();
  const Fit found = fit(exact, dataset, budget, epochs_said ? std::optional(exact.train.epochs) : std::nullopt);
  const bool model_said = said.last("model.architecture").has_value();
  const std::int64_t layers = exact.model.ir.layers;
  if (!found.fits && !model_said && !said.last("model.ir_layers")) {
    const Settings plain = model + Settings{{"model.ir_layers", "0"}} + training(said, most_epochs);
    return {build_config(said, plain),
            fmt::format("{}: exact IR would take {} (all the same: model.ir_layers=1)", name_of_model(0), found.takes)};
  }
  if (!found.fits && !model_said && layers > 1 && reads_all({}, said)) {
    return {build_config(said),
            fmt::format("GNN-IR (L = {}): exact IR would take {} (all the same: model.architecture=exact-ir)", layers,
                        found.takes)};
  }
  ChosenConfig chosen{build_config(said, model + training(said, found.epochs)), name_of_model(layers)};
  if (!protocol(said).empty()) chosen.words += ", trained as the data set's protocol says";
  if (!found.fits) {
    chosen.words += ", which takes " + found.takes;
  } else if (!found.takes.empty()) {
    chosen.words += fmt::format(", {} epochs: it would take {} (train.epochs, run.time)", found.epochs, found.takes);
  }
  return chosen;
}

ChosenConfig choose_config(const SaidSettings& said, const Dataset& dataset, const Budget& budget) {
  ChosenConfig chosen = choose(said, dataset, budget);
  stop_early(said, chosen.config.train);
  return chosen;
}

}  // namespace gnnir
