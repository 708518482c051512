#include "gnnir/settings/choice.h"

#include <gmock/gmock.h>

#include "support/small_graphs.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Settings = std::vector<Setting>;

constexpr double gigabyte = 1e9;

/// So many cycles of so many nodes.
Dataset cycles(std::size_t graphs, NodeId nodes) {
  Dataset dataset;
  dataset.name = "own";
  dataset.examples.assign(graphs, Example{.graph = testing::rings(1, nodes)});
  return dataset;
}

ChosenConfig chosen(const Settings& options, const Dataset& dataset, Budget budget = {}) {
  if (budget.bytes == 0) budget.bytes = 16 * gigabyte;
  Settings all = {{"data.dataset", "own.jsonl"}};
  all.insert(all.end(), options.begin(), options.end());
  return choose_config({{}, all, ""}, dataset, budget);
}

TEST(Choice, SmallGraphsGetExactIr) {
  const auto [config, words] = chosen({}, cycles(100, 10));
  EXPECT_EQ(config.model.architecture, "exact-ir");
  EXPECT_EQ(config.model.ir.layers, 1);
  EXPECT_EQ(config.train.schedule, ScheduleKind::cosine);
  EXPECT_EQ(words, "exact IR (L = 1)");
}

TEST(Choice, MoreGraphsGetFewerEpochsAndThenNoBranches) {
  const RunConfig few = chosen({}, cycles(100, 40)).config;
  const auto [many, words] = chosen({}, cycles(40'000, 40));
  EXPECT_EQ(many.model.ir.layers, 1);
  EXPECT_LT(many.train.epochs, few.train.epochs);
  EXPECT_THAT(words, HasSubstr("of one core for 100 epochs"));
  const auto [most, why] = chosen({}, cycles(40'000, 100));
  EXPECT_EQ(most.model.architecture, "exact-ir");
  EXPECT_EQ(most.model.ir.layers, 0);
  EXPECT_EQ(most.train.epochs, few.train.epochs);
  EXPECT_THAT(why, StartsWith("the plain network (L = 0): exact IR would take about 7 h"));
}

TEST(Choice, ClassesAreReadOutByMeansAndNumbersBySums) {
  Dataset dataset = cycles(4, 10);
  EXPECT_FALSE(chosen({}, dataset).config.model.own.contains("over_nodes"));
  dataset.classes = {0, 1, 0, 1};
  EXPECT_EQ(chosen({}, dataset).config.model.own.at("over_nodes"), "mean");
  EXPECT_EQ(chosen({}, dataset, {.seconds = 1e-6}).config.model.own.at("over_nodes"), "mean");
  EXPECT_FALSE(chosen({{"data.task", "regression"}}, dataset).config.model.own.contains("over_nodes"));
  EXPECT_FALSE(chosen({{"model.over_nodes", "sum"}}, dataset).config.model.own.contains("over_nodes"));
}

TEST(Choice, NodesWithoutFeaturesAreNotNormalized) {
  Dataset dataset = cycles(1, 3);
  EXPECT_EQ(chosen({}, dataset).config.model.own.at("batch_norm"), "false");
  EXPECT_FALSE(chosen({{"model.batch_norm", "true"}}, dataset).config.model.own.contains("batch_norm"));
  dataset.examples[0].node_labels = {1, 2, 3};
  EXPECT_FALSE(chosen({}, dataset).config.model.own.contains("batch_norm"));
}

TEST(Choice, EveryFoldAndSeedCounts) {
  const Dataset dataset = cycles(40'000, 20);
  EXPECT_EQ(chosen({}, dataset).config.model.ir.layers, 1);
  EXPECT_EQ(chosen({}, dataset, {.cross_validate = true}).config.model.ir.layers, 0);
  EXPECT_EQ(chosen({{"train.seeds", "10"}}, dataset).config.model.ir.layers, 0);
  EXPECT_EQ(chosen({{"data.folds", "2"}}, dataset, {.cross_validate = true}).config.model.ir.layers, 1);
}

TEST(Choice, TheTimeThatIsGivenCounts) {
  const Dataset dataset = cycles(40'000, 40);
  EXPECT_EQ(chosen({}, dataset, {.seconds = 600}).config.model.ir.layers, 0);
  const auto [config, words] = chosen({}, dataset, {.seconds = 7000});
  EXPECT_EQ(config.model.ir.layers, 1);
  EXPECT_EQ(config.train.epochs, 100);  // the cosine is fitted to the time as it passes
  // Fewer epochs that are asked for fit sooner.
  EXPECT_EQ(chosen({{"train.epochs", "3"}}, dataset, {.seconds = 600}).config.model.ir.layers, 1);
}

TEST(Choice, WhoeverIsToldHowToHaveExactIrAllTheSameHasIt) {
  const Dataset large = cycles(40'000, 100);
  EXPECT_THAT(chosen({}, large).words, HasSubstr("(all the same: model.ir_layers=1)"));
  const auto [config, words] = chosen({{"model.ir_layers", "1"}}, large);
  EXPECT_EQ(config.model.architecture, "exact-ir");
  EXPECT_EQ(config.model.ir.layers, 1);
  EXPECT_EQ(config.train.epochs, 30);
  EXPECT_EQ(words, "exact IR (L = 1), which takes about 7 h of one core for 30 epochs");
  EXPECT_EQ(chosen({{"model.architecture", "exact-ir"}}, large).config.model.ir.layers, 1);
  EXPECT_THAT(chosen({{"model.ir_layers", "2"}}, large).words,
              HasSubstr("(all the same: model.architecture=exact-ir)"));
  EXPECT_EQ(chosen({{"model.ir_layers", "2"}, {"model.architecture", "exact-ir"}}, large).config.model.ir.layers, 2);
}

TEST(Choice, AGraphThatNeedsTooMuchMemoryGetsNoBranches) {
  const Dataset dataset = cycles(8, 1000);
  EXPECT_EQ(chosen({}, dataset, {.bytes = 64 * gigabyte}).config.model.ir.layers, 1);
  const auto [config, words] = chosen({}, dataset, {.bytes = 8 * gigabyte});
  EXPECT_EQ(config.model.ir.layers, 0);
  EXPECT_THAT(words, HasSubstr("exact IR would take up to 20.2 GB of memory (all the same: model.ir_layers=1)"));
  EXPECT_EQ(chosen({{"model.ir_layers", "1"}}, dataset, {.bytes = 8 * gigabyte}).config.model.ir.layers, 1);
  // Many smaller ones are at work at one time, too.
  EXPECT_EQ(chosen({}, cycles(64, 300), {.bytes = 2 * gigabyte}).config.model.ir.layers, 0);
  EXPECT_EQ(chosen({{"train.batch_size", "1"}}, cycles(64, 300), {.bytes = 2.1 * gigabyte}).config.model.ir.layers, 1);
}

TEST(Choice, TrainingStopsEarlyButNotBeforeItsRateHasFallen) {
  const Dataset small = cycles(10, 10);
  EXPECT_EQ(chosen({}, small).config.train.early_stop, 0);  // along a cosine
  EXPECT_EQ(chosen({{"train.schedule", "plateau"}}, small).config.train.early_stop, 50);
  EXPECT_EQ(chosen({{"train.patience", "40"}}, small).config.train.early_stop, 123);
  EXPECT_EQ(chosen({{"train.schedule", "step"}, {"train.decay_every", "60"}}, small).config.train.early_stop, 120);
  EXPECT_EQ(chosen({{"train.schedule", "constant"}}, small).config.train.early_stop, 50);
  EXPECT_EQ(chosen({{"model.width", "2"}}, small).config.train.early_stop, 50);
  EXPECT_EQ(chosen({{"train.patience", "40"}, {"train.early_stop", "7"}}, small).config.train.early_stop, 7);
  EXPECT_EQ(chosen({{"data.dataset", "MUTAG"}}, small).config.train.early_stop, 0);  // its protocol says how long
  const SaidSettings file{{{"model.width", "2"}}, {}, "mine.toml"};
  EXPECT_EQ(choose_config(file, small, {}).config.train.early_stop, 0);
}

TEST(Choice, WhatIsSaidStays) {
  const Dataset small = cycles(10, 10);
  const Dataset large = cycles(40'000, 100);
  const RunConfig config =
      chosen({{"model.hidden", "7"}, {"train.epochs", "1"}, {"model.dropout", "0.5"}}, small).config;
  EXPECT_EQ(config.model.gnn.hidden, 7);
  EXPECT_EQ(config.train.epochs, 1);
  EXPECT_EQ(config.train.warmup, 0.1);  // less than the only epoch
  EXPECT_EQ(config.model.own.at("dropout"), "0.5");
  EXPECT_EQ(chosen({{"model.ir_layers", "0"}}, small).config.model.ir.layers, 0);
  EXPECT_EQ(chosen({{"train.patience", "3"}}, small).config.train.schedule, ScheduleKind::plateau);
  EXPECT_EQ(chosen({{"train.schedule", "constant"}}, small).config.train.warmup, 0);
  EXPECT_EQ(chosen({{"train.min_lr", "1e-5"}}, small).config.train.schedule, ScheduleKind::cosine);
  EXPECT_EQ(chosen({{"train.lr", "1e-7"}}, small).config.train.schedule, ScheduleKind::plateau);  // no cosine rises
  const RunConfig exact = chosen({{"model.architecture", "exact-ir"}, {"model.ir_layers", "1"}}, large).config;
  EXPECT_EQ(exact.model.architecture, "exact-ir");
  EXPECT_EQ(exact.model.ir.layers, 1);
}

TEST(Choice, ADepthThatDoesNotFitIsApproximated) {
  const RunConfig deep = chosen({{"model.ir_layers", "3"}}, cycles(10, 5)).config;
  EXPECT_EQ(deep.model.architecture, "exact-ir");
  EXPECT_EQ(deep.model.ir.layers, 3);
  const auto [config, words] = chosen({{"model.ir_layers", "3"}}, cycles(1000, 50));
  EXPECT_EQ(config.model.architecture, "gnn-ir");
  EXPECT_EQ(config.model.ir.layers, 3);
  EXPECT_THAT(words, StartsWith("GNN-IR (L = 3): exact IR would take "));
  // …unless an option is said that GNN-IR does not have.
  EXPECT_EQ(chosen({{"model.ir_layers", "3"}, {"model.mark", "psi"}}, cycles(1000, 50)).config.model.architecture,
            "exact-ir");
}

TEST(Choice, WhoNamesAnotherModelOrItsOptionsHasThatModel) {
  for (const Settings& options : std::vector<Settings>{{{"model.width", "4"}},
                                                       {{"model.merge", "max"}},
                                                       {{"model.conv", "pna"}},
                                                       {{"model.readout", "mean"}},
                                                       {{"model.architecture", "gnn-ir"}}}) {
    const auto [config, words] = chosen(options, cycles(10, 10));
    EXPECT_EQ(config.model.architecture, "gnn-ir") << options[0].first;
    EXPECT_EQ(config.model.ir.layers, 2) << options[0].first;
    EXPECT_EQ(words, "") << options[0].first;
  }
}

TEST(Choice, APublishedProtocolStays) {
  const SaidSettings mutag{{}, {{"data.dataset", "MUTAG"}}, ""};
  EXPECT_FALSE(leaves_choice(mutag));
  EXPECT_EQ(to_toml(choose_config(mutag, cycles(10, 10), {}).config), to_toml(build_config(mutag)));
  // Of exact IR the protocol knows how it is trained.
  const SaidSettings exact{{}, {{"data.dataset", "MUTAG"}, {"model.architecture", "exact-ir"}}, ""};
  const RunConfig config = choose_config(exact, cycles(10, 10), {}).config;
  EXPECT_EQ(config.model.ir.layers, 1);
  EXPECT_EQ(config.train.epochs, build_config(mutag).train.epochs);
  EXPECT_EQ(choose_config(exact, cycles(10, 10), {}).words,
            "exact IR (L = 1), trained as the data set's protocol says");
}

TEST(Choice, AFileMaySayWhatExactIrDoesNotRead) {
  const SaidSettings file{{{"model.architecture", "exact-ir"}, {"model.width", "3"}}, {}, "f.toml"};
  EXPECT_EQ(choose_config(file, cycles(10, 10), {}).config.model.ir.layers, 1);
}

TEST(Choice, AFileOfARunLeavesNothingOpen) {
  const RunConfig config = chosen({}, cycles(100, 10)).config;
  const SaidSettings file{parse_config(to_toml(config), "config.toml"), {}, "config.toml"};
  EXPECT_FALSE(leaves_choice(file));
  EXPECT_EQ(to_toml(choose_config(file, cycles(40'000, 100), {}).config), to_toml(config));
}

}  // namespace
}  // namespace gnnir
