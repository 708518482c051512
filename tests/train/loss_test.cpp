#include "gnnir/train/loss.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gnnir/base/rng.h"

namespace gnnir {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// What is known of some graphs, and a model that is to learn it.
struct Lesson {
  ModelHeader model;
  EncodedDataset data;
  std::vector<std::int64_t> graphs;
  LossSum of(const at::Tensor& prediction) const { return loss_of(prediction, model, data, graphs); }
};

Lesson numbers() {
  Lesson lesson;
  lesson.model.targets = {Task::regression, {"a", "b"}, {0, 0}, {1, 1}};
  lesson.data.targets = {1, missing, 3, 4, missing, missing};
  lesson.graphs = {0, 1, 2};
  return lesson;
}

Lesson classes() {
  Lesson lesson;
  lesson.model.targets = {Task::classification, {"x", "y", "z"}, {}, {}};
  lesson.data.classes = {1, -1, 2};
  lesson.graphs = {0, 1, 2};
  return lesson;
}

Lesson questions() {
  Lesson lesson = numbers();
  lesson.model.targets = {Task::yes_no, {"a", "b"}, {}, {}, {{"0", "1"}, {"no", "yes"}}};
  lesson.data.targets = {1, missing, 0, 1, missing, missing};
  return lesson;
}

TEST(Loss, OfMissingLabelsIsZeroAndHasNoGradient) {
  at::Tensor prediction = at::zeros({3, 2}).requires_grad_(true);
  const LossSum l1 = numbers().of(prediction);
  EXPECT_DOUBLE_EQ(l1.labels, 3);
  EXPECT_FLOAT_EQ(l1.sum.item<float>(), 8);
  l1.sum.backward();
  EXPECT_TRUE(prediction.grad().equal(torch::tensor({{-1.F, 0.F}, {-1.F, -1.F}, {0.F, 0.F}})));
  const LossSum cross_entropy = classes().of(at::zeros({3, 3}));
  EXPECT_DOUBLE_EQ(cross_entropy.labels, 2);
  EXPECT_NEAR(cross_entropy.sum.item<double>(), 2 * std::log(3.0), 1e-6);
  const LossSum answers = questions().of(at::zeros({3, 2}));
  EXPECT_DOUBLE_EQ(answers.labels, 3);
  EXPECT_NEAR(answers.sum.item<double>(), 3 * std::log(2.0), 1e-6);
}

TEST(Loss, LabelsCountForAsMuchAsTheirGraphAndTheirKind) {
  Lesson lesson = classes();
  lesson.model.targets.weights = {1, 10, 100};
  lesson.data.graph_weights = {2, 5, 0.5F};
  const LossSum loss = lesson.of(at::zeros({3, 3}));
  EXPECT_DOUBLE_EQ(loss.labels, 2 * 10 + 0.5 * 100);
  EXPECT_NEAR(loss.sum.item<double>(), (2 * 10 + 0.5 * 100) * std::log(3.0), 1e-4);
}

/// Every loss of every task, with and without weights: what is trained is what is reported, and its gradient is the
/// slope of it.
TEST(Loss, IsTheOneThatIsReportedAndItsGradientIsItsSlope) {
  Rng rng(7, Purpose::test);
  for (Lesson lesson : {numbers(), classes(), questions()}) {
    for (const LossKind kind : {LossKind::automatic, LossKind::cross_entropy, LossKind::focal, LossKind::l1,
                                LossKind::l2, LossKind::huber, LossKind::quantile}) {
      const bool of_numbers = kind >= LossKind::l1;
      if (kind != LossKind::automatic && of_numbers != (lesson.model.targets.task == Task::regression)) continue;
      for (const bool weighed : {false, true}) {
        LossOptions& options = lesson.model.config.train.loss;
        options = {.kind = kind, .focal_gamma = 1.5, .huber_delta = 2, .quantile = 0.8};
        lesson.data.graph_weights = weighed ? std::vector<float>{1, 3, 0.25F} : std::vector<float>{};
        const std::int64_t columns = lesson.model.targets.outputs();
        at::Tensor prediction = at::empty({3, columns}, at::kDouble);
        for (std::int64_t i = 0; i < prediction.numel(); ++i) prediction.data_ptr<double>()[i] = 2 * rng.normal();
        prediction.requires_grad_(true);
        const LossSum loss = lesson.of(prediction);
        const at::Tensor rounded = prediction.detach().to(at::kFloat).contiguous();
        const std::vector<float> outputs(rounded.data_ptr<float>(), rounded.data_ptr<float>() + rounded.numel());
        EXPECT_NEAR(loss.sum.item<double>() / loss.labels,
                    training_loss(lesson.model, lesson.data, lesson.graphs, outputs).value(), 1e-5)
            << name_of(kind);
        loss.sum.backward();
        for (std::int64_t i = 0; i < prediction.numel(); ++i) {
          const auto at_step = [&](double step) {
            at::Tensor moved = prediction.detach().clone();
            moved.view(-1)[i] += step;
            return lesson.of(moved).sum.item<double>();
          };
          constexpr double step = 1e-6;
          EXPECT_NEAR(prediction.grad().view(-1)[i].item<double>(), (at_step(step) - at_step(-step)) / (2 * step), 1e-5)
              << name_of(kind) << " " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gnnir
