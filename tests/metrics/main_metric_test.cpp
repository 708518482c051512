#include "gnnir/metrics/main_metric.h"

#include <gmock/gmock.h>

#include "metrics/cases.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace metric_cases;

TEST(MainMetric, ThatFitsGoesByTheTaskAndTheRarestClass) {
  EXPECT_EQ(main_metric("auto", classes({"a", "b"})).name, "roc_auc");
  EXPECT_EQ(main_metric("auto", questions({"a", "b"})).name, "roc_auc");
  EXPECT_EQ(main_metric("auto", targets({"a"})).name, "mae");
  EXPECT_EQ(main_metric("auto", targets({"a", "b"})).name, "std_mae");
  TargetEncoding several = classes({"a", "b", "c"});
  EXPECT_EQ(main_metric("auto", several).name, "accuracy") << "counts are not known";
  several.counts = {45, 45, 10};
  EXPECT_EQ(main_metric("auto", several).name, "accuracy");
  several.counts = {45, 46, 9};
  const MainMetric chosen = main_metric("auto", several);
  EXPECT_EQ(chosen.name, "balanced_accuracy");
  EXPECT_EQ(chosen.because, "the class 'c' has 9 % of the training graphs");
}

TEST(MainMetric, AsItWasBeforeThereWasAChoice) {
  EXPECT_EQ(main_metric("accuracy-or-mae", classes({"a", "b"})).name, "accuracy");
  EXPECT_EQ(main_metric("accuracy-or-mae", targets({"a", "b"})).name, "mae");
  EXPECT_EQ(main_metric("accuracy-or-mae", targets({"a", "b"})).because, "") << "nobody needs to be told";
}

TEST(MainMetric, IsWhatIsAskedForIfItFits) {
  EXPECT_EQ(main_metric("mcc", questions({"a"})).name, "mcc");
  EXPECT_EQ(main_metric("mcc", questions({"a"})).because, "");
  for (const std::string& name : metric_choices()) {
    const Metric* metric = find_metric(name);
    if (!metric || !metric->of_classes) continue;
    EXPECT_EQ(main_metric(name, classes({"a", "b"})).name, name);
  }
}

std::string refusal(const std::string& name, const TargetEncoding& encoding) {
  const Error error = testing::error_of([&] { main_metric(name, encoding); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  EXPECT_EQ(error.setting(), "train.metric");
  return error.what();
}

TEST(MainMetric, OfAnotherTaskIsRefusedWithThoseThatFit) {
  EXPECT_EQ(refusal("roc_auc", targets({"a"})),
            "train.metric: expected one for numbers: mae, rmse, r2, pearson, spearman; found 'roc_auc'.");
  EXPECT_THAT(refusal("mae", classes({"a", "b"})), HasSubstr("expected one for classes: accuracy, balanced_accuracy"));
  EXPECT_THAT(refusal("f1_macro", questions({"a"})), HasSubstr("for questions with two answers"));
  EXPECT_THAT(refusal("std_mae", targets({"a"})), HasSubstr("it is for several targets, and here is one"));
}

TEST(ScoresInTables, BeginWithTheMainMetricAndTheLoss) {
  EXPECT_THAT(in_order_of_tables({"accuracy", "f1", "f1:b", "loss", "moving_loss", "roc_auc"}, "f1"),
              ElementsAre("f1", "loss", "accuracy", "roc_auc", "f1:b", "moving_loss"));
}

TEST(ScoresInTables, AreAFewUnlessAllAreAskedFor) {
  EXPECT_TRUE(is_shown_unasked("accuracy", "brier"));
  EXPECT_TRUE(is_shown_unasked("brier", "brier"));
  EXPECT_TRUE(is_shown_unasked("loss", "brier"));
  EXPECT_FALSE(is_shown_unasked("ece", "brier"));
  EXPECT_FALSE(is_shown_unasked("accuracy:a", "brier"));
}

}  // namespace
}  // namespace gnnir
