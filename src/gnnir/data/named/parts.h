#pragma once

#include <string>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// One part of a data set whose fixed split was published as data sets of their own.
struct NamedPart {
  std::string name;  ///< train, validation, test
  Dataset dataset;
};

/// The parts in this order as one data set, with Dataset::parts. They must agree in what nodes and edges have and in
/// what is to be learned: an Error of kind data says which two do not. A class may be missing in some.
Dataset join_parts(const std::string& name, std::vector<NamedPart> parts);

}  // namespace gnnir
