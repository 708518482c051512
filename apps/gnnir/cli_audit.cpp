#include "cli_audit.h"

#include <fmt/format.h>

#include "cli_model.h"
#include "gnnir/base/error.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// Settings of the data that matter without training; `features`: also what is made of labels and attributes.
std::vector<std::string> reading_fields(bool features) {
  std::vector<std::string> paths = {"data.data_dir",       "data.self_loops", "data.direction",
                                    "data.smiles_column",  "data.separator",  "data.hydrogens",
                                    "data.molecule_edges", "data.on_error",   "data.rejects"};
  if (features) paths.insert(paths.end(), {"data.features", "data.edge_features", "data.max_degree"});
  return paths;
}

void add_fields(CLI::App& command, ConfigArguments& arguments, const std::vector<std::string>& paths,
                const std::vector<std::string>& without, const RunConfig& defaults = {}) {
  for (const ConfigField& field : option_fields()) {
    const auto listed = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), field.path()) != list.end();
    };
    if ((field.section == "model" || listed(paths)) && !listed(without)) {
      add_config_option(command, arguments, field, defaults);
    }
  }
}

/// A model and data, or data alone and settings of a model.
void take_audit(AuditArguments& arguments) {
  AuditCommand& command = arguments.command;
  command.data = arguments.what.back();
  if (arguments.what.size() == 1) {
    arguments.config.dataset = command.data;
    command.config = arguments.config.build();
    command.data_dir = command.config.data.data_dir;
    return;
  }
  command.model = arguments.what.front();
  if (!arguments.config.file.empty())
    throw usage_error("--config: the model {} brings its own settings", command.model);
  for (const auto& [path, text] : arguments.config.values) {
    if (path == "data.data_dir") {
      command.data_dir = text;
    } else if (path == "data.on_error" || path == "data.rejects" || path == "data.smiles_column" ||
               path == "data.separator") {
      command.reading.emplace_back(path, text);
    } else {
      throw usage_error("{}: the model {} brings its own settings", option_of(path), command.model);
    }
  }
}

/// A network that shows what it can tell apart: every node individualized; small, as weights are random anyway;
/// normalized, so that no number grows until others are lost beside it.
RunConfig network_defaults() {
  RunConfig defaults;
  apply_settings(defaults, {{"model.width", "all"}, {"model.hidden", "16"}, {"model.norm", "graph"}}, "");
  return defaults;
}

/// What the command line says, else the file, else the defaults above.
RunConfig network_config(const ConfigArguments& arguments) {
  if (!arguments.file.empty()) return arguments.build();
  RunConfig config = network_defaults();
  const std::vector<Setting> given(arguments.values.begin(), arguments.values.end());
  apply_settings(config, given, "");
  refuse_unread(config, given);
  return config;
}

/// Whether one of the methods reads an option of the command.
bool is_read(std::string_view option, bool tree, bool networks) {
  if (option == "--depth") return tree;
  const bool shared = option == "--relabellings" || option == "--network-seed" || option == "--budget";
  return networks || (shared && tree);
}

/// Settings of networks where no network is asked for, of individualization where there is none, of the search tree.
void refuse_unused_networks(const CLI::App& command, const ConfigArguments& config,
                            const std::vector<Method>& methods) {
  const auto asked = [&](Method method) { return std::find(methods.begin(), methods.end(), method) != methods.end(); };
  const bool networks = asked(Method::gnn) || asked(Method::gnn_ir);
  const char* const alone = asked(Method::ir) ? "ir has no network" : "wl has nothing to choose";
  for (const char* option : {"--networks", "--relabellings", "--network-seed", "--budget", "--config", "--depth"}) {
    if (command.count(option) == 0 || is_read(option, asked(Method::ir), networks)) continue;
    throw usage_error("{}: has no effect here: {}", option, networks ? "it is for --method ir" : alone);
  }
  for (const auto& [path, text] : config.values) {
    if (!path.starts_with("model.")) continue;
    if (!networks) throw usage_error("{}: has no effect here: {}", option_of(path), alone);
    const bool individualizes = path == "model.ir_layers" || path == "model.width" || path == "model.selector" ||
                                path == "model.merge" || path == "model.ties" || path == "model.tie_tolerance" ||
                                path == "model.psi_activation";
    if (individualizes && !asked(Method::gnn_ir)) {
      throw usage_error("{}: has no effect here: it is for --method gnn-ir", option_of(path));
    }
  }
}

std::vector<Method> methods_of(const std::vector<std::string>& names) {
  std::vector<Method> methods;
  for (const std::string& name : names) methods.push_back(parse_enum<Method>(name, "--method"));
  if (methods.empty()) methods = {Method::wl, Method::ir, Method::gnn, Method::gnn_ir};
  return methods;
}

/// What the command line says, and then the command.
int run_distinguishing(const CLI::App& distinguish, DistinguishArguments& arguments) {
  DistinguishCommand& command = arguments.command;
  command.methods = methods_of(arguments.methods);
  refuse_unused_networks(distinguish, arguments.config, command.methods);
  command.config = network_config(arguments.config);
  command.data = arguments.config.dataset;
  command.data_dir = command.config.data.data_dir;
  command.options.pairs = arguments.pairs ? ComparedPairs::consecutive : ComparedPairs::all;
  command.options.networks.model = command.config.model;
  command.options.tree.relabellings = command.options.networks.relabellings;
  command.options.tree.seed = command.options.networks.seed;
  command.options.tree.budget = command.options.networks.budget;
  command.options.norm_without_individualization =
      arguments.config.values.contains("model.norm") || !arguments.config.file.empty();
  command.threads = resolve_threads(arguments.threads);
  const bool exact = std::all_of(command.methods.begin(), command.methods.end(),
                                 [](Method m) { return m == Method::wl || m == Method::ir; });
  return exact ? run_distinguish_exactly(command) : load_learn_commands().distinguish(command);
}

}  // namespace

void add_audit(CLI::App& app, AuditArguments& arguments, Action& action) {
  CLI::App* audit =
      app.add_subcommand("audit", "Tell whether predictions depend on the order in which nodes are listed");
  audit->add_option("data", arguments.what, "a model file or run folder, then data; or data alone: random weights")
      ->required()
      ->expected(1, 2)
      ->type_name("[MODEL] DATA");
  audit->add_option("--config", arguments.config.file, "TOML file with settings of a model with random weights")
      ->type_name("FILE");
  AuditCommand& command = arguments.command;
  audit->add_option("--relabellings", command.options.relabellings, "random ones of every graph to compare with it")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000).description(""))
      ->capture_default_str();
  add_number(*audit, "--tolerance", command.options.tolerance, {0, 1e9},
             "difference of a probability, or of a standardised target, that counts as none")
      ->type_name("X");
  add_seed(*audit, "--audit-seed", command.options.seed, "seed of the relabellings");
  audit->add_option("--details", command.details, "file ending in .csv or .json: a row for every graph")
      ->type_name("FILE");
  audit->add_option("--picture", command.picture, "SVG file: the worst graph, its cells and what was individualized")
      ->type_name("FILE");
  audit->add_flag("--json", command.json, "the totals as one JSON object");
  add_threads(*audit, arguments.threads, "threads; results do not depend on it (0: all cores)");
  add_max_memory(*audit, command.max_memory);
  add_engine(*audit, command.engine);
  std::vector<std::string> fields = reading_fields(/*features=*/true);
  fields.insert(fields.end(), {"train.seed", "train.batch_size"});
  add_fields(*audit, arguments.config, fields, {});
  add_names_options(*audit, command);
  audit->footer(
      "certified: provably the same for every order, in exact arithmetic; stable: no difference seen; depends on node "
      "order: seen.\n"
      "Examples:\n  gnnir audit runs/first new_graphs.zip --details audit.csv --picture worst.svg\n"
      "  gnnir audit CSL -L 2 -k 4 --ties index\n  gnnir audit --config experiments/csl_l4_k16.toml CSL");
  audit->callback([&] {
    action = [&] {
      take_audit(arguments);
      arguments.command.threads = resolve_threads(arguments.threads);
      return load_learn_commands().audit(arguments.command);
    };
  });
}

void add_distinguish(CLI::App& app, DistinguishArguments& arguments, Action& action) {
  CLI::App* distinguish = app.add_subcommand("distinguish", "Count the pairs of graphs that a method can tell apart");
  DistinguishCommand& command = arguments.command;
  distinguish->add_option("dataset", arguments.config.dataset, "a name, a file (graph6, …), a folder or an archive")
      ->required()
      ->type_name("DATA");
  distinguish->add_flag("--pairs", arguments.pairs,
                        "compare the first graph with the second, the third with the fourth, …");
  distinguish->add_flag("--all", arguments.all, "compare all pairs of graphs (the default)")->excludes("--pairs");
  distinguish->add_flag("--one-per-class", command.options.one_per_class,
                        "compare only the first graph of every class");
  distinguish
      ->add_option("--method", arguments.methods,
                   fmt::format("what tells graphs apart; may be repeated ({}); default: all four",
                               fmt::join(names_of<Method>(), ", ")))
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  distinguish->add_option("--networks", command.options.networks.networks, "gnn, gnn-ir: random networks to try")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  distinguish
      ->add_option("--relabellings", command.options.networks.relabellings, "all but wl: of every graph, as a control")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  add_seed(*distinguish, "--network-seed", command.options.networks.seed,
           "all but wl: seed of weights and relabellings");
  distinguish
      ->add_option("--depth", command.options.tree.depth,
                   "ir: individualized nodes at most; 0: until graphs are told apart, or every node is")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000).description(""))
      ->capture_default_str();
  add_number(*distinguish, "--budget", command.options.networks.budget, {1e-3, 1e9},
             "all but wl: what a method may take, in seconds of a nominal computer: work is counted, not timed; where "
             "all depths, nodes and layers would take more, fewer are tried, and it says so")
      ->type_name("SECONDS");
  distinguish->add_flag("--json", command.json, "one JSON object per method");
  distinguish->add_option("--config", arguments.config.file, "TOML file with settings of the network")
      ->type_name("FILE");
  add_threads(*distinguish, arguments.threads, "threads; results do not depend on it (0: all cores)");
  add_fields(*distinguish, arguments.config, reading_fields(/*features=*/false),
             {"model.max_branches", "model.architecture", "model.pool_ratio"}, network_defaults());
  distinguish->footer(
      "wl and ir are exact; ir says how many nodes had to be individualized. gnn and gnn-ir have random weights, and\n"
      "count a pair only if it differs far more than relabelled copies of its graphs do. gnn has no norm unless you\n"
      "say otherwise.\n"
      "Examples:\n  gnnir distinguish CFI --pairs --method wl,ir\n  gnnir distinguish sr251256.g6 --method gnn-ir "
      "--merge tree -L 2 -k all\n"
      "  gnnir distinguish EXP --pairs\n  gnnir distinguish CSL --one-per-class --method wl,gnn-ir --merge tree "
      "--json");
  distinguish->callback(
      [&, distinguish] { action = [&, distinguish] { return run_distinguishing(*distinguish, arguments); }; });
}

}  // namespace gnnir::app
