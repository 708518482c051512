#include "gnnir/nn/execution.h"

#include <fmt/format.h>

#include <algorithm>

namespace gnnir {

std::string describe(const std::vector<EnginePart>& parts) {
  std::vector<std::string> unfused;
  for (const EnginePart& part : parts) {
    if (part.engine == Engine::fused) continue;
    unfused.push_back(part.reason.empty() ? part.part : fmt::format("{} ({})", part.part, part.reason));
  }
  if (unfused.empty()) return "fused";
  const bool asked = std::any_of(parts.begin(), parts.end(), [](const EnginePart& part) {
    return part.engine == Engine::fused || !part.reason.empty();
  });
  return asked ? fmt::format("fused but for {}", fmt::join(unfused, ", ")) : "reference";
}

}  // namespace gnnir
