#include "cli_model.h"

#include <fmt/format.h>

#include "cli_explain.h"
#include "gnnir/base/error.h"
#include "gnnir/data/formats/formats.h"

namespace gnnir::app {

void add_names_options(CLI::App& command, AskedData& asked) {
  command
      .add_option("--keep", asked.keep,
                  "column or key whose values stand in the rows, beside ids and SMILES; may be repeated")
      ->type_name("NAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag_callback(
      "--no-names", [&asked] { asked.names = false; }, "rows without ids, SMILES and the like");
}

namespace {

/// What may differ between the file that trained a model and the one it is asked about.
void add_reading_options(CLI::App& command, ModelCommand& arguments) {
  command.add_option("--smiles-column", arguments.smiles_column, "CSV of molecules: the column with SMILES")
      ->type_name("NAME")
      ->default_str("as trained");
  command
      .add_option_function<std::string>(
          "--separator",
          [&arguments](const std::string& name) { arguments.separator = parse_enum<Separator>(name, "--separator"); },
          fmt::format("CSV: what stands between fields ({})", fmt::join(names_of<Separator>(), ", ")))
      ->type_name("NAME")
      ->default_str(name_of(Separator::automatic));
  command
      .add_option_function<std::string>(
          "--format",
          [&arguments](const std::string& name) {
            ending_of_format(name, "--format");
            arguments.format = name;
          },
          "DATA is -: how standard input is written, for example smi or csv")
      ->type_name("NAME")
      ->default_str("jsonl");
  command
      .add_option_function<std::string>(
          "--on-error",
          [&arguments](const std::string& name) { arguments.on_error = parse_enum<OnError>(name, "--on-error"); },
          "a graph that cannot be read: stop, or skip it and go on (stop, skip)")
      ->type_name("NAME")
      ->default_str("as trained");
  command
      .add_option("--rejects", arguments.rejects, "file for skipped rows (default: NAME.rejects.csv, after the data)")
      ->type_name("FILE");
}

void add_typed_smiles(CLI::App& command, AskedData& asked) {
  command.add_option("--smiles", asked.smiles, "a molecule, in the place of DATA; may be repeated")
      ->type_name("SMILES")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// What is asked about is named once.
void require_data(const ModelCommand& command) {
  if (command.data.empty() && command.smiles.empty()) {
    throw usage_error(
        "name the graphs: DATA, which is a name, a file, a folder or an archive, or - for standard input");
  }
  if (!command.data.empty() && !command.smiles.empty()) {
    throw usage_error("--smiles: has no effect here: it takes the place of {}", command.data);
  }
  if (!command.training_data.empty() && !command.neighbours) {
    throw usage_error("--training-data: has no effect here: it is for --neighbours");
  }
  if (!command.format.empty() && command.data != "-") {
    throw usage_error("--format: has no effect here: it is for standard input, DATA -");
  }
}

void add_doubt_options(CLI::App& command, ModelCommand& arguments) {
  command
      .add_option("--confidence", arguments.confidence,
                  "intervals of numbers, or sets of classes, that hold the truth for such a share of graphs: 0.9")
      ->type_name("SHARE");
  command
      .add_option_function<std::string>(
          "--calibrate",
          [&arguments](const std::string& name) { arguments.calibrate = parse_enum<Calibration>(name, "--calibrate"); },
          fmt::format("make probabilities as large as they are right ({})", fmt::join(names_of<Calibration>(), ", ")))
      ->type_name("NAME")
      ->default_str(name_of(Calibration::none));
}

void add_neighbours(CLI::App& command, ModelCommand& arguments) {
  command
      .add_option("--neighbours", arguments.neighbours,
                  "add columns: the training graphs nearest to each, so many; how far they are; is that unfamiliar?")
      ->type_name("N");
  command
      .add_option("--training-data", arguments.training_data,
                  "--neighbours: where the data is now that the model was trained on (default: where it was)")
      ->type_name("DATA");
}

CLI::App* add_model_command(CLI::App& app, const char* verb, const char* help, ModelArguments& arguments,
                            Action& action, int (*run)(const ModelCommand&)) {
  CLI::App* command = app.add_subcommand(verb, help);
  command
      ->add_option("model", arguments.command.model,
                   "model file (.safetensors) or run folder; folds or seeds answer together")
      ->required()
      ->type_name("MODEL");
  command->add_option("data", arguments.command.data, "a name, a file, a folder or an archive; -: standard input")
      ->type_name("DATA");
  command
      ->add_option("--with", arguments.command.with,
                   "another model or run folder that answers together with it; may be repeated")
      ->type_name("MODEL")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--data-dir", arguments.command.data_dir,
                      "folder where named data sets are looked for (default: $GNNIR_DATA)");
  add_reading_options(*command, arguments.command);
  add_threads(*command, arguments.threads, "threads; results do not depend on it (0: all cores)");
  add_max_memory(*command, arguments.command.max_memory);
  add_engine(*command, arguments.command.engine);
  command->callback([&arguments, &action, run] {
    action = [&arguments, run] {
      require_data(arguments.command);
      arguments.command.threads = resolve_threads(arguments.threads);
      return run(arguments.command);
    };
  });
  command
      ->add_option(
          "--part", arguments.command.part,
          "which graphs: all, or a part of the run's own split: train, validation, test or what it calls others")
      ->type_name("NAME")
      ->default_str("all");
  return command;
}

}  // namespace

void add_model_commands(CLI::App& app, std::map<std::string, ModelArguments>& arguments, Action& action) {
  CLI::App* eval =
      add_model_command(app, "eval", "Score a model on a labelled data set", arguments["eval"], action, run_eval);
  eval->add_flag("--all", arguments["eval"].command.all_scores,
                 "every metric, also of single targets and classes; else the model's own, the loss and the usual ones");
  eval->add_flag("--json", arguments["eval"].command.json, "all scores as one JSON object");
  add_doubt_options(*eval, arguments["eval"].command);
  eval->footer(
      "Examples:\n  gnnir eval runs/first new_graphs.zip\n  gnnir eval runs/first my_graphs/ --part test\n"
      "  gnnir eval runs/first my_graphs/ --part test --all\n"
      "  gnnir eval runs/first my_graphs/ --part test --confidence 0.9 --calibrate temperature");

  CLI::App* predict = add_model_command(app, "predict", "Predict for every graph of a data set", arguments["predict"],
                                        action, run_predict);
  predict->add_option("--out", arguments["predict"].command.out, "file for the rows (default: standard output)")
      ->type_name("FILE");
  predict->add_flag("--audit", arguments["predict"].command.audit,
                    "add columns: does the prediction depend on the order of nodes, and how far does it move? (see "
                    "`gnnir audit`)");
  add_neighbours(*predict, arguments["predict"].command);
  predict->add_flag("--json", arguments["predict"].command.json, "a JSON object per graph in the place of CSV");
  add_doubt_options(*predict, arguments["predict"].command);
  add_names_options(*predict, arguments["predict"].command);
  add_typed_smiles(*predict, arguments["predict"].command);
  predict->footer(
      "Examples:\n  gnnir predict runs/first new_graphs.zip --out predictions.csv\n"
      "  gnnir predict runs/first molecules.csv --keep supplier --on-error skip\n"
      "  gnnir predict runs/cv new_graphs.zip --with runs/other\n"
      "  gnnir predict runs/first new_graphs.zip --confidence 0.9\n"
      "  gnnir predict runs/first --smiles CCO --smiles c1ccccc1\n"
      "  cat new.smi | gnnir predict runs/first - --format smi --json\n"
      "  gnnir predict runs/first my_graphs.jsonl --part test\n"
      "  gnnir predict runs/first new_graphs.zip --neighbours 3");

  CLI::App* embed =
      add_model_command(app, "embed", "Write embeddings of graphs or nodes", arguments["embed"], action, run_embed);
  embed
      ->add_option("--out", arguments["embed"].command.out,
                   "file ending in .csv or .npy (default: CSV to standard output)")
      ->type_name("FILE");
  embed->add_flag("--nodes", arguments["embed"].command.nodes, "a row per node instead of one per graph");
  add_names_options(*embed, arguments["embed"].command);
  add_typed_smiles(*embed, arguments["embed"].command);
  embed->footer("Example:\n  gnnir embed runs/first MUTAG.zip --nodes --out nodes.npy");

  CLI::App* explain = add_model_command(
      app, "explain", "Say why a model says what it says of a graph: values of nodes", arguments["explain"], action,
      [](const ModelCommand& command) { return load_learn_commands().explain(command); });
  add_explain_options(*explain, arguments["explain"].command);
  add_names_options(*explain, arguments["explain"].command);
  add_typed_smiles(*explain, arguments["explain"].command);
}

}  // namespace gnnir::app
