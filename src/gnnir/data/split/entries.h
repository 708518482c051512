#pragma once

#include "gnnir/data/split/methods.h"

namespace gnnir {

// The entries of the table, each in the file of its name.
const SplitMethod& random_split_method();
const SplitMethod& stratified_split_method();
const SplitMethod& scaffold_split_method();
const SplitMethod& cluster_split_method();
const SplitMethod& column_split_method();
const SplitMethod& group_split_method();
const SplitMethod& time_split_method();
const SplitMethod& files_split_method();

}  // namespace gnnir
