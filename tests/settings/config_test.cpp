#include "gnnir/settings/config.h"

#include <gmock/gmock.h>

#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

RunConfig read(const std::string& toml) { return build_config({parse_config(toml, "x.toml"), {}, "x.toml"}); }

TEST(Config, WrittenAndReadBackIsTheSame) {
  RunConfig config;
  config.data.dataset = "odd \"name\" \\ with\ttab";
  config.model.ir.layers = 7;
  config.model.ir.ties = TiePolicy::cell;
  config.model.gnn.norm = {NormKind::graph, 0.125};
  config.train.lr = 0.1 + 0.2;
  config.train.seed = 12345678901;
  const std::string toml = to_toml(config);
  RunConfig back;
  apply_settings(back, parse_config(toml, "x.toml"), "");
  EXPECT_EQ(to_toml(back), toml);
  EXPECT_EQ(back.data.dataset, config.data.dataset);
  EXPECT_EQ(back.train.lr, config.train.lr);
}

TEST(Config, EveryFieldHasHelpAndAnOptionOfItsOwn) {
  std::set<std::string> flags;
  for (const ConfigField& field : config_fields()) {
    EXPECT_FALSE(field.help.empty()) << field.path();
    EXPECT_TRUE(flags.insert(field.flags).second) << field.flags;
    EXPECT_NE(to_toml({}).find("\n" + field.key + " = "), std::string::npos) << field.path();
  }
}

TEST(Config, UnknownKeyIsAnErrorWithLineAndNearestName) {
  const Error error = error_of([] { read("[train]\nlr = 0.1\nepoch = 3\n"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_THAT(error.what(), HasSubstr("x.toml:3"));
  EXPECT_THAT(error.what(), HasSubstr("'train.epochs'"));
}

TEST(Config, KeyInTheWrongSectionIsFoundInTheRightOne) {
  EXPECT_THAT(error_of([] { read("[model]\nbatch_size = 3\n"); }).what(), HasSubstr("'train.batch_size'"));
}

TEST(Config, AnOptionThatWouldChangeNothingIsRefused) {
  const auto given = [](const std::vector<Setting>& settings) { return build_config({{}, settings}); };
  const Error error = error_of([&] { given({{"model.conv", "gin"}, {"model.towers", "4"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_STREQ(error.what(), "model.towers: has no effect here: it is for conv = pna");
  EXPECT_EQ(error.setting(), "model.towers");
  EXPECT_EQ(given({{"model.towers", "4"}, {"model.conv", "pna"}}).model.gnn.own.at("towers"), "4");
  const auto why = [&](const std::vector<Setting>& settings) {
    return std::string(error_of([&] { given(settings); }).what());
  };
  EXPECT_THAT(why({{"train.schedule", "constant"}, {"train.decay", "0.5"}}), HasSubstr("schedule = plateau or step"));
  EXPECT_THAT(why({{"data.edge_features", "labels"}}), HasSubstr("model.conv=gine, pna or nnconv does"));
  EXPECT_THAT(why({{"data.split_file", "x.json"}, {"data.folds", "5"}}), HasSubstr("the split file says"));
  EXPECT_THAT(why({{"data.split", "column"}, {"data.split_column", "c"}, {"data.folds", "5"}}),
              HasSubstr("split = column does not read it"));
  EXPECT_THAT(why({{"data.split", "random"}, {"data.split_column", "c"}}),
              HasSubstr("split = column, group and time read it"));
  EXPECT_THAT(why({{"model.selector", "random"}, {"model.ties", "cell"}}), HasSubstr("selector = random"));
}

TEST(Config, SettingsOfAScheduleThatContradictEachOtherAreRefused) {
  const auto why = [&](const std::vector<Setting>& settings) {
    const Error error = error_of([&] { build_config({{}, settings}); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  EXPECT_EQ(why({{"train.epochs", "5"}, {"train.warmup", "5"}}),
            "train.warmup: expected less than train.epochs, which is 5, found 5");
  EXPECT_EQ(why({{"train.schedule", "cosine"}, {"train.min_lr", "0.01"}}),
            "train.min_lr: train.schedule=cosine falls to it: expected less than train.lr, which is 0.001, found 0.01");
  EXPECT_THAT(why({{"train.schedule", "cosine"}, {"train.patience", "5"}}), HasSubstr("schedule = plateau"));
  EXPECT_THAT(why({{"train.schedule", "constant"}, {"train.min_lr", "0"}}),
              HasSubstr("schedule = plateau or step or cosine"));
  EXPECT_THAT(why({{"train.warmup", "-1"}}), HasSubstr("expected a number of at least 0"));
  EXPECT_EQ(build_config({{}, {{"train.schedule", "cosine"}, {"train.warmup", "2.5"}}}).train.warmup, 2.5);
}

TEST(Config, AFilesSettingThatAnotherReplacesIsNoError) {
  const auto file = parse_config("[model]\nconv = \"pna\"\ntowers = 5\n", "x.toml");
  EXPECT_EQ(build_config({file, {{"model.conv", "gin"}}, "x.toml"}).model.gnn.conv, "gin");
}

TEST(Config, NumbersThatAProgramOfOnesOwnSetsAreCheckedToo) {
  RunConfig config;
  check_ranges(config);
  config.model.ir.width = all_nodes;
  check_ranges(config);
  config.train.batch_size = 0;
  EXPECT_STREQ(error_of([&] { check_ranges(config); }).what(), "train.batch_size: expected at least 1, found 0");
}

TEST(Config, UnknownSectionAndKeyOutsideSectionsAreErrors) {
  EXPECT_THAT(error_of([] { read("[modle]\nwidth = 3\n"); }).what(), HasSubstr("Did you mean 'model'"));
  EXPECT_EQ(error_of([] { read("epochs = 3\n"); }).kind(), ErrorKind::usage);
}

TEST(Config, WrongValuesSayWhatWasExpected) {
  EXPECT_THAT(error_of([] { read("[train]\n\nepochs = \"many\"\n"); }).what(), HasSubstr("x.toml:3"));
  EXPECT_THAT(error_of([] { read("[train]\nepochs = 2.5\n"); }).what(), HasSubstr("expected integer"));
  EXPECT_THAT(error_of([] { read("[train]\nlr = -1\n"); }).what(), HasSubstr("above 0"));
  EXPECT_THAT(error_of([] { read("[model]\nmerge = \"maximum\"\n"); }).what(),
              HasSubstr("expected one of max, sum, mean"));
  EXPECT_THAT(error_of([] { read("[model]\nwidth = 0\n"); }).what(), HasSubstr("at least 1"));
  EXPECT_THAT(error_of([] { read("[model]\nhidden = 1000000\n"); }).what(), HasSubstr("at most 16384"));
}

TEST(Config, WhatIsWrongWithAValueCarriesThePathOfItsSetting) {
  const Error in_file = error_of([] { read("[model]\nwidth = 0\n"); });
  EXPECT_STREQ(in_file.what(), "x.toml:2: model.width: expected at least 1, found 0");
  EXPECT_EQ(in_file.setting(), "model.width");
  const Error given = error_of([] { build_config({{}, {{"model.width", "0"}}}); });
  EXPECT_STREQ(given.what(), "model.width: expected at least 1, found 0");
  EXPECT_EQ(given.setting(), "model.width");
}

TEST(Config, BrokenTomlNamesTheLine) {
  EXPECT_THAT(error_of([] { read("[train]\nlr = = 3\n"); }).what(), HasSubstr("x.toml:2"));
}

TEST(Config, ATextSoLongThatItsKeysCouldNestTooDeepIsRefused) {
  std::string key = "a";
  for (int part = 0; part < 200'000; ++part) key += ".a";
  EXPECT_THAT(error_of([&] { read(key + " = 1\n"); }).what(), HasSubstr("x.toml: expected a configuration of at most"));
}

TEST(Config, CommandLineBeatsFileBeatsProtocolBeatsDefaults) {
  const std::vector<Setting> file = {{"data.dataset", "CSL"}, {"train.batch_size", "7"}, {"train.lr", "0.5"}};
  const RunConfig config = build_config({file, {{"train.lr", "0.25"}}, "x.toml"});
  EXPECT_EQ(config.train.lr, 0.25);
  EXPECT_EQ(config.train.batch_size, 7);
  EXPECT_EQ(config.data.folds, 5);       // CSL's protocol
  EXPECT_EQ(config.model.gnn.steps, 3);  // default
}

TEST(Config, FilesThatKnowNoMetricMeanAccuracyOrMae) {
  EXPECT_EQ(read_stored_config("[train]\nepochs = 3\n", "best.safetensors").train.metric, "accuracy-or-mae");
  EXPECT_EQ(read_stored_config("[train]\nmetric = \"auto\"\n", "best.safetensors").train.metric, "auto");
  const auto metric_of = [](const char* toml) {
    return build_config({parse_config(toml, "run/config.toml"), {}, "run/config.toml"}).train.metric;
  };
  EXPECT_EQ(metric_of("[train]\nselect_by = \"metric\"\n"), "accuracy-or-mae");
  EXPECT_EQ(metric_of("[train]\nselect_by = \"metric\"\nmetric = \"mcc\"\n"), "mcc");
  EXPECT_EQ(metric_of("[train]\nepochs = 3\n"), "auto");
  EXPECT_EQ(metric_of("[data]\ndataset = \"MUTAG\"\n"), "accuracy-or-mae") << "a published protocol";
  EXPECT_EQ(build_config({{}, {{"data.dataset", "MUTAG"}, {"train.metric", "roc_auc"}}, ""}).train.metric, "roc_auc");
}

TEST(Config, ProtocolGoesByTheLastPartOfAPath) {
  EXPECT_FALSE(protocol_of("data/MUTAG.zip").empty());
  for (const char* name : {"somewhere/mutag/", "MUTAG", "MUTAG.tar.gz", "./mutag.tar.bz2"}) {
    EXPECT_EQ(protocol_of("data/MUTAG.zip"), protocol_of(name)) << name;
  }
  EXPECT_EQ(protocol_of("alchemy_full.zip"), protocol_of("ALCHEMY"));
  EXPECT_TRUE(protocol_of("my_graphs").empty());
  EXPECT_TRUE(protocol_of("mutag.jsonl").empty());  // whatever is in it
}

}  // namespace
}  // namespace gnnir
