#include <algorithm>
#include <numeric>

#include "bench/all.h"
#include "bench/measure.h"
#include "gnnir/kernels/edge_rows.h"
#include "support/kernel_cases.h"
#include "twins/edge_rows.h"

namespace gnnir::kernels::bench {

using testing::RandomLinks;

namespace {

void add_gine(const RandomLinks& links) {
  const std::int64_t edges = links.edges();
  const Floats x = random(rows * d);
  const Floats c = random(links.num_batch_edges() * d);
  add("gather_edges", gather_edges, reference::gather_edges,
      {.items = edges, .bytes = bytes_of((2 * edges + 2 * rows) * d)}, [=, out = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), d, 1.25F, x.data(), c.data(), out.data());
        return std::array<Result, 1>{out};
      });
  add("gather_edges_backward", gather_edges_backward, reference::gather_edges_backward,
      {.items = edges, .bytes = bytes_of((6 * edges + 4 * rows) * d)},
      [=, g = random(rows * d), dx = zeros(rows * d), dc = zeros(links.num_batch_edges() * d),
       by_factor = zeros(1)](auto kernel) mutable {
        by_factor[0] = kernel(links.view(), d, 1.25F, x.data(), c.data(), g.data(), dx.data(), dc.data());
        return std::array<Result, 3>{dx, dc, by_factor};
      });
}

void add_pna(const RandomLinks& links) {
  const std::int64_t edges = links.edges();
  const Floats z = random(rows * 3 * d);
  const Floats bias = random(d);
  add("message_layer", message_layer, reference::message_layer,
      {.items = edges, .bytes = bytes_of((3 * edges + rows) * d)},
      [=, c = random(links.num_batch_edges() * d), inner = zeros(edges * d)](auto kernel) mutable {
        kernel(links.view(), d, z.data(), c.data(), bias.data(), inner.data());
        return std::array<Result, 1>{inner};
      });
  add("message_layer_backward", message_layer_backward, reference::message_layer_backward,
      {.items = edges, .bytes = bytes_of((5 * edges + 2 * rows) * d)},
      [=, g = random(edges * d), dz = zeros(rows * 3 * d),
       dc = zeros(links.num_batch_edges() * d)](auto kernel) mutable {
        kernel(links.view(), d, g.data(), dz.data(), dc.data());
        return std::array<Result, 2>{dz, dc};
      });

  const Floats m = random(edges * d);
  Floats saved = zeros(rows * 4 * d);
  reference::pna_aggregate(links.view(), d, m.data(), saved.data());
  add("pna_aggregate", pna_aggregate, reference::pna_aggregate,
      {.items = edges, .bytes = bytes_of((edges + 4 * rows) * d)}, [=, a = zeros(rows * 4 * d)](auto kernel) mutable {
        kernel(links.view(), d, m.data(), a.data());
        return std::array<Result, 1>{a};
      });
  add("pna_aggregate_backward", pna_aggregate_backward, reference::pna_aggregate_backward,
      {.items = edges, .bytes = bytes_of((2 * edges + 8 * rows) * d)},
      [=, g = random(rows * 4 * d), dm = zeros(edges * d)](auto kernel) mutable {
        kernel(links.view(), d, m.data(), saved.data(), g.data(), dm.data());
        return std::array<Result, 1>{dm};
      });

  std::vector<std::int32_t> order(static_cast<std::size_t>(rows));
  std::iota(order.rbegin(), order.rend(), 0);
  add("pna_sum", pna_sum, reference::pna_sum, {.items = rows, .bytes = bytes_of(3 * rows * d)},
      [=, u = random(rows * d), y = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), order.data(), d, z.data(), bias.data(), u.data(), true, y.data());
        return std::array<Result, 1>{y};
      });
  add("pna_sum_backward", pna_sum_backward, reference::pna_sum_backward,
      {.items = rows, .bytes = bytes_of(4 * rows * d)},
      [=, g = random(rows * d), dz = zeros(rows * 3 * d), du = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), order.data(), d, g.data(), dz.data(), du.data());
        return std::array<Result, 2>{dz, du};
      });
  const std::int64_t size = 4 * d * d;
  add("pna_mix", pna_mix, reference::pna_mix, {.items = size, .bytes = bytes_of(4 * size)},
      [=, w = random(3 * size), out = zeros(size)](auto kernel) mutable {
        kernel(size, 1.1F, w.data(), out.data());
        return std::array<Result, 1>{out};
      });
  add("pna_mix_backward", pna_mix_backward, reference::pna_mix_backward, {.items = size, .bytes = bytes_of(7 * size)},
      [=, g = random(size), dw = zeros(3 * size)](auto kernel) mutable {
        kernel(size, 1.1F, g.data(), dw.data());
        return std::array<Result, 1>{dw};
      });
}

void add_nnconv(const RandomLinks& links) {
  const std::int64_t channels = d;
  const std::int64_t outer = (channels + 1) * d;
  const std::int64_t edges = links.edges();
  Floats a = random(links.num_batch_edges() * channels);
  for (float& value : a) value = std::max(value, 0.0F);  // they come from a ReLU
  const Floats x = random(rows * d);
  const double flops = 2.0 * static_cast<double>(edges * outer);
  add("mean_outer_products", mean_outer_products, reference::mean_outer_products, {.items = edges, .flops = flops},
      [=, s = zeros(rows * outer)](auto kernel) mutable {
        kernel(links.view(), d, channels, a.data(), x.data(), s.data());
        return std::array<Result, 1>{s};
      });
  add("mean_outer_products_backward", mean_outer_products_backward, reference::mean_outer_products_backward,
      {.items = edges, .flops = 2 * flops},
      [=, g = random(rows * outer), da = zeros(links.num_batch_edges() * channels),
       dx = zeros(rows * d)](auto kernel) mutable {
        kernel(links.view(), d, channels, a.data(), x.data(), g.data(), da.data(), dx.data());
        return std::array<Result, 2>{da, dx};
      });
}

}  // namespace

void add_edge_rows() {
  Rng rng(7, Purpose::test);
  const RandomLinks links(rows, rows, 6, rng);  // 3 edges per row on average, as TRIANGLES has
  add_gine(links);
  add_pna(links);
  add_nnconv(links);
}

}  // namespace gnnir::kernels::bench
