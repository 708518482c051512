#include "gnnir/run/matched_baseline.h"

#include <gmock/gmock.h>

#include "gnnir/models/registry.h"
#include "gnnir/record/experiment.h"

namespace gnnir {
namespace {

double parameters(const RunConfig& config, const ModelShape& shape) { return cost_of(config.model, shape).parameters; }

TEST(MatchedBaseline, HasAsManyParametersAsTheModelWithinAFewPercentAndIsPlain) {
  const ModelShape shape{.num_categories = 7, .outputs = 2};
  for (const char* architecture : {"gnn-ir", "exact-ir", "top-k-pooling"}) {
    RunConfig config;
    config.model.architecture = architecture;
    const RunConfig matched = matched_baseline_of(config, shape);
    EXPECT_EQ(matched.model.ir.layers, 0) << architecture;
    EXPECT_NEAR(parameters(matched, shape) / parameters(config, shape), 1, 0.02) << architecture;
    EXPECT_GT(matched.model.gnn.hidden, 0);
    RunConfig as_before = matched;
    as_before.model.gnn.hidden = config.model.gnn.hidden;
    EXPECT_EQ(to_toml(as_before), to_toml(baseline_of(config))) << architecture;
  }
}

TEST(MatchedBaseline, TakesOnlyChannelsThatItsConvolutionCan) {
  const ModelShape shape{.num_categories = 7, .outputs = 2};
  RunConfig config;
  apply_settings(config, {{"model.conv", "gat"}, {"model.heads", "8"}}, "test");
  const RunConfig matched = matched_baseline_of(config, shape);
  EXPECT_EQ(matched.model.gnn.hidden % 8, 0);
  EXPECT_GT(matched.model.gnn.hidden, config.model.gnn.hidden);
  EXPECT_NO_THROW(make_model(matched.model, shape));
}

}  // namespace
}  // namespace gnnir
