#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// Whether this is the data set that a run, or the run that a model file lies in, was made with.
bool is_data_of_run(const std::filesystem::path& model, const Dataset& dataset);

/// The graphs of a part of the split that a model was trained with: "train", "validation", "test" or another that the
/// split names. The model is a run folder, or a file in one; the data must be the run's.
std::vector<std::int64_t> part_of_run(const std::filesystem::path& model, const std::string& part,
                                      const Dataset& dataset);

}  // namespace gnnir
