#pragma once

#include <cstdint>

/// What is done with the rows of a graph, d channels each, once messages have been passed: summed for a readout, scored
/// to choose among them, merged over branches. Matrices are row-major and dense. Each has a twin of the same signature
/// in tests/twins/rows.h.
namespace gnnir::kernels {

/// Rows that are summed together: those of segment s are map[offsets[s]..offsets[s+1]-1], or these numbers themselves
/// where map is null.
struct Segments {
  std::int64_t count;
  const std::int32_t* offsets;
  const std::int32_t* map;
};

/// sums_s = Σ x_row over the segment's rows, divided by their number if `mean`; 0 for an empty one.
/// x: [.., d], sums: [count, d]
void segment_sums(const Segments& segments, std::int64_t d, bool mean, const float* x, float* sums);

/// The gradient of segment_sums by x, added: dx_row += g_s (over the number of rows if `mean`).
void segment_sums_backward(const Segments& segments, std::int64_t d, bool mean, const float* g, float* dx);

/// What the selector asks of every row of a graph: score = h_v·p/‖p‖ (‖p‖ at least 1e-12), second = h_v·u,
/// length = ‖h_v‖. h: [rows, d]; p, u: [d]; score, second, length: [rows]
void score_rows(std::int64_t rows, std::int64_t d, const float* h, const float* p, const float* u, float* score,
                float* second, float* length);

/// s = Σ_{i∈chosen} tanh(score_i)·p. chosen: rows of the graph; s: [d]
void selector_readout(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* score,
                      const float* p, float* s);

/// From g = ∂/∂s: dh of the chosen rows and dp are added to. h, dh: [rows, d]; g, p, dp: [d]
void selector_readout_backward(std::int64_t count, const std::int32_t* chosen, std::int64_t d, const float* h,
                               const float* score, const float* p, const float* g, float* dh, float* dp);

/// How branches become one embedding again.
enum class MergeBy { max, sum, mean };

/// The branches of one graph with `rows` rows: row v of branch b is x_{map[b·rows + v]} + offset_b.
struct GraphBranches {
  std::int64_t count;
  std::int64_t rows;
  const std::int32_t* map;
};

/// out_v = max (sum, mean) over branches of x_{map} + offset_b, channel by channel. x: [.., d], offset: [count, d],
/// out: [rows, d]; winner (for max): [rows, d], the first branch that has the largest value
void merge_branches(const GraphBranches& branches, std::int64_t d, MergeBy by, const float* x, const float* offset,
                    float* out, std::int32_t* winner);

/// From g = ∂/∂out: dx and doffset are added to.
void merge_branches_backward(const GraphBranches& branches, std::int64_t d, MergeBy by, const std::int32_t* winner,
                             const float* g, float* dx, float* doffset);

}  // namespace gnnir::kernels
