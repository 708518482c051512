#include "gnnir/explain/method.h"

#include <fmt/format.h>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/explain/methods.h"

namespace gnnir {

const std::vector<ExplanationMethod>& explanation_methods() {
  static const std::vector<ExplanationMethod> table = {occlusion_method(), gradient_method(), myerson_method(),
                                                       ir_method()};
  return table;
}

const ExplanationMethod& explanation_method(std::string_view name) {
  std::vector<std::string> known;
  for (const ExplanationMethod& method : explanation_methods()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  throw setting_error("explain.method", "expected one of {}, found '{}'.{}", fmt::join(known, ", "), name,
                      suggestion(name, known));
}

}  // namespace gnnir
