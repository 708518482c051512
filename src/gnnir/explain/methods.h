#pragma once

#include "gnnir/explain/method.h"

namespace gnnir {

// The entries of explanation_methods(), each in a file of its own.

ExplanationMethod occlusion_method();
ExplanationMethod myerson_method();
ExplanationMethod ir_method();
ExplanationMethod gradient_method();

/// Covers every model.
inline std::string no_objection(const Predictor& /*predictor*/) { return ""; }

}  // namespace gnnir
