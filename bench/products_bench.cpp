#include "bench/all.h"
#include "bench/measure.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/mlp.h"
#include "support/kernel_cases.h"
#include "twins/matrix_product.h"
#include "twins/mlp.h"

namespace gnnir::kernels::bench {

using testing::as_mlp;
using testing::RandomSegments;
using testing::size_of;

void add_products() {
  for (const std::int64_t out : {d, 3 * d, 4 * d}) {
    const std::string size = std::to_string(d) + "x" + std::to_string(out);
    const Work work{.items = rows, .flops = product_flops(rows, d, out)};
    add("product/" + size, product, reference::product, work,
        [=, x = random(rows * d), w = random(d * out), y = zeros(rows * out)](auto kernel) mutable {
          kernel(rows, d, out, x.data(), w.data(), y.data(), false);
          return std::array<Result, 1>{y};
        });
    const std::string back = std::to_string(out) + "x" + std::to_string(d);
    if (out != d) {
      add("product/" + back, product, reference::product, work,
          [=, x = random(rows * out), w = random(out * d), y = zeros(rows * d)](auto kernel) mutable {
            kernel(rows, out, d, x.data(), w.data(), y.data(), false);
            return std::array<Result, 1>{y};
          });
    }
    add("product_transposed/60_rows/" + size, product_transposed, reference::product_transposed,
        {.items = graphs, .flops = product_flops(graphs, d, out)},
        [=, x = random(graphs * d), w = random(out * d), y = zeros(graphs * out)](auto kernel) mutable {
          kernel(graphs, d, out, x.data(), w.data(), y.data());
          return std::array<Result, 1>{y};
        });
    add("weight_gradient/" + size, weight_gradient, reference::weight_gradient, work,
        [=, dy = random(rows * out), x = random(rows * d), dw = zeros(out * d)](auto kernel) mutable {
          kernel(rows, d, out, dy.data(), x.data(), dw.data());
          return std::array<Result, 1>{dw};
        });
    add("transpose/" + size, transpose, reference::transpose, {.items = d, .bytes = bytes_of(2 * d * out)},
        [=, from = random(d * out), to = zeros(d * out)](auto kernel) mutable {
          kernel(d, out, from.data(), to.data());
          return std::array<Result, 1>{to};
        });
  }
}

void add_mlps() {
  const MlpShape shape{d, d, d};
  const std::int64_t all = nodes * graphs;
  Rng rng(4, Purpose::test);
  const RandomSegments segments(graphs, all, 32, false, rng);
  const Floats numbers = random(size_of(shape), 0.1);
  const Floats x = random(all * d);
  Floats saved = zeros(all * d);
  Floats saved_sums = zeros(graphs * d);
  Floats unused = zeros(graphs * d);
  mlp_sum_forward(shape, all, segments.view(), false, as_mlp<const float>(shape, numbers.data()), x.data(),
                  saved.data(), saved_sums.data(), unused.data());

  const double each = product_flops(all, d, d);
  const double once = product_flops(graphs, d, d);
  add("mlp_forward", mlp_forward, reference::mlp_forward, {.items = all, .flops = 2 * each},
      [=, inner = zeros(all * d), y = zeros(all * d)](auto kernel) mutable {
        kernel(shape, all, as_mlp<const float>(shape, numbers.data()), x.data(), inner.data(), y.data());
        return std::array<Result, 1>{y};
      });
  add("mlp_backward", mlp_backward, reference::mlp_backward, {.items = all, .flops = 4 * each},
      [=, g = random(all * d), dx = zeros(all * d), gradients = zeros(size_of(shape))](auto kernel) mutable {
        kernel(shape, all, as_mlp<const float>(shape, numbers.data()), x.data(), saved.data(), g.data(), dx.data(),
               false, as_mlp(shape, gradients.data()));
        return std::array<Result, 2>{dx, gradients};
      });
  // The twin applies the second map to every row; FLOP counts what is needed.
  add("mlp_sum_forward", mlp_sum_forward, reference::mlp_sum_forward, {.items = all, .flops = each + once},
      [=, inner = zeros(all * d), sums = zeros(graphs * d), y = zeros(graphs * d)](auto kernel) mutable {
        kernel(shape, all, segments.view(), false, as_mlp<const float>(shape, numbers.data()), x.data(), inner.data(),
               sums.data(), y.data());
        return std::array<Result, 1>{y};
      });
  add("mlp_sum_backward", mlp_sum_backward, reference::mlp_sum_backward, {.items = all, .flops = 2 * each + 2 * once},
      [=, g = random(graphs * d), dx = zeros(all * d), gradients = zeros(size_of(shape))](auto kernel) mutable {
        kernel(shape, all, segments.view(), false, as_mlp<const float>(shape, numbers.data()), x.data(), saved.data(),
               saved_sums.data(), g.data(), dx.data(), false, as_mlp(shape, gradients.data()));
        return std::array<Result, 2>{dx, gradients};
      });
}

}  // namespace gnnir::kernels::bench
