#pragma once

#include <cstdint>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Circulant skip-link graphs (Murphy et al. 2019): n nodes on a ring, edges u–u+1 and u–u+R (mod n), one class per
/// skip R, each graph in `copies` random relabellings. No 1-WL method can tell the classes apart.
struct CslOptions {
  NodeId nodes = 41;
  std::vector<NodeId> skips = {2, 3, 4, 5, 6, 9, 11, 12, 13, 16};
  int copies = 15;
  std::uint64_t seed = 0;
};

/// Graphs ordered by class, then copy. class_names are "0".."9" as in the published set. Name: "CSL".
/// An Error of kind usage if a skip is outside 2..nodes-2.
Dataset generate_csl(const CslOptions& options = {});

}  // namespace gnnir
