// The code of docs/extend.md, as it stands there: tests/CMakeLists.txt takes it out of the page.
#include "extend_page.inc"

#include <gtest/gtest.h>

#include "support/gradcheck.h"
#include "support/small_graphs.h"
#include "support/tensors.h"

namespace gnnir {
namespace {

TEST(ExtendPage, ItsConvolutionHasTheParametersThatItSaysAndTheGradientOfDifferences) {
  const ConvDescriptor descriptor = gcn_conv();
  const GnnOptions options{.conv = "gcn", .own = {{"self_weight", "2"}}, .hidden = 4};
  const std::shared_ptr<Conv> conv = descriptor.make(options, {});
  initialize_weights(*conv, 1);
  EXPECT_EQ(descriptor.cost(options, false).parameters, static_cast<double>(count_parameters(*conv)));
  conv->to(torch::kFloat64);
  Rng rng(81, Purpose::test);
  testing::shake(*conv, rng);
  const BatchTensors graphs = testing::batch_of({testing::random_graph(7, 0.5, rng), testing::path(3)});
  const at::Tensor h = testing::random_rows(10, 4, rng);
  testing::check_gradients(
      *conv, [&] { return conv->forward(h, graphs, {}).sum(); }, rng);
}

TEST(ExtendPage, ItsModelHasTheParametersThatItSaysAndTheGradientOfDifferences) {
  const ModelDescriptor descriptor = deep_sets_model();
  ModelOptions options;
  options.architecture = descriptor.name;
  options.gnn.hidden = 4;
  const ModelShape shape{.num_reals = 2, .outputs = 3};
  const std::shared_ptr<Model> model = descriptor.make(options, shape, testing::in_double);
  initialize_weights(*model, 1);
  EXPECT_EQ(descriptor.cost(options, shape).parameters, static_cast<double>(count_parameters(*model)));
  model->to(torch::kFloat64);
  Rng rng(82, Purpose::test);
  testing::shake(*model, rng);
  const std::vector<Graph> graphs = {testing::path(4), testing::path(2)};
  const ModelInput input = testing::input_of(graphs, testing::random_rows(6, 2, rng));
  testing::check_gradients(
      *model, [&] { return model->forward(input).prediction.sum(); }, rng);
}

}  // namespace
}  // namespace gnnir
