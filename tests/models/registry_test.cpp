#include "gnnir/models/registry.h"

#include <gtest/gtest.h>

#include "gnnir/nn/conv/registry.h"
#include "gnnir/settings/config.h"
#include "support/errors.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;

/// Options of the chosen convolution and model, drawn.
void draw_own_options(ModelOptions& options, Rng& rng) {
  const auto draw = [&](const std::vector<OwnOption>& known, OwnOptions& own) {
    for (const OwnOption& option : known) {
      if (option.type != OwnOption::Type::integer) continue;
      option.set(own, std::to_string(static_cast<int>(option.least) + static_cast<int>(rng.below(3))), option.key);
    }
  };
  draw(conv_entry(options.gnn.conv).options, options.gnn.own);
  draw(model_entry(options.architecture).options, options.own);
  options.gnn.hidden *= 6;  // so that heads and towers divide it
}

TEST(Registry, CountsTheParametersOfEveryModelAndConvolutionWithoutMakingIt) {
  Rng rng(12, Purpose::test);
  const auto any = [&](const auto& table) { return table[rng.below(table.size())].second; };
  for (const std::string& architecture : model_names()) {
    for (const std::string& conv : conv_names()) {
      for (int i = 0; i < 12; ++i) {
        ModelOptions options;
        options.architecture = architecture;
        options.gnn.conv = conv;
        options.gnn.hidden = 1 + static_cast<std::int64_t>(rng.below(3));
        options.gnn.norm.kind = any(EnumNames<NormKind>::table);
        options.ir.layers = static_cast<std::int64_t>(rng.below(4));
        options.ir.selector = any(EnumNames<SelectorKind>::table);
        options.ir.merge = any(EnumNames<MergeKind>::table);
        options.readout.kind = any(EnumNames<ReadoutKind>::table);
        draw_own_options(options, rng);
        options.edge_variables = architecture == "gnn-ir" && rng.below(2) == 0;
        const bool edges = edge_use(options) != EdgeUse::none;
        const ModelShape shape{.num_categories = static_cast<std::int64_t>(rng.below(3)),
                               .num_reals = 1 + static_cast<std::int64_t>(rng.below(3)),
                               .outputs = 1 + static_cast<std::int64_t>(rng.below(4)),
                               .num_edge_categories = edges ? static_cast<std::int64_t>(rng.below(3)) : 0,
                               .num_edge_reals = edges ? 1 + static_cast<std::int64_t>(rng.below(3)) : 0};
        AnyModel model(options, shape);
        EXPECT_EQ(cost_of(options, shape).parameters, static_cast<double>(count_parameters(*model)))
            << architecture << ", " << conv;
      }
    }
  }
}

TEST(Registry, DrawsEveryWeightOfEveryModelAndConvolution) {
  for (const std::string& architecture : model_names()) {
    for (const std::string& conv : conv_names()) {
      SCOPED_TRACE(architecture + ", " + conv);
      ModelOptions options;
      options.architecture = architecture;
      options.gnn.conv = conv;
      options.gnn.hidden = 8;
      const ModelShape shape{.num_reals = 1, .num_edge_reals = edge_use(options) == EdgeUse::none ? 0 : 1};
      AnyModel one(options, shape);
      AnyModel other(options, shape);
      EXPECT_NO_THROW(initialize_weights(*one, 1));  // it names a parameter that nobody speaks of
      initialize_weights(*other, 2);
      std::size_t equal = 0;
      const std::vector<at::Tensor> weights = one->parameters();
      const std::vector<at::Tensor> others = other->parameters();
      for (std::size_t p = 0; p < weights.size(); ++p) {
        EXPECT_TRUE(weights[p].isfinite().all().item<bool>());
        if (!weights[p].equal(others[p])) continue;
        ++equal;
        // What begins the same for every seed is neutral: norms, biases, GIN's epsilon.
        EXPECT_TRUE((weights[p] == 0).all().item<bool>() || (weights[p] == 1).all().item<bool>());
      }
      EXPECT_LE(equal, weights.size() / 2) << "parameters that keep a fixed start";
    }
  }
}

TEST(Registry, HasACostForEveryGraphThatGrowsWithIt) {
  for (const std::string& architecture : model_names()) {
    SCOPED_TRACE(architecture);
    ModelOptions options;
    options.architecture = architecture;
    const ModelCost cost = cost_of(options, {.num_reals = 1});
    const GraphCost small = cost.of_graph({10, 20});
    const GraphCost large = cost.of_graph({100, 200});
    EXPECT_GT(small.work, 0);
    EXPECT_GT(large.work, small.work);
    EXPECT_GT(large.node_rows, small.node_rows);
    EXPECT_GT(large.flops, small.flops);
    EXPECT_GE(large.largest_level, 100);
  }
}

TEST(Registry, SaysWhatNameItDoesNotKnowAndWhichIsNear) {
  ModelOptions options;
  options.architecture = "gnn-ri";
  const std::string complaint = testing::error_of([&] { make_model(options, {.num_reals = 1}); }).what();
  EXPECT_TRUE(complaint.starts_with("model.architecture: expected one of exact-ir, gnn-ir, ")) << complaint;
  EXPECT_TRUE(complaint.ends_with(", found 'gnn-ri'. Did you mean 'gnn-ir'?")) << complaint;
  EXPECT_THROW(make_conv({.conv = "gim"}, {}), Error);
}

TEST(Registry, MakesWhateverTheCatalogKnows) {
  for (const std::string& name : conv_names()) EXPECT_EQ(conv_named(name).name, name);
  for (const std::string& name : model_names()) EXPECT_EQ(model_named(name).name, name);
}

TEST(Registry, RefusesAnOptionThatAlreadyMeansSomething) {
  ConvDescriptor descriptor = conv_named("gin");
  descriptor.name = "gin-with-heads";
  descriptor.options = {OwnOption::integer("heads", "heads", 4, 1)};
  EXPECT_STREQ(testing::error_of([&] { register_conv(descriptor); }).what(),
               "[registry] 'gin-with-heads': its option 'heads' is there already, of 'gat'; choose another key");
  descriptor.options = {OwnOption::integer("hidden", "width", 4, 1)};
  EXPECT_STREQ(testing::error_of([&] { register_conv(descriptor); }).what(),
               "[registry] 'gin-with-heads': its option 'hidden' is a setting of all models; choose another key");
  EXPECT_THROW(conv_named("gin-with-heads"), Error);
}

TEST(Registry, ChecksOptionsThatAProgramHasSetItself) {
  const auto complaint = [](const char* key, const char* value) {
    RunConfig config;
    config.model.gnn.conv = "gat";
    config.model.gnn.own[key] = value;
    const Error error = testing::error_of([&] { check_ranges(config); });
    EXPECT_EQ(error.setting(), std::string("model.") + key);
    return std::string(error.what());
  };
  EXPECT_EQ(complaint("heads", "abc"), "model.heads: expected a whole number, found 'abc'");
  EXPECT_EQ(complaint("heads", "0"), "model.heads: expected at least 1, found 0");
  EXPECT_EQ(complaint("haeds", "2"), "model.haeds: gat has no such option");
}

TEST(Registry, RefusesANameThatIsTaken) {
  EXPECT_THROW(register_model(model_named("gnn-ir")), Error);
  EXPECT_THROW(register_conv(conv_named("gin")), Error);
}

TEST(EngineParts, SayWhatRunsPartByPart) {
  const auto engine = [](const ModelOptions& options) { return describe(engine_parts(options, {})); };
  EXPECT_EQ(engine({}), "fused");
  ModelOptions gat;
  gat.gnn.conv = "gat";
  EXPECT_EQ(engine(gat),
            "fused but for GNN (no kernels for conv = gat, norm = none), individualize and merge (the GNN has no "
            "kernels)");
  ModelOptions tree;
  tree.ir.merge = MergeKind::tree;
  EXPECT_EQ(engine(tree), "fused");
  ModelOptions plain;
  plain.ir.layers = 0;
  plain.readout.kind = ReadoutKind::set2set;
  EXPECT_EQ(engine(plain), "fused but for readout (no kernels for readout = set2set)");
  EXPECT_EQ(describe(engine_parts({}, {.engine = Engine::reference})), "reference");
  EXPECT_EQ(describe(engine_parts({}, {.precision = at::kDouble})), "reference");
}

}  // namespace
}  // namespace gnnir
