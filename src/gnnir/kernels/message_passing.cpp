#include "gnnir/kernels/message_passing.h"

#include <algorithm>
#include <vector>

#include "gnnir/base/stoppable.h"
#include "gnnir/kernels/scratch.h"

namespace gnnir::kernels {
namespace {

using Run = GnnPlan::Run;

struct StepScratch;
struct TapeScratch;
struct LevelScratch;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t rows_of(const Run& run, std::int64_t level) { return run.end[at(level)] - run.begin[at(level)]; }

/// One step of a run, with what the convolution is to know of it.
class StepOfRun {
 public:
  StepOfRun(const GnnPlan& plan, const Run& run, std::int64_t step) : last_(step == plan.steps()) {
    const StepLinks& links = plan.links(step);
    const std::int64_t first = run.begin[at(step)];
    conv_.links = {rows_of(run, step),        links.self.data() + first, links.edge_offsets.data() + first,
                   links.edge_sources.data(), run.begin[at(step - 1)],   links.edges.data()};
    conv_.rows_before = rows_of(run, step - 1);
    conv_.groups = std::span(plan.groups(step)).subspan(at(run.first_group), at(run.end_group - run.first_group + 1));
    if (!plan.counts(step).empty()) conv_.counts = plan.counts(step).data() + first;
  }

  [[nodiscard]] const ConvStep& conv() const { return conv_; }
  [[nodiscard]] std::int64_t size(std::int64_t d, const Conv& conv) const {
    return conv.tape_size(conv_) + (last_ ? 4 : 5) * conv_.rows() * d;
  }

 private:
  ConvStep conv_{};
  bool last_;
};

/// Where a step of a run keeps its matrices.
struct StepTape {
  StepTape() = default;
  StepTape(const StepOfRun& step, std::int64_t d, const Conv& kernel, float* place)
      : conv(place), gates(conv + kernel.tape_size(step.conv())), out(gates + 4 * step.conv().rows() * d) {}

  float* conv = nullptr;
  float* gates = nullptr;  // [R, 4d]
  float* out = nullptr;    // [R, d]; not for the last step
};

/// x: the run's rows of the level before; out: its rows of this level.
void forward_step(std::int64_t d, const ConvStep& step, const GruTensors<const float>& gru,
                  const TransposedGru& transposed, Conv& conv, const StepTape& tape, const float* x, float* out) {
  const float* message = conv.forward(step, x, tape.conv);
  gru_cell({step.links, step.rows_before, d}, gru, transposed, message, x, tape.gates, out);
}

/// g: [R, d], ∂/∂(this level); dx: [P, d], ∂/∂(the level before), is set.
void backward_step(std::int64_t d, const ConvStep& step, const GruTensors<const float>& gru, Conv& conv,
                   const StepTape& tape, const float* x, const float* g, float* dx,
                   const GruTensors<float>& gradients) {
  const float* message = conv.message(step, tape.conv);
  float* dmessage = scratch<StepScratch>(step.rows() * d);
  gru_cell_backward({step.links, step.rows_before, d}, gru, message, x, tape.gates, g, dmessage, dx, gradients);
  conv.backward(step, x, tape.conv, message, dmessage, dx);
}

}  // namespace

std::int64_t message_passing_tape_size(std::int64_t d, const GnnPlan& plan, const Conv& conv) {
  std::int64_t size = 0;
  for (const Run& run : plan.runs()) {
    for (std::int64_t step = 1; step <= plan.steps(); ++step) size += StepOfRun(plan, run, step).size(d, conv);
  }
  return size;
}

void message_passing_forward(std::int64_t d, const GnnPlan& plan, const GruTensors<const float>& gru, Conv& conv,
                             const float* x, float* tape, float* out) {
  const TransposedGru transposed(gru, d);
  for (const Run& run : plan.runs()) {
    float* place = tape;
    if (place == nullptr) {
      std::int64_t run_size = 0;
      for (std::int64_t step = 1; step <= plan.steps(); ++step) run_size += StepOfRun(plan, run, step).size(d, conv);
      place = scratch<TapeScratch>(run_size);
    }
    const float* level = x + run.begin.front() * d;
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      leave_if_asked();
      const StepOfRun here(plan, run, step);
      const StepTape step_place(here, d, conv, place);
      float* next = step == plan.steps() ? out + run.begin.back() * d : step_place.out;
      forward_step(d, here.conv(), gru, transposed, conv, step_place, level, next);
      level = next;
      place += here.size(d, conv);
    }
    if (tape != nullptr) tape = place;
  }
}

void message_passing_backward(std::int64_t d, const GnnPlan& plan, const GruTensors<const float>& gru, Conv& conv,
                              const float* x, const float* tape, const float* g, float* dx,
                              const GruTensors<float>& gradients) {
  std::fill(dx, dx + plan.rows(0) * d, 0.0F);  // runs add to it
  std::vector<StepTape> tapes(at(plan.steps()));
  for (const Run& run : plan.runs()) {
    std::int64_t most_rows = rows_of(run, 0);
    for (std::int64_t step = 1; step <= plan.steps(); ++step) {
      const StepOfRun here(plan, run, step);
      // The tape is only read here; its type is shared with the forward pass.
      tapes[at(step - 1)] = StepTape(here, d, conv, const_cast<float*>(tape));
      tape += here.size(d, conv);
      most_rows = std::max(most_rows, rows_of(run, step));
    }
    // Gradients by levels take turns in two places.
    float* turns[2] = {scratch<LevelScratch>(2 * most_rows * d), nullptr};
    turns[1] = turns[0] + most_rows * d;
    const float* level_gradient = g + run.begin.back() * d;
    for (std::int64_t step = plan.steps(); step >= 1; --step) {
      leave_if_asked();
      const float* before = step == 1 ? x + run.begin.front() * d : tapes[at(step - 2)].out;
      float* to = turns[step % 2];
      backward_step(d, StepOfRun(plan, run, step).conv(), gru, conv, tapes[at(step - 1)], before, level_gradient, to,
                    gradients);
      level_gradient = to;
    }
    float* by_input = dx + run.begin.front() * d;
    for (std::int64_t i = 0; i < rows_of(run, 0) * d; ++i) by_input[i] += level_gradient[i];
  }
  conv.end_backward();
}

}  // namespace gnnir::kernels
