#include <pybind11/pybind11.h>

#include "bindings.h"
#include "errors.h"

// gnnir._core: graphs, data sets, their symmetries, and trained models that are asked; no torch.
PYBIND11_MODULE(_core, module) {
  using namespace gnnir::python;
  translate_errors();
  bind_settings(module);
  bind_dataset(module);
  bind_graph(module);
  bind_symmetry(module);
  bind_predictor(module);
  bind_questions(module);
}
