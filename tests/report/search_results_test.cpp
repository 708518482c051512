#include "gnnir/report/search_results.h"

#include <gmock/gmock.h>

#include "gnnir/report/search_picture.h"

namespace gnnir {
namespace {

using ::testing::HasSubstr;

/// A search of two settings; a score per trial, by what decides it.
class ReportedSearch : public ::testing::Test {
 protected:
  void add(std::int64_t batch_size, double lr, double value) {
    SearchTrial trial{.number = static_cast<std::int64_t>(trials_.size())};
    trial.config.train.batch_size = batch_size;
    trial.config.train.lr = lr;
    trial.scores.push_back({.epochs = 2, .best_epoch = 1, .value = value, .loss = 0.5});
    trials_.push_back(trial);
  }
  [[nodiscard]] SearchTrials search() const { return {space_, trials_, "accuracy", true}; }
  [[nodiscard]] std::map<std::string, double> shares() const {
    std::map<std::string, double> shares;
    for (const SettingImportance& setting : importance_of_settings(search())) shares[setting.path] = setting.share;
    return shares;
  }

  SearchSpace space_{{{.path = "train.batch_size", .choices = {"8", "16"}},
                      {.path = "train.lr", .least = 1e-3, .most = 1e-1, .log = true}}};
  std::vector<SearchTrial> trials_;
};

TEST_F(ReportedSearch, TheTableHasARowPerTrial) {
  add(8, 0.01, 0.25);
  add(16, 0.02, 0.75);
  trials_.push_back({.number = 2, .bracket = 1, .scores = {{.epochs = 2, .failed = "a, b"}}});
  EXPECT_EQ(trials_table(search()),
            "trial,bracket,epochs,best_epoch,accuracy,loss,failed,train.batch_size,train.lr\n"
            "0,0,2,1,0.25,0.5,,8,0.01\n"
            "1,0,2,1,0.75,0.5,,16,0.02\n"
            "2,1,2,0,,,\"a, b\",64,0.001\n");
}

TEST_F(ReportedSearch, ASettingThatDecidesAloneExplainsAll) {
  // Scores depend on the batch size alone, equal within: nothing is left within the groups, so the share is 1.
  for (int i = 0; i < 6; ++i) add(i % 2 == 0 ? 8 : 16, 0.01, i % 2 == 0 ? 0.5 : 0.9);
  EXPECT_EQ(shares(), (std::map<std::string, double>{{"train.batch_size", 1.0}}));  // lr is the same everywhere
}

TEST_F(ReportedSearch, SharesAreThoseOfAHandCalculation) {
  // Ranks 1, 2, 3, 4; groups {1, 3} and {2, 4}: total 5, within 1 + 1 + 1 + 1 = 4, epsilon squared
  // 1 - 4/5 · 3/2 = -0.2, shown as 0. Thirds of lr, two values below a third each: {1, 2}, {3}, {4}: within 0.5,
  // 1 - 0.5/5 · 3/1 = 0.7.
  add(8, 0.001, 0.1);
  add(16, 0.002, 0.2);
  add(8, 0.003, 0.3);
  add(16, 0.004, 0.4);
  const auto found = shares();
  EXPECT_DOUBLE_EQ(found.at("train.batch_size"), 0);
  EXPECT_DOUBLE_EQ(found.at("train.lr"), 0.7);
}

TEST_F(ReportedSearch, OneTrialThatWentAstrayDoesNotDecide) {
  add(8, 0.001, 0.1);
  add(16, 0.002, 0.2);
  add(8, 0.003, 0.3);
  add(16, 0.004, 0.4);
  const auto before = shares();
  trials_[0].scores[0].value = -1e9;
  EXPECT_EQ(shares(), before);
}

TEST_F(ReportedSearch, ThePictureHasAPanelPerSettingAndADotPerTrial) {
  add(8, 0.001, 0.1);
  add(16, 0.002, 0.2);
  add(8, 0.003, 0.3);
  add(16, 0.004, 0.4);
  const std::string svg = draw_search(search(), 3);
  std::size_t dots = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1)) ++dots;
  EXPECT_EQ(dots, 8U);
  EXPECT_THAT(svg, HasSubstr("train.lr: 70 %"));
  EXPECT_LT(svg.find("train.lr"), svg.find("train.batch_size"));
  EXPECT_THAT(svg, HasSubstr("validation accuracy of 4 trials after 2 epochs"));
}

TEST_F(ReportedSearch, EndsOfARangeStandWithinTheirPanel) {
  for (int i = 0; i < 4; ++i) add(i % 2 == 0 ? 8 : 16, 0.001 * (i + 1), 0.1 * (i + 1));
  const std::string svg = draw_search(search(), 0);
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"start\" style=\"fill:var(--faint,#777)\" font-size=\"10\">0.001<"));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"end\" style=\"fill:var(--faint,#777)\" font-size=\"10\">0.004<"));
}

TEST_F(ReportedSearch, WithoutTrialsHasNothingToShow) {
  EXPECT_TRUE(importance_of_settings(search()).empty());
  EXPECT_THAT(draw_search(search(), 0), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace gnnir
