#include "gnnir/infer/on_kernels/selector.h"

#include <algorithm>
#include <numeric>

#include "gnnir/kernels/graph_rows.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/kernels/rows.h"

namespace gnnir::on_kernels {

Selector::Selector(Weights& weights, const std::string& name, std::int64_t d, const IrOptions& options)
    : kind_(options.selector), d_(d) {
  for (const double number : fixed_direction(d)) second_direction_.push_back(static_cast<float>(number));
  switch (kind_) {
    case SelectorKind::gru:
      aggregate_ = Mlp(weights, name + ".aggregate", d, d, d);
      memory_ = weights.gru(name + ".memory", d);
      break;
    case SelectorKind::mlp:
      aggregate_ = Mlp(weights, name + ".aggregate", d, d, d);
      to_projection_ = Mlp(weights, name + ".to_projection", d, d, d);
      break;
    case SelectorKind::projection:
      vector_ = weights.take(name + ".vector.weight", {1, d});
      break;
    case SelectorKind::random:
      break;
  }
}

Rows Selector::projection(const Rows& h, const Batch& graphs, Rows& memory) const {
  const std::int64_t count = graphs.num_graphs();
  if (kind_ == SelectorKind::projection) {
    Rows p(count, d_);
    for (std::int64_t g = 0; g < count; ++g) std::copy_n(vector_, d_, p.row(g));
    return p;
  }
  const Rows embedding = aggregate_.pooled(h, {count, graphs.ptr.data(), nullptr}, false);
  if (kind_ == SelectorKind::mlp) return to_projection_(embedding);
  if (!memory.there()) memory = Rows::zeros(count, d_);
  Rows by_input(count, 3 * d_);
  Rows by_hidden(count, 3 * d_);
  kernels::product_transposed(count, d_, 3 * d_, embedding.data(), memory_.weight_ih, by_input.data());
  kernels::product_transposed(count, d_, 3 * d_, memory.data(), memory_.weight_hh, by_hidden.data());
  std::vector<std::int32_t> itself(static_cast<std::size_t>(count));
  std::iota(itself.begin(), itself.end(), 0);
  Rows gates(count, 4 * d_);
  Rows p(count, d_);
  kernels::gru_gates({count, itself.data(), nullptr, nullptr, 0}, d_, by_input.data(), by_hidden.data(),
                     memory_.bias_ih, memory_.bias_hh, memory.data(), gates.data(), p.data());
  memory = gathered(p, itself);
  return p;
}

Selector::Found Selector::operator()(const Rows& h, const NodeChooser& chooser, Rows& memory) const {
  if (kind_ == SelectorKind::random) return {.choice = chooser.at_random(), .readout = {}, .scores = {}};
  const Batch& graphs = chooser.graphs;
  const Rows p = projection(h, graphs, memory);
  std::vector<float> score(static_cast<std::size_t>(h.count()));
  std::vector<float> second(score.size());
  std::vector<float> length(score.size());
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    const std::int64_t first = graphs.first_row(g);
    kernels::score_rows(graphs.nodes_of(g), d_, h.row(first), p.row(g), second_direction_.data(), score.data() + first,
                        second.data() + first, length.data() + first);
  }
  const auto doubles = [](const std::vector<float>& numbers) {
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  const RowKeys keys{doubles(score), doubles(second), doubles(length)};
  Found found{.choice = chooser.best(keys), .readout = Rows(graphs.num_graphs(), d_), .scores = keys.score};
  for (std::int64_t g = 0; g < graphs.num_graphs(); ++g) {
    const std::span<const std::int32_t> chosen = found.choice.chosen(g);
    kernels::selector_readout(std::ssize(chosen), chosen.data(), d_, score.data(), p.row(g), found.readout.row(g));
  }
  return found;
}

}  // namespace gnnir::on_kernels
