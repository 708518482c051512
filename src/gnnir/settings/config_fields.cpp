#include <limits>

#include "gnnir/base/error.h"
#include "gnnir/data/split/methods.h"
#include "gnnir/settings/config.h"
#include "gnnir/settings/field_kinds.h"
#include "gnnir/settings/metric_names.h"

namespace gnnir {
namespace {

using namespace fields;

/// A field that not all ways to divide graphs read; with a split file, none does that is here.
ConfigField for_splits(bool SplitMethod::*reads, ConfigField field) {
  field.unread = [reads](const RunConfig& config) -> std::string {
    if (!config.data.split_file.empty()) return "the split file says which graphs are in which part";
    const SplitMethod* method = find_split_method(config.data.split);
    return method == nullptr || method->*reads ? "" : fmt::format("split = {} does not read it", method->name);
  };
  return field;
}

bool goes_by_no_column(const RunConfig& config) {
  const SplitMethod* method = find_split_method(config.data.split);
  return method == nullptr || !method->column;
}
constexpr const char* no_scores = "selector = random draws nodes and knows no scores that could be equal";
bool chooses_at_random(const RunConfig& config) { return config.model.ir.selector == SelectorKind::random; }

constexpr double most_average = 0.999999;  // of 1 the weights would never reach it

// One line a field: the accessor is spelled by the macro so that the table below stays a table.
#define AT(type, member) [](RunConfig& c) -> type& { return c.member; }

/// A whole number, or all.
ConfigField width(const Name& name) {
  const ConfigField number = integer<std::int64_t>(name, AT(std::int64_t, model.ir.width), 1);
  ConfigField field = number;
  field.type = "integer or \"all\"";
  field.get = [number](const RunConfig& config) {
    return config.model.ir.width == all_nodes ? toml_string("all") : number.get(config);
  };
  field.set = [number](RunConfig& config, std::string_view text, std::string_view where) {
    if (text == "all") {
      config.model.ir.width = all_nodes;
      return;
    }
    if (!parse_integer(text)) throw usage_error("{}: expected a whole number or all, found '{}'", where, text);
    number.set(config, text, where);
  };
  return field;
}

std::vector<ConfigField> data_fields() {
  return {
      text({"data", "dataset", "--dataset", "a name (CSL, TRIANGLES, …), a file, a folder or an archive"},
           AT(std::string, data.dataset)),
      text({"data", "data_dir", "--data-dir", "folder where named data sets are looked for (default: $GNNIR_DATA)"},
           AT(std::string, data.data_dir)),
      choice<TaskChoice>({"data", "task", "--task", "what to learn; auto: classes if there are any, else real targets"},
                         AT(TaskChoice, data.task)),
      choice<FeatureKind>(
          {"data", "features", "--features", "node features; auto: labels and attributes where present, else degree"},
          AT(FeatureKind, data.features)),
      except_where([](const RunConfig& c) { return edge_use(c.model) == EdgeUse::none; },
                   "the model does not look at edges; model.conv=gine, pna or nnconv does, or model.edge_variables",
                   choice<FeatureKind>(
                       {"data", "edge_features", "--edge-features",
                        "edge features, for models that look at edges; auto: labels and attributes where present"},
                       AT(FeatureKind, data.edge_features))),
      only_where<FeatureKind>(
          "features", AT(FeatureKind, data.features), {FeatureKind::automatic, FeatureKind::degree},
          integer<std::int64_t>({"data", "max_degree", "--max-degree",
                                 "larger degrees count as this (0: the largest in the training graphs)"},
                                AT(std::int64_t, data.max_degree), 0, 1'000'000)),
      choice<SelfLoops>({"data", "self_loops", "--self-loops", "edges from a node to itself"},
                        AT(SelfLoops, data.self_loops)),
      choice<Direction>(
          {"data", "direction", "--direction", "undirected: every edge counts both ways; directed: as in the file"},
          AT(Direction, data.direction)),
      texts({"data", "targets", "--target",
             "column or key to learn; may be repeated (default: all that the format knows as targets)"},
            AT(std::vector<std::string>, data.targets)),
      text({"data", "positive", "--positive",
            "of two answers the one that is asked for, whose probability, ROC and F1 are shown (default: the one that "
            "sounds least like no, else the larger)"},
           AT(std::string, data.positive)),
      text({"data", "weight_column", "--weight-column",
            "column or key with what each graph counts for in the loss, numbers from 0 (default: all 1)"},
           AT(std::string, data.weight_column)),
      text({"data", "smiles_column", "--smiles-column", "CSV of molecules: the column with SMILES (default: smiles)"},
           AT(std::string, data.smiles_column)),
      choice<Separator>({"data", "separator", "--separator", "CSV: what stands between fields"},
                        AT(Separator, data.separator)),
      choice<Hydrogens>({"data", "hydrogens", "--hydrogens", "molecules: hydrogen atoms as nodes or not"},
                        AT(Hydrogens, data.hydrogens)),
      choice<MoleculeEdges>(
          {"data", "molecule_edges", "--molecule-edges", "molecules: an edge per bond, or per pair of atoms"},
          AT(MoleculeEdges, data.molecule_edges)),
      choice<OnError>({"data", "on_error", "--on-error", "a graph that cannot be read: stop, or skip it and go on"},
                      AT(OnError, data.on_error)),
      only_where<OnError>("on_error", AT(OnError, data.on_error), {OnError::skip},
                          text({"data", "rejects", "--rejects", "file for skipped rows (default: DATA.rejects.csv)"},
                               AT(std::string, data.rejects))),
  };
}

std::vector<ConfigField> split_fields() {
  return {
      name({"data", "split", "--split",
            "how graphs are divided; auto: by the split file or the data set's own parts, else stratified"},
           AT(std::string, data.split), split_names),
      except_where(goes_by_no_column, "split = column, group and time read it",
                   text({"data", "split_column", "--split-column",
                         "the column or key that split = column, group or time goes by"},
                        AT(std::string, data.split_column))),
      text({"data", "split_file", "--split-file",
            "published folds (.json), prefix of PREFIX_train.index, PREFIX_val.index, PREFIX_test.index, or a folder "
            "with train.txt, val.txt, test.txt"},
           AT(std::string, data.split_file)),
      integer<std::int64_t>({"data", "fold", "--fold", "train with a split file: which of its folds, from 1"},
                            AT(std::int64_t, data.fold), 1),
      for_splits(&SplitMethod::folds, integer<std::int64_t>({"data", "folds", "--folds", "cv: number of folds"},
                                                            AT(std::int64_t, data.folds), 2, 1'000'000)),
      for_splits(&SplitMethod::inner,
                 choice<InnerValidation>({"data", "inner_validation", "--inner-validation",
                                          "cv: validation is the next fold, or a fraction of the non-test graphs"},
                                         AT(InnerValidation, data.inner_validation))),
      for_splits(&SplitMethod::fractions,
                 number({"data", "train_fraction", "--train-fraction", "train: share of graphs to train on"},
                        AT(double, data.train_fraction), {0, 1, true})),
      for_splits(&SplitMethod::validation,
                 number({"data", "validation_fraction", "--validation-fraction",
                         "share of graphs that select the model (train: of all; cv: of the non-test graphs)"},
                        AT(double, data.validation_fraction), {0, 1, true})),
      for_splits(&SplitMethod::seed,
                 integer<std::uint64_t>({"data", "split_seed", "--split-seed", "seed of splits and folds"},
                                        AT(std::uint64_t, data.split_seed), 0, std::numeric_limits<long long>::max())),
  };
}

std::vector<ConfigField> model_fields() {
  return {
      integer<std::int64_t>(
          {"model", "ir_layers", "-L,--ir-layers", "individualization-refinement layers; 0 is a plain GNN"},
          AT(std::int64_t, model.ir.layers), 0, 64),
      width({"model", "width", "-k,--width", "nodes individualized per layer and graph: a number, or all"}),
      choice<SelectorKind>({"model", "selector", "--selector", "who chooses them"},
                           AT(SelectorKind, model.ir.selector)),
      choice<MergeKind>({"model", "merge", "--merge", "how branches become one embedding again"},
                        AT(MergeKind, model.ir.merge)),
      except_where(
          chooses_at_random, no_scores,
          choice<TiePolicy>({"model", "ties", "--ties",
                             "where the k-th place falls among equal nodes: lowest ids, a seeded draw, or all of them"},
                            AT(TiePolicy, model.ir.ties))),
      integer<std::int64_t>(
          {"model", "max_branches", "--max-branches",
           "most branches of a graph: ties = cell cuts a larger cell; merge = tree and width = all are refused beyond"},
          AT(std::int64_t, model.ir.max_branches), 1),
      except_where(chooses_at_random, no_scores,
                   number({"model", "tie_tolerance", "--tie-tolerance",
                           "scores nearer than this, relative to the embeddings' length, are equal"},
                          AT(double, model.ir.tie_tolerance), {0, 1})),
      choice<PsiActivation>(
          {"model", "psi_activation", "--psi-activation", "what follows the MLP that individualizes a node"},
          AT(PsiActivation, model.ir.psi_activation)),
      name({"model", "architecture", "--architecture",
            "the model: all nodes individualized and nothing merged, the paper's, or one to compare with"},
           AT(std::string, model.architecture), model_names),
      name({"model", "conv", "--conv", "the convolution"}, AT(std::string, model.gnn.conv), conv_names),
      integer<std::int64_t>({"model", "hidden", "--hidden", "channels of a node embedding"},
                            AT(std::int64_t, model.gnn.hidden), 1, 16'384),
      integer<std::int64_t>({"model", "steps", "--steps", "message-passing steps per refinement"},
                            AT(std::int64_t, model.gnn.steps), 1, 1'000),
      choice<NormKind>({"model", "norm", "--norm", "normalization before each ReLU of the convolution"},
                       AT(NormKind, model.gnn.norm.kind)),
      only_where<NormKind>(
          "norm", AT(NormKind, model.gnn.norm.kind), {NormKind::graph},
          number({"model", "norm_epsilon", "--norm-epsilon", "added to the variance"},
                 AT(double, model.gnn.norm.epsilon), {0, std::numeric_limits<double>::infinity(), true})),
      yes_or_no({"model", "edge_variables", "--edge-variables",
                 "edges have embeddings that are updated from their ends and read out"},
                AT(bool, model.edge_variables)),
      choice<ReadoutKind>({"model", "readout", "--readout", "how nodes become a graph vector"},
                          AT(ReadoutKind, model.readout.kind)),
      only_where<ReadoutKind>("readout", AT(ReadoutKind, model.readout.kind), {ReadoutKind::set2set},
                              integer<std::int64_t>({"model", "set2set_steps", "--set2set-steps", "processing steps"},
                                                    AT(std::int64_t, model.readout.set2set_steps), 1, 1'000)),
  };
}

std::vector<ConfigField> loss_fields() {
  return {
      choice<LossKind>(
          {"train", "loss", "--loss",
           "what training makes small; auto: cross-entropy of classes and yes/no questions, l1 of numbers"},
          AT(LossKind, train.loss.kind)),
      only_where<LossKind>(
          "loss", AT(LossKind, train.loss.kind), {LossKind::focal},
          number({"train", "focal_gamma", "--focal-gamma", "how much less counts what is right already, (1 - p)^gamma"},
                 AT(double, train.loss.focal_gamma), {0, 20})),
      only_where<LossKind>(
          "loss", AT(LossKind, train.loss.kind), {LossKind::huber},
          number({"train", "huber_delta", "--huber-delta",
                  "errors up to this count squared, in units of the target's deviation"},
                 AT(double, train.loss.huber_delta), {0, std::numeric_limits<double>::infinity(), true})),
      only_where<LossKind>("loss", AT(LossKind, train.loss.kind), {LossKind::quantile},
                           number({"train", "quantile", "--quantile", "which quantile is predicted, for example 0.9"},
                                  AT(double, train.loss.quantile), {0, 1, true})),
      choice<ClassWeights>({"train", "class_weights", "--class-weights",
                            "what a graph's class counts for in the loss; balanced: all classes as much, however rare"},
                           AT(ClassWeights, train.loss.class_weights)),
      texts({"train", "task_weights", "--task-weights",
             "several targets: what one counts for in the loss, NAME=WEIGHT; may be repeated (others: 1)"},
            AT(std::vector<std::string>, train.loss.task_weights)),
  };
}

std::vector<ConfigField> schedule_fields() {
  return {
      choice<ScheduleKind>(
          {"train", "schedule", "--schedule",
           "when the learning rate decays: validation loss stalls, every few epochs, never, or with every step "
           "along a cosine down to the minimum"},
          AT(ScheduleKind, train.schedule)),
      only_where<ScheduleKind>("schedule", AT(ScheduleKind, train.schedule),
                               {ScheduleKind::plateau, ScheduleKind::step},
                               number({"train", "decay", "--decay", "the learning rate is multiplied by this"},
                                      AT(double, train.decay), {0, 1, true})),
      only_where<ScheduleKind>(
          "schedule", AT(ScheduleKind, train.schedule), {ScheduleKind::plateau},
          integer<std::int64_t>({"train", "patience", "--patience", "epochs without a better validation loss"},
                                AT(std::int64_t, train.patience), 0)),
      only_where<ScheduleKind>("schedule", AT(ScheduleKind, train.schedule), {ScheduleKind::step},
                               integer<std::int64_t>({"train", "decay_every", "--decay-every", "epochs"},
                                                     AT(std::int64_t, train.decay_every), 1)),
      only_where<ScheduleKind>("schedule", AT(ScheduleKind, train.schedule),
                               {ScheduleKind::plateau, ScheduleKind::step, ScheduleKind::cosine},
                               number({"train", "min_lr", "--min-lr",
                                       "training stops when the learning rate falls below; cosine: what it falls to"},
                                      AT(double, train.min_lr), {0})),
      number({"train", "warmup", "--warmup",
              "epochs, or a part of one, in which the learning rate first rises from 0, step by step"},
             AT(double, train.warmup), {0}),
  };
}

std::vector<ConfigField> train_fields() {
  return {
      integer<std::int64_t>({"train", "epochs", "--epochs", "most passes over the training graphs"},
                            AT(std::int64_t, train.epochs), 0),
      integer<std::int64_t>({"train", "batch_size", "--batch-size", "graphs per step"},
                            AT(std::int64_t, train.batch_size), 1),
      number({"train", "lr", "--lr", "learning rate of Adam at the start"}, AT(double, train.lr),
             {0, std::numeric_limits<double>::infinity(), true}),
      number({"train", "weight_decay", "--weight-decay", "L2 penalty on the weights"}, AT(double, train.weight_decay),
             {0}),
      number({"train", "clip", "--clip", "largest norm of the gradient (0: no clipping)"}, AT(double, train.clip), {0}),
      number({"train", "average", "--average",
              "validate and keep a running average of the weights; each step leaves this share of it, for example "
              "0.999 (0: the weights as they are)"},
             AT(double, train.average), {0, most_average}),
      name(
          {"train", "metric", "--metric",
           "what counts, for example balanced_accuracy: it picks the best epoch and stands first; auto: ROC AUC of two "
           "classes, accuracy of more (balanced where one is rare), MAE, of several targets in deviations"},
          AT(std::string, train.metric), metric_choices),
      choice<ModelSelection>(
          {"train", "select_by", "--select-by", "validation figure that picks the best epoch: the metric, or the loss"},
          AT(ModelSelection, train.select_by)),
      integer<std::int64_t>({"train", "early_stop", "--early-stop",
                             "stop after this many epochs without a better validation score (0: never)"},
                            AT(std::int64_t, train.early_stop), 0),
      except_where([](const RunConfig& c) { return c.model.gnn.norm.kind == NormKind::batch; },
                   "norm = batch sees a batch as a whole",
                   integer<std::int64_t>(
                       {"train", "shards", "--shards",
                        "pieces a batch is cut into (0: from the batch); results depend on it, never on the threads"},
                       AT(std::int64_t, train.shards), 0)),
      integer<std::uint64_t>({"train", "seed", "--seed", "seed of weights, shuffling and random choices"},
                             AT(std::uint64_t, train.seed), 0, std::numeric_limits<long long>::max()),
      integer<std::int64_t>(
          {"train", "seeds", "--ensemble,--seeds",
           "trainings per split, with seeds counting up from the first; their models also answer together"},
          AT(std::int64_t, train.seeds), 1, 10'000),
      yes_or_no({"train", "standardize_targets", "--standardize-targets",
                 "regression: train on targets of mean 0 and deviation 1 over the training graphs"},
                AT(bool, train.standardize_targets)),
      text({"train", "init", "--init",
            "model file or run folder to begin with: its weights, encodings and model settings (default: weights drawn "
            "from the seed)"},
           AT(std::string, train.init)),
      except_where(
          [](const RunConfig& c) { return c.train.init.empty(); },
          "weights that are drawn have to learn; train.init names a model to begin with",
          choice<Freeze>({"train", "freeze", "--freeze", "what of it does not learn: encoder is all but the head"},
                         AT(Freeze, train.freeze))),
  };
}

#undef AT

}  // namespace

const std::vector<ConfigField>& config_fields() {
  static const std::vector<ConfigField> fields = [] {
    std::vector<ConfigField> all = data_fields();
    for (auto& part : {split_fields(), model_fields(), train_fields(), schedule_fields(), loss_fields()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return fields;
}

}  // namespace gnnir
