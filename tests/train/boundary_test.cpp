#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "gnnir/infer/predictor.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/train/train_model.h"
#include "support/errors.h"
#include "support/training.h"

namespace gnnir {
namespace {

using testing::error_of;
using testing::ring_dataset;
using testing::small_config;
using testing::thirds;

TEST(Boundary, WhatAProgramPutsTogetherWronglyIsAnError) {
  const Dataset good = ring_dataset(12);
  ThreadPool pool(1, use_single_threaded_operations);
  const auto kind_of = [&](const std::function<void(Dataset&, Split&, RunConfig&)>& spoil) {
    Dataset dataset = good;
    Split split = thirds(12);
    RunConfig config = small_config();
    spoil(dataset, split, config);
    return error_of([&] { train_model(dataset, split, config, pool); }).kind();
  };
  EXPECT_EQ(kind_of([](Dataset& d, Split&, RunConfig&) { d.classes[3] = 700'000'000; }), ErrorKind::data);
  EXPECT_EQ(kind_of([](Dataset& d, Split&, RunConfig&) { d.class_names.clear(); }), ErrorKind::data);
  EXPECT_EQ(kind_of([](Dataset&, Split& s, RunConfig&) { s.train[0] = 400'000; }), ErrorKind::data);
  EXPECT_EQ(kind_of([](Dataset&, Split& s, RunConfig&) { s.test[0] = -1; }), ErrorKind::data);
  EXPECT_EQ(kind_of([](Dataset&, Split& s, RunConfig&) { s.test[0] = s.train[0]; }), ErrorKind::data);
  EXPECT_EQ(kind_of([](Dataset&, Split&, RunConfig& c) { c.train.batch_size = 0; }), ErrorKind::usage);
}

TEST(Boundary, APredictorAnswersManyThreadsThatShareAPool) {
  const Dataset dataset = ring_dataset(48);
  ThreadPool pool(2, use_single_threaded_operations);
  const TrainOutcome outcome = train_model(dataset, thirds(48), small_config(), pool);
  const Predictor predictor = predictor_of(outcome.model);
  const auto ask = [&](ThreadPool* with) {
    std::vector<std::vector<double>> rows;
    for (const Prediction& one : predictor.predict(dataset, {.pool = with, .batch_size = 5}).graphs) {
      EXPECT_TRUE(one.finite);
      rows.push_back(one.probabilities);
    }
    return rows;
  };
  const auto expected = ask(nullptr);
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 10; ++i) wrong += ask(t % 2 == 0 ? &pool : nullptr) == expected ? 0 : 1;
      });
    }
  }
  EXPECT_EQ(wrong, 0);
  for (const std::int64_t graph : {-1, 48}) {
    EXPECT_EQ(error_of([&] { (void)predictor.predict(dataset, {.graphs = {graph}}); }).kind(), ErrorKind::data);
  }
}

}  // namespace
}  // namespace gnnir
