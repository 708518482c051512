#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>

#include "gnnir/data/dataset.h"

namespace gnnir::python {

/// A graph of a data set, which it keeps alive.
struct GraphOfDataset {
  std::shared_ptr<const Dataset> dataset;
  std::int64_t index = 0;

  [[nodiscard]] const Example& example() const { return dataset->examples[static_cast<std::size_t>(index)]; }
};

// The parts of the module gnnir._core.
void bind_settings(pybind11::module_& module);
void bind_dataset(pybind11::module_& module);
void bind_dataset_state(pybind11::class_<Dataset, std::shared_ptr<Dataset>>& dataset);
void bind_graph(pybind11::module_& module);
void bind_symmetry(pybind11::module_& module);
void bind_predictor(pybind11::module_& module);
void bind_questions(pybind11::module_& module);

}  // namespace gnnir::python
