#include <gtest/gtest.h>

#include "support/gradcheck.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

using testing::AnyModel;
using testing::check_gradients;
using testing::double_model;
using testing::input_of;
using testing::random_graph;
using testing::random_rows;
using testing::shake;

/// Every switch of the model on its own, in an otherwise usual configuration, and a few together.
std::vector<std::pair<std::string, ModelOptions>> configurations() {
  ModelOptions base;
  base.gnn.hidden = 4;
  base.gnn.steps = 2;
  base.ir.layers = 2;
  base.ir.width = 2;
  std::vector<std::pair<std::string, ModelOptions>> all = {{"base", base}};
  const auto add = [&](const std::string& name, const auto& change) {
    ModelOptions options = base;
    change(options);
    all.emplace_back(name, options);
  };
  for (const auto& [name, kind] : EnumNames<SelectorKind>::table)
    add(name, [k = kind](ModelOptions& o) { o.ir.selector = k; });
  for (const auto& [name, kind] : EnumNames<MergeKind>::table)
    add(name, [k = kind](ModelOptions& o) { o.ir.merge = k; });
  for (const auto& [name, kind] : EnumNames<TiePolicy>::table) {
    add(std::string("ties ") + name, [k = kind](ModelOptions& o) { o.ir.ties = k; });
  }
  for (const auto& [name, kind] : EnumNames<PsiActivation>::table) {
    add(std::string("psi ") + name, [k = kind](ModelOptions& o) { o.ir.psi_activation = k; });
  }
  for (const auto& [name, kind] : EnumNames<NormKind>::table) {
    add(std::string("norm ") + name, [k = kind](ModelOptions& o) { o.gnn.norm.kind = k; });
  }
  for (const auto& [name, kind] : EnumNames<ReadoutKind>::table) {
    add(std::string("readout ") + name, [k = kind](ModelOptions& o) { o.readout.kind = k; });
  }
  for (const std::string& name : conv_names()) {
    add("conv " + name, [&](ModelOptions& o) { o.gnn.conv = name; });
    add("edge variables, graph norm, conv " + name, [&](ModelOptions& o) {
      o.gnn.conv = name;
      o.gnn.norm.kind = NormKind::graph;
      o.edge_variables = true;
    });
  }
  add("towers", [](ModelOptions& o) {
    o.gnn.conv = "pna";
    o.gnn.own["towers"] = "2";
  });
  for (const std::string& name : model_names()) {
    add("architecture " + name, [&](ModelOptions& o) { o.architecture = name; });
  }
  add("edge variables, set2set", [](ModelOptions& o) {
    o.edge_variables = true;
    o.readout.kind = ReadoutKind::set2set;
  });
  for (const std::int64_t layers : {0, 1, 3}) {
    add("L = " + std::to_string(layers), [=](ModelOptions& o) { o.ir.layers = layers; });
  }
  for (const std::int64_t width : {1, 4, 20}) {
    add("k = " + std::to_string(width), [=](ModelOptions& o) { o.ir.width = width; });
  }
  add("graph norm, mean merge, set2set", [](ModelOptions& o) {
    o.gnn.norm.kind = NormKind::graph;
    o.ir.merge = MergeKind::mean;
    o.readout.kind = ReadoutKind::set2set;
  });
  return all;
}

TEST(Gradients, OfTheWholeModelAgreeWithCentralDifferencesForEverySwitch) {
  Rng rng(21, Purpose::test);
  const std::vector<Graph> graphs = {random_graph(6, 0.5, rng), Graph(), random_graph(1, 0, rng),
                                     random_graph(5, 0.4, rng)};
  const at::Tensor features = random_rows(12, 2, rng);
  const at::Tensor edge_features = random_rows(testing::edges_of(graphs), 2, rng);
  const at::Tensor direction = random_rows(4, 3, rng);
  for (const auto& [name, options] : configurations()) {
    SCOPED_TRACE(name);
    const ModelShape shape{.num_reals = 2, .outputs = 3, .num_edge_reals = edge_use(options) != EdgeUse::none ? 2 : 0};
    AnyModel model = double_model(options, shape, 5);
    shake(*model, rng);
    model->train();  // batch normalization with the batch's own statistics
    const ModelInput input = input_of(graphs, features, edge_features);
    check_gradients(
        *model, [&] { return (model(input).prediction * direction).sum(); }, rng);
  }
}

TEST(Gradients, ReachEveryParameterOfTheDefaultModel) {
  Rng rng(22, Purpose::test);
  ModelOptions options;
  options.gnn.hidden = 8;
  AnyModel model = double_model(options, {.num_reals = 2, .outputs = 3});
  const ModelInput input = input_of({random_graph(9, 0.4, rng)}, random_rows(9, 2, rng));
  model(input).prediction.sum().backward();
  for (const auto& parameter : model->named_parameters()) {
    ASSERT_TRUE(parameter.value().grad().defined()) << parameter.key();
    EXPECT_GT(parameter.value().grad().abs().max().item<double>(), 0) << parameter.key();
  }
}

}  // namespace
}  // namespace gnnir
