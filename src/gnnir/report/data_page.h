#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

struct DataPageOptions {
  std::vector<std::int64_t> graphs = {};  ///< which are drawn, from 0; empty: a spread (choose_examples)
  std::vector<std::string> remarks = {};  ///< what reading has to say, each a sentence
};

/// What is in a data set, as a page: counts, what had to be mended, classes or targets, sizes, and graphs drawn, with
/// what refinement and symmetry make of their nodes. An Error of kind usage if a graph is asked for that is not there.
std::string data_page(const Dataset& dataset, const DataPageOptions& options = {});

}  // namespace gnnir
