#pragma once

#include <pybind11/pybind11.h>

namespace gnnir::python {

/// From now on an Error that leaves a function of this module is a gnnir.Error, which names settings as keywords.
void translate_errors();

}  // namespace gnnir::python
