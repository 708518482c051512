#pragma once

#include <cstdint>

#include "gnnir/settings/gnn_options.h"
#include "gnnir/settings/own_options.h"

namespace gnnir {

// The options that convolutions and models bring themselves, for their entries here and for who computes them. Those of
// exact IR are many: catalog/exact_ir.h.

const OwnOption& gat_heads();
const OwnOption& pna_towers();
const OwnOption& nnconv_edge_channels();
/// What nnconv_edge_channels means: 0 stands for the width of nodes.
std::int64_t edge_channels_of(const GnnOptions& options);
const OwnOption& top_k_pool_ratio();
/// gnn-ir and exact-ir: equal rows are computed once.
const OwnOption& share_rows_option();

}  // namespace gnnir
