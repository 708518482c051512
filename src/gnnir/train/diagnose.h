#pragma once

#include "gnnir/base/error.h"
#include "gnnir/infer/encoded_dataset.h"
#include "gnnir/models/model_file.h"

namespace gnnir {

/// Where in a training something happened.
struct Position {
  std::int64_t epoch = 0;  ///< from 1
  std::int64_t batch = 0;  ///< from 1; 0: not in a batch
};

/// A graph whose numbers are not finite, and the first tensor on the way to the loss that is not.
struct BadNumbers {
  std::int64_t graph = -1;  ///< its number in the data set, from 0; -1: no graph alone shows it
  std::string tensor;
};

/// The first of the graphs whose outputs (rows of [graphs, outputs]) are not finite, or whose loss is not.
BadNumbers find_bad_outputs(TrainedModel& trained, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                            std::span<const float> outputs, std::int64_t epoch);

/// What stops a training: where, the graph, the tensor, what is kept and what to try.
Error bad_numbers_error(const Position& position, const BadNumbers& bad);
bool is_of_bad_numbers(const Error& error);

}  // namespace gnnir
