#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir::python {

/// A data set of graphs that are given as arrays, each a tuple
///   (num_nodes or None, edge_index, x, edge_attr, node_labels, edge_labels), None where there is none:
///   edge_index: int64 or int32 [2, edges]; x, edge_attr: float32 [rows, columns] or [rows], attributes, or int64 or
///   int32 [rows] or [rows, 1], labels; node_labels, edge_labels: int64 or int32 [rows].
/// The arrays are read where they are, in any layout. An Error of kind data that names the graph and the array if it is
/// anything else: nothing is cast to what it is not.
Dataset dataset_of_arrays(const std::string& name, const pybind11::list& graphs, EdgeRules rules);

}  // namespace gnnir::python
