#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/record/progress.h"

namespace gnnir {

void fuzz_outcome(std::string_view input) {
  const auto result = accepted([&] { return TrainResult::from_json(parse_json(input, "f"), "f"); });
  if (!result) return;
  const std::string text = to_text(result->to_json());
  const TrainResult back = TrainResult::from_json(parse_json(text, "f"), "f");
  require(to_text(back.to_json()) == text, "an outcome reads back as it was written");
}

}  // namespace gnnir
