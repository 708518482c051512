#include <vector>

#include "bench/all.h"
#include "bench/measure.h"
#include "gnnir/kernels/rows.h"
#include "support/kernel_cases.h"
#include "twins/rows.h"

namespace gnnir::kernels::bench {

using testing::RandomLinks;
using testing::RandomSegments;

void add_message_passing() {
  Rng rng(2, Purpose::test);
  const RandomLinks links(rows, rows, 6, rng);  // 3 sources per row on average, as TRIANGLES has
  const std::int64_t messages = links.edges() + rows;
  add("neighbourhood_sum", neighbourhood_sum, reference::neighbourhood_sum,
      {.items = messages, .bytes = bytes_of((messages + rows) * d)},
      [=, bias = random(d), y = random(rows * d), out = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), d, 1.25F, bias.data(), true, y.data(), out.data());
        return std::array<Result, 1>{out};
      });
  add("neighbourhood_sum_backward", neighbourhood_sum_backward, reference::neighbourhood_sum_backward,
      {.items = messages, .bytes = bytes_of((2 * messages + 2 * rows) * d)},
      [=, g = random(rows * d), y = random(rows * d), dy = zeros(rows * d), by_factor = zeros(1)](auto kernel) mutable {
        by_factor[0] = kernel(links.view(), d, 1.25F, g.data(), y.data(), dy.data());
        return std::array<Result, 2>{dy, by_factor};
      });

  const Floats gi = random(rows * 3 * d);
  const Floats gh = random(rows * 3 * d);
  const Floats h = random(rows * d);
  const Floats bias = random(3 * d);
  Floats saved = zeros(rows * 4 * d);
  Floats unused = zeros(rows * d);
  reference::gru_gates(links.view(), d, gi.data(), gh.data(), bias.data(), bias.data(), h.data(), saved.data(),
                       unused.data());
  add("gru_gates", gru_gates, reference::gru_gates, {.items = rows, .bytes = bytes_of(rows * 12 * d)},
      [=, gates = zeros(rows * 4 * d), out = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), d, gi.data(), gh.data(), bias.data(), bias.data(), h.data(), gates.data(), out.data());
        return std::array<Result, 2>{gates, out};
      });
  add("gru_gates_backward", gru_gates_backward, reference::gru_gates_backward,
      {.items = rows, .bytes = bytes_of(rows * 17 * d)},
      [=, g = random(rows * d), dgi = zeros(rows * 3 * d), dgh = zeros(rows * 3 * d),
       dh = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), d, g.data(), h.data(), saved.data(), dgi.data(), dgh.data(), dh.data());
        return std::array<Result, 3>{dgi, dgh, dh};
      });
}

void add_activations() {
  // In place: the copy of the input is timed, too.
  add("add_bias", add_bias, reference::add_bias, {.items = rows, .bytes = bytes_of(4 * rows * d)},
      [=, bias = random(d), input = random(rows * d), x = zeros(rows * d)](auto kernel) mutable {
        x = input;
        kernel(rows, d, bias.data(), true, x.data());
        return std::array<Result, 1>{x};
      });
  add("relu_backward", relu_backward, reference::relu_backward, {.items = rows, .bytes = bytes_of(5 * rows * d)},
      [=, y = random(rows * d), input = random(rows * d), g = zeros(rows * d)](auto kernel) mutable {
        g = input;
        kernel(rows * d, y.data(), g.data());
        return std::array<Result, 1>{g};
      });
  add("column_sums", column_sums, reference::column_sums, {.items = rows, .bytes = bytes_of(3 * rows * d)},
      [=, x = random(rows * 3 * d), sum = zeros(3 * d)](auto kernel) mutable {
        kernel(rows, 3 * d, x.data(), sum.data());
        return std::array<Result, 1>{sum};
      });
}

void add_graph_norm() {
  const Floats scale = random(d);
  const Floats shift = random(d);
  const Floats input = random(nodes * d);
  Floats saved = zeros(nodes * d);
  Floats saved_inverse = zeros(d);
  Floats unused = input;
  reference::graph_norm(nodes, d, 0.01F, scale.data(), shift.data(), true, unused.data(), saved.data(),
                        saved_inverse.data());
  add("graph_norm", graph_norm, reference::graph_norm, {.items = nodes, .bytes = bytes_of(5 * nodes * d)},
      [=, x = zeros(nodes * d), normalized = zeros(nodes * d), inverse = zeros(d)](auto kernel) mutable {
        x = input;
        kernel(nodes, d, 0.01F, scale.data(), shift.data(), true, x.data(), normalized.data(), inverse.data());
        return std::array<Result, 3>{x, normalized, inverse};
      });
  add("graph_norm_backward", graph_norm_backward, reference::graph_norm_backward,
      {.items = nodes, .bytes = bytes_of(5 * nodes * d)},
      [=, g = zeros(nodes * d), dscale = zeros(d), dshift = zeros(d)](auto kernel) mutable {
        g = input;
        kernel(nodes, d, scale.data(), saved.data(), saved_inverse.data(), g.data(), dscale.data(), dshift.data());
        return std::array<Result, 3>{g, dscale, dshift};
      });
}

void add_segments() {
  Rng rng(3, Purpose::test);
  for (const bool mapped : {false, true}) {
    const std::string name = mapped ? "/mapped" : "/rows";
    const RandomSegments segments(graphs, nodes * graphs, 31, mapped, rng);
    const std::int64_t summed = segments.offsets.back();
    add("segment_sums" + name, segment_sums, reference::segment_sums,
        {.items = summed, .bytes = bytes_of((summed + graphs) * d)},
        [=, x = random(nodes * graphs * d), sums = zeros(graphs * d)](auto kernel) mutable {
          kernel(segments.view(), d, false, x.data(), sums.data());
          return std::array<Result, 1>{sums};
        });
    add("segment_sums_backward" + name, segment_sums_backward, reference::segment_sums_backward,
        {.items = summed, .bytes = bytes_of((2 * summed + graphs) * d)},
        [=, g = random(graphs * d), dx = zeros(nodes * graphs * d)](auto kernel) mutable {
          kernel(segments.view(), d, false, g.data(), dx.data());
          return std::array<Result, 1>{dx};
        });
  }
}

void add_selector() {
  const std::vector<std::int32_t> chosen = {3, 15, 0, 8};
  const auto count = static_cast<std::int64_t>(chosen.size());
  const Floats h = random(nodes * d);
  const Floats p = random(d);
  const Floats score = random(nodes);
  add("score_rows", score_rows, reference::score_rows, {.items = nodes, .flops = 6.0 * nodes * d},
      [=, u = random(d), scores = zeros(nodes), second = zeros(nodes), length = zeros(nodes)](auto kernel) mutable {
        kernel(nodes, d, h.data(), p.data(), u.data(), scores.data(), second.data(), length.data());
        return std::array<Result, 3>{scores, second, length};
      });
  add("selector_readout", selector_readout, reference::selector_readout, {.items = count, .bytes = bytes_of(2 * d)},
      [=, s = zeros(d)](auto kernel) mutable {
        kernel(count, chosen.data(), d, score.data(), p.data(), s.data());
        return std::array<Result, 1>{s};
      });
  add("selector_readout_backward", selector_readout_backward, reference::selector_readout_backward,
      {.items = count, .bytes = bytes_of((3 * count + 3) * d)},
      [=, g = random(d), dh = zeros(nodes * d), dp = zeros(d)](auto kernel) mutable {
        kernel(count, chosen.data(), d, h.data(), score.data(), p.data(), g.data(), dh.data(), dp.data());
        return std::array<Result, 2>{dh, dp};
      });
}

void add_merge() {
  const std::int64_t branches = 4;
  std::vector<std::int32_t> map;
  for (std::int32_t row = 0; row < branches * nodes; ++row) map.push_back(row);
  const Floats x = random(branches * nodes * d);
  const Floats offset = random(branches * d);
  for (const MergeBy by : {MergeBy::max, MergeBy::mean}) {
    const std::string name = by == MergeBy::max ? "/max" : "/mean";
    std::vector<std::int32_t> winner(static_cast<std::size_t>(nodes * d));
    Floats unused = zeros(nodes * d);
    reference::merge_branches({branches, nodes, map.data()}, d, by, x.data(), offset.data(), unused.data(),
                              winner.data());
    add("merge_branches" + name, merge_branches, reference::merge_branches,
        {.items = branches * nodes, .bytes = bytes_of((branches + 2) * nodes * d)},
        [=, out = zeros(nodes * d), wins = winner](auto kernel) mutable {
          kernel({branches, nodes, map.data()}, d, by, x.data(), offset.data(), out.data(), wins.data());
          return std::array<Result, 1>{out};
        });
    add("merge_branches_backward" + name, merge_branches_backward, reference::merge_branches_backward,
        {.items = branches * nodes, .bytes = bytes_of((2 * branches + 2) * nodes * d)},
        [=, g = random(nodes * d), dx = zeros(branches * nodes * d),
         doffset = zeros(branches * d)](auto kernel) mutable {
          kernel({branches, nodes, map.data()}, d, by, winner.data(), g.data(), dx.data(), doffset.data());
          return std::array<Result, 2>{dx, doffset};
        });
  }
}

void add_adam() {
  const std::int64_t size = 100'000;  // about the weights of a model
  add("adam_step", adam_step, reference::adam_step, {.items = size, .bytes = bytes_of(7 * size)},
      [=, gradient = random(size), mean = zeros(size), square = zeros(size),
       weight = random(size)](auto kernel) mutable {
        const AdamStep step{0.001F, 0.9F, 0.999F, 1e-8F, 0.01F, 0.1F, 0.001F, 0.1F, 0.001F};
        kernel(size, step, gradient.data(), mean.data(), square.data(), weight.data());
        return std::array<Result, 3>{mean, square, weight};
      });
}

}  // namespace gnnir::kernels::bench
