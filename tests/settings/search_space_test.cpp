#include "gnnir/settings/search_space.h"

#include <gmock/gmock.h>

#include <set>

#include "gnnir/base/text.h"
#include "gnnir/settings/choice.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::Contains;
using ::testing::Each;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

std::string complaint(const std::string& toml) {
  const Error error = error_of([&] { parse_search_space(toml, "space.toml"); });
  EXPECT_EQ(error.kind(), ErrorKind::usage) << toml;
  return error.what();
}

SearchSpace space_of(const std::string& toml) { return parse_search_space(toml, "space.toml"); }

/// What a number of trials draw for a setting.
std::vector<std::string> drawn(const SearchSpace& space, const std::string& path, int trials, std::uint64_t seed = 0) {
  std::vector<std::string> values;
  for (int trial = 1; trial <= trials; ++trial) {
    for (const auto& [at, value] : draw_settings(space, RunConfig(), seed, trial).settings) {
      if (at == path) values.push_back(value);
    }
  }
  return values;
}

TEST(SearchSpace, ReadsListsAndRangesWithPathsOrInSections) {
  const SearchSpace expected = {{{.path = "model.hidden", .choices = {"32", "64"}},
                                 {.path = "model.norm", .choices = {"none", "graph"}},
                                 {.path = "model.steps", .least = 2, .most = 6, .whole = true},
                                 {.path = "train.lr", .least = 1e-4, .most = 0.01, .log = true}}};
  EXPECT_EQ(space_of("\"train.lr\" = { min = 1e-4, max = 1e-2, log = true }\n"
                     "\"model.norm\" = [\"none\", \"graph\"]\n\"model.hidden\" = [32, 64]\n"
                     "\"model.steps\" = { min = 2, max = 6, integer = true }\n"),
            expected);
  EXPECT_EQ(space_of("[train]\nlr = { min = 1e-4, max = 1e-2, log = true }\n"
                     "[model]\nnorm = [\"none\", \"graph\"]\nhidden = [32, 64]\nsteps = { min = 2, max = 6 }\n"),
            expected);
}

TEST(SearchSpace, IsWrittenSoThatItReadsBackTheSame) {
  for (const RunConfig& start : {RunConfig(), settings_of_small_graphs()}) {
    const SearchSpace space = default_search_space(start, {});
    EXPECT_EQ(space_of(to_toml(space)), space);
  }
  const SearchSpace own = space_of(
      "\"model.width\" = [1, \"all\"]\n\"model.edge_variables\" = [true, false]\n"
      "\"train.clip\" = { min = 0.5, max = 2 }\n");
  EXPECT_EQ(space_of(to_toml(own)), own);
}

TEST(SearchSpace, SaysWhereItIsWrong) {
  EXPECT_THAT(complaint("\n\"train.rate\" = [1]\n"), HasSubstr("space.toml:2: unknown key 'train.rate'"));
  EXPECT_THAT(complaint("[train]\nlr = []\n"), HasSubstr("space.toml:2: train.lr: expected at least one value"));
  EXPECT_THAT(complaint("[train]\nlr = { min = 0.1, max = 0.01 }\n"), HasSubstr("expected min below max, found 0.1"));
  EXPECT_THAT(complaint("[train]\nlr = { min = 0.1 }\n"), HasSubstr("max is missing"));
  EXPECT_THAT(complaint("[train]\nlr = { min = 0, max = 1, log = true }\n"), HasSubstr("log needs a min above 0"));
  EXPECT_THAT(complaint("[train]\nlr = { min = 1e-3, max = 1, lag = true }\n"),
              HasSubstr("unknown key 'lag': a range has min, max, log and integer. Did you mean 'log'?"));
  EXPECT_THAT(complaint("[train]\nlr = { min = 1e-3, max = 1, log = 1 }\n"), HasSubstr("log: expected true or false"));
  EXPECT_THAT(complaint("[train]\nlr = { min = \"a\", max = 1 }\n"), HasSubstr("min: expected a number"));
  EXPECT_THAT(complaint("[train]\nlr = { min = -1, max = 1 }\n"), HasSubstr("space.toml:2: train.lr: expected"));
  EXPECT_THAT(complaint("[train]\nlr = 0.1\n"), HasSubstr("expected a list of values to try, or a range"));
  EXPECT_THAT(complaint("[train]\nlr = [0.1, 0.1]\n"), HasSubstr("0.1 stands twice"));
  EXPECT_THAT(complaint("[model]\nhidden = [8, 0.5]\n"), HasSubstr("expected a whole number, found '0.5'"));
  EXPECT_THAT(complaint("[model]\nhidden = { min = 1.5, max = 8 }\n"), HasSubstr("expected whole numbers, found 1.5"));
  EXPECT_THAT(complaint("[model]\nnorm = [\"grapf\"]\n"), HasSubstr("Did you mean 'graph'?"));
  EXPECT_THAT(complaint("[model]\nnorm = { min = 0, max = 1 }\n"), HasSubstr("only numbers have a range"));
  EXPECT_THAT(complaint("\"train.lr\" = [1]\n[train]\nlr = [2]\n"), HasSubstr("train.lr stands twice"));
  EXPECT_THAT(complaint(""), HasSubstr("space.toml: there is nothing to search"));
  EXPECT_THAT(complaint("[train\n"), HasSubstr("space.toml:1: not valid TOML"));
}

TEST(SearchSpace, RefusesWhatMustBeTheSameForAllTrials) {
  for (const char* path : {"train.epochs", "train.seed", "train.seeds", "data.folds"}) {
    EXPECT_THAT(complaint(fmt::format("\"{}\" = [2, 3]\n", path)),
                HasSubstr(fmt::format("{} cannot be searched", path)));
  }
  EXPECT_THAT(complaint("\"train.metric\" = [\"accuracy\"]\n"), HasSubstr("trials are compared by it"));
  const SearchSpace space = space_of("\"train.lr\" = [0.1]\n");
  EXPECT_EQ(error_of([&] { require_searchable(space, {"train.lr"}); }).setting(), "train.lr");
  EXPECT_EQ(error_of([&] { require_searchable({}, {}); }).setting(), "tune.space");
}

TEST(SearchSpace, DrawsDependOnSeedAndTrialAlone) {
  const SearchSpace space = default_search_space(RunConfig(), {});
  const RunConfig start;
  const DrawnSettings seventh = draw_settings(space, start, 3, 7);
  draw_settings(space, start, 3, 6);
  EXPECT_EQ(draw_settings(space, start, 3, 7).settings, seventh.settings);
  EXPECT_EQ(to_toml(draw_settings(space, start, 3, 7).config), to_toml(seventh.config));
  EXPECT_NE(draw_settings(space, start, 3, 8).settings, seventh.settings);
  EXPECT_NE(draw_settings(space, start, 4, 7).settings, seventh.settings);
}

TEST(SearchSpace, TheFirstTrialIsWhereTheSearchStarts) {
  RunConfig start;
  start.train.lr = 0.017;
  const DrawnSettings first = draw_settings(default_search_space(start, {}), start, 5, 0);
  EXPECT_EQ(to_toml(first.config), to_toml(start));
  EXPECT_TRUE(first.settings.empty());
}

TEST(SearchSpace, DrawsEveryValueAboutAsOftenAsAnyOther) {
  const SearchSpace space = space_of("\"model.steps\" = { min = 1, max = 4 }\n\"model.hidden\" = [8, 16, 32, 64]\n");
  // 400 draws of four values: 100 of each, with a deviation of sqrt(400 · 1/4 · 3/4) = 8.7; 43 is five of them.
  for (const auto& [path, values] : {std::pair{"model.steps", std::vector{"1", "2", "3", "4"}},
                                     std::pair{"model.hidden", std::vector{"8", "16", "32", "64"}}}) {
    const std::vector<std::string> all = drawn(space, path, 400);
    EXPECT_EQ(all.size(), 400U);
    for (const char* value : values) {
      EXPECT_NEAR(static_cast<double>(std::count(all.begin(), all.end(), value)), 100, 43) << path << " " << value;
    }
  }
}

TEST(SearchSpace, DrawsOnALogarithmicScaleIfAsked) {
  // Half of the draws lie below the geometric mean of the ends, 0.001; else below the other mean.
  const auto below = [](const std::string& range, double middle) {
    int count = 0;
    for (const std::string& value : drawn(space_of("\"train.lr\" = " + range), "train.lr", 200)) {
      const double number = parse_number(value).value();
      EXPECT_GE(number, 1e-5);
      EXPECT_LE(number, 0.1);
      if (number < middle) ++count;
    }
    return count;
  };
  EXPECT_NEAR(below("{ min = 1e-5, max = 0.1, log = true }", 1e-3), 100, 35);  // five deviations of 7
  EXPECT_NEAR(below("{ min = 1e-5, max = 0.1 }", 0.05), 100, 35);
  EXPECT_LT(below("{ min = 1e-5, max = 0.1 }", 1e-3), 10);
}

TEST(SearchSpace, WhatContradictsItselfIsDrawnAgain) {
  RunConfig start;
  start.train.schedule = ScheduleKind::cosine;
  start.train.min_lr = 1e-3;  // the cosine falls to it, so that lr must be above
  const SearchSpace space = space_of("\"train.lr\" = [0.0001, 0.01]\n");
  std::int64_t refused = 0;
  for (std::int64_t trial = 1; trial <= 20; ++trial) {
    const DrawnSettings draw = draw_settings(space, start, 0, trial);
    EXPECT_EQ(draw.config.train.lr, 0.01);
    refused += draw.refused;
  }
  EXPECT_GT(refused, 4);
  start.train.min_lr = 1;
  EXPECT_THAT(error_of([&] { draw_settings(space, start, 0, 1); }).what(), HasSubstr("contradict themselves"));
}

TEST(SearchSpace, SettingsThatADrawnModelDoesNotReadStayAsTheyWere) {
  const SearchSpace space = space_of("\"model.readout\" = [\"sum\", \"set2set\"]\n\"model.set2set_steps\" = [5, 6]\n");
  std::set<std::size_t> sizes;
  for (std::int64_t trial = 1; trial <= 20; ++trial) {
    const DrawnSettings draw = draw_settings(space, RunConfig(), 0, trial);
    sizes.insert(draw.settings.size());
    const bool reads = draw.config.model.readout.kind == ReadoutKind::set2set;
    EXPECT_EQ(draw.settings.size(), reads ? 2U : 1U);
    EXPECT_EQ(draw.config.model.readout.set2set_steps == RunConfig().model.readout.set2set_steps, !reads);
  }
  EXPECT_EQ(sizes.size(), 2U);
}

TEST(SearchSpace, ByDefaultHasWhatTheModelReadsAndIsNotGiven) {
  const auto paths = [](const SearchSpace& space) {
    std::vector<std::string> all;
    for (const SearchedSetting& setting : space.settings) all.push_back(setting.path);
    return all;
  };
  const std::vector<std::string> exact = paths(default_search_space(settings_of_small_graphs(), {}));
  EXPECT_THAT(exact, Contains("model.ir_layers"));
  EXPECT_THAT(exact, Contains("train.lr"));
  EXPECT_THAT(exact, Not(Contains("model.width")));
  EXPECT_THAT(exact, Each(::testing::ResultOf(
                         [](const std::string& path) { return why_unread(settings_of_small_graphs(), path); }, "")));
  const std::vector<std::string> ir = paths(default_search_space(RunConfig(), {"train.lr"}));
  EXPECT_THAT(ir, Contains("model.width"));
  EXPECT_THAT(ir, Not(Contains("train.lr")));
}

}  // namespace
}  // namespace gnnir
