#include "gnnir/data/fetch/part_state.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir {

void fuzz_part_state(std::string_view input) {
  const auto state = accepted([&] { return PartState::parse(input, "f"); });
  if (!state) return;
  require(PartState::parse(to_text(state->to_json()), "f") == *state, "a description reads back as it was written");
  require(state->version.find_first_of("\r\n") == std::string::npos, "what goes into a header is one line");
}

}  // namespace gnnir
