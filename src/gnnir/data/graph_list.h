#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// Some graphs of a data set, as tables and lists name them: by their numbers and, if `named`, by what they are called.
/// Graphs that could not be read stand in their place and say why in `error`, unless the others are in no order.
struct GraphList {
  const Dataset& dataset;
  std::vector<std::int64_t> graphs;
  bool named = true;
};

/// Rows of fields; those at the end of a row may be missing.
using FieldRows = std::vector<std::vector<std::string>>;

/// A table with rows of the i-th graph as rows_of(i) has them. columns: behind the graph's number and names
std::string csv_of(const GraphList& list, std::vector<std::string> columns,
                   const std::function<FieldRows(std::size_t)>& rows_of);

/// A list of objects, object_of(i) with the i-th graph's names added. keys: all that these objects may have
Json json_of(const GraphList& list, std::vector<std::string> keys, const std::function<Json(std::size_t)>& object_of);

}  // namespace gnnir
