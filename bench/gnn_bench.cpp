#include <algorithm>

#include "bench/all.h"
#include "bench/measure.h"
#include "support/conv_cases.h"
#include "support/kernel_cases.h"
#include "twins/gnn.h"
#include "twins/plain_gnn.h"

namespace gnnir::kernels::bench {
namespace {

using testing::as_gnn;
using testing::ConvCase;
using testing::ConvKind;
using testing::RandomChoice;
using testing::size_of;

constexpr std::int64_t steps = 3;

/// As many nodes (15.6) and directed edges (49) per graph as TRIANGLES has on average.
Batch like_triangles() {
  Rng rng(5, Purpose::test);
  Batch batch;
  for (std::int64_t g = 0; g < graphs; ++g) {
    const auto size = static_cast<NodeId>(4 + rng.below(24));
    batch.append(testing::random_graph(size, 49 / 15.6 / (size - 1), rng));
  }
  return batch;
}

void add_gnn(const std::string& name, const GnnShape& shape, const GnnPlan& plan) {
  const Floats numbers = random(size_of(shape), 0.1);
  const Floats x = random(plan.rows(0) * d);
  const std::int64_t out_rows = plan.rows(steps);
  const std::int64_t tape_size = gnn_tape_size(shape, plan, as_gnn<const float>(shape, numbers.data()));
  Floats saved = zeros(tape_size);
  Floats unused = zeros(out_rows * d);
  gnn_forward(shape, plan, as_gnn<const float>(shape, numbers.data()), x.data(), saved.data(), unused.data());

  Work work{.items = 0};
  for (std::int64_t step = 1; step <= steps; ++step) {
    work.items += plan.rows(step);
    work.flops += product_flops(plan.rows(step - 1), d, 4 * d) + product_flops(plan.rows(step), d, 4 * d);
  }
  add("gnn_forward/" + name, gnn_forward, reference::gnn_forward, work,
      [=, tape = zeros(tape_size), out = zeros(out_rows * d)](auto kernel) mutable {
        kernel(shape, plan, as_gnn<const float>(shape, numbers.data()), x.data(), tape.data(), out.data());
        return std::array<Result, 1>{out};
      });
  // The twin repeats the forward pass, as it keeps no tape; FLOP counts what is needed. Of a million ReLUs one may be
  // so near its kink that rounding decides about its gradient, hence the tolerance.
  constexpr double tolerance = 1e-2;
  add(
      "gnn_backward/" + name, gnn_backward, reference::gnn_backward, {.items = work.items, .flops = 2 * work.flops},
      [=, g = random(out_rows * d), dx = zeros(plan.rows(0) * d),
       gradients = zeros(size_of(shape))](auto kernel) mutable {
        kernel(shape, plan, as_gnn<const float>(shape, numbers.data()), x.data(), saved.data(), g.data(), dx.data(),
               as_gnn(shape, gradients.data()));
        return std::array<Result, 2>{dx, gradients};
      },
      tolerance);
}

/// Message passing with a convolution that has no twin as a whole: its row kernels are verified by themselves, the
/// whole against central differences by tests/kernels/conv_test.cpp.
void add_convolution(const std::string& name, const ConvCase& conv, const Batch& batch, const GnnPlan& plan) {
  const Floats weights = random(conv.size(), 0.1);
  Floats terms = random(batch.num_edges() * conv.edge_columns());
  for (float& value : terms) value = std::max(value, 0.0F);  // NNConv's come from a ReLU
  const Floats x = random(plan.rows(0) * d);
  const std::int64_t out_rows = plan.rows(steps);
  Floats saved = zeros(conv.tape_size(plan, weights.data(), terms.data()));
  Floats unused = zeros(out_rows * d);
  conv.forward(plan, weights.data(), terms.data(), x.data(), saved.data(), unused.data());
  Work work{.items = 0};
  for (std::int64_t step = 1; step <= steps; ++step) work.items += plan.rows(step);

  const auto forward = [=, tape = saved, out = unused](auto /*kernel*/) mutable {
    conv.forward(plan, weights.data(), terms.data(), x.data(), tape.data(), out.data());
    return out.data();
  };
  const auto backward = [=, g = random(out_rows * d), dx = zeros(plan.rows(0) * d), gradients = zeros(conv.size()),
                         dterms = zeros(batch.num_edges() * conv.edge_columns())](auto /*kernel*/) mutable {
    conv.backward(plan, weights.data(), terms.data(), x.data(), saved.data(), g.data(), dx.data(), gradients.data(),
                  dterms.data());
    return dx.data();
  };
  const std::string kind = testing::name_of(conv.kind);
  benchmark::RegisterBenchmark((kind + "_forward/" + name).c_str(), [=](benchmark::State& state) {
    auto timed = forward;
    time_calls(state, work, nullptr, timed);
  });
  benchmark::RegisterBenchmark((kind + "_backward/" + name).c_str(), [=](benchmark::State& state) {
    auto timed = backward;
    time_calls(state, work, nullptr, timed);
  });
}

}  // namespace

void add_convolutions() {
  const Batch batch = like_triangles();
  Rng rng(6, Purpose::test);
  const RandomChoice choice(batch, 4, rng);
  const GnnPlan plain = GnnPlan::plain(batch, steps);
  const GnnPlan shared = GnnPlan::branches(batch, choice, steps, false);
  for (const ConvKind kind : {ConvKind::gine, ConvKind::pna, ConvKind::nnconv}) {
    const ConvCase conv{kind, d, d};
    add_convolution("plain", conv, batch, plain);
    add_convolution("branches", conv, batch, shared);
  }
}

void add_gnns() {
  const Batch batch = like_triangles();
  Rng rng(6, Purpose::test);
  const RandomChoice choice(batch, 4, rng);
  const GnnPlan plain = GnnPlan::plain(batch, steps);
  const GnnPlan shared = GnnPlan::branches(batch, choice, steps, false);
  const GnnPlan whole = GnnPlan::branches(batch, choice, steps, true);
  const GnnShape without_norm{d, false, 0.01F};
  const GnnShape with_norm{d, true, 0.01F};
  add_gnn("plain", without_norm, plain);
  add_gnn("plain/norm", with_norm, plain);
  add_gnn("branches", without_norm, shared);
  add_gnn("branches/whole", without_norm, whole);
  add_gnn("branches/whole/norm", with_norm, whole);
  for (const bool whole_branches : {false, true}) {
    benchmark::RegisterBenchmark(
        whole_branches ? "plan/branches/whole" : "plan/branches", [=](benchmark::State& state) {
          for (auto _ : state) {
            benchmark::DoNotOptimize(GnnPlan::branches(batch, choice, steps, whole_branches).rows(steps));
          }
        });
  }
  benchmark::AddCustomContext("nodes", std::to_string(batch.num_nodes()));
  benchmark::AddCustomContext("directed edges", std::to_string(batch.num_edges()));
}

}  // namespace gnnir::kernels::bench
