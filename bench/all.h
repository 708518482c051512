#pragma once

namespace gnnir::kernels::bench {

void add_products();
void add_mlps();
void add_message_passing();
void add_activations();
void add_graph_norm();
void add_segments();
void add_selector();
void add_merge();
void add_adam();
void add_edge_rows();
void add_gnns();
void add_convolutions();

}  // namespace gnnir::kernels::bench
