#pragma once

#include <array>
#include <utility>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// What a data set may know about its graphs beside their nodes and edges.
enum class Knowledge { classes, targets, node_labels, node_attributes, edge_labels, edge_attributes };
template <>
struct EnumNames<Knowledge> {
  static constexpr std::array table = {
      std::pair{"classes", Knowledge::classes},         std::pair{"targets", Knowledge::targets},
      std::pair{"node-labels", Knowledge::node_labels}, std::pair{"node-attributes", Knowledge::node_attributes},
      std::pair{"edge-labels", Knowledge::edge_labels}, std::pair{"edge-attributes", Knowledge::edge_attributes}};
};

[[nodiscard]] bool knows(const Dataset& dataset, Knowledge what);

/// The same graphs with less known about them; what is not known in the first place may be named.
Dataset without(Dataset dataset, const std::vector<Knowledge>& left_out);

}  // namespace gnnir
