#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

const OwnOption& nnconv_edge_channels() {
  static const OwnOption option =
      OwnOption::integer("edge_channels", "width of the network on edges (0: as hidden)", 0, 0, 100'000);
  return option;
}

std::int64_t edge_channels_of(const GnnOptions& options) {
  const std::int64_t channels = nnconv_edge_channels().as_integer(options.own);
  return channels > 0 ? channels : options.hidden;
}

ConvEntry nnconv_conv_entry() {
  return {.name = "nnconv",
          .summary = "a matrix from every edge's features (MPNN)",
          .edges = EdgeUse::required,
          .options = {nnconv_edge_channels()},
          .cost = [](const GnnOptions& options, bool edges) -> ConvCost {
            const auto d = static_cast<double>(options.hidden);
            const auto channels = static_cast<double>(edge_channels_of(options));
            return {.parameters = (d + 1) * d + (d + 1) * channels + (channels + 1) * d * d +
                                  parts_cost::norm_parameters(options.norm, options.hidden),
                    .per_node = d * d + (channels + 1) * d * d,
                    .edge_terms = edges ? d * channels : 0};
          }};
}

}  // namespace gnnir
