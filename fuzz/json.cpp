#include "gnnir/base/json.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir {

void fuzz_json(std::string_view input) {
  const auto json = accepted([&] { return parse_json(input, "f"); });
  if (!json) return;
  require(parse_json(to_text(*json), "f") == *json, "JSON reads back as it was written");
  require(parse_json(to_text(*json, 2), "f") == *json, "JSON with line breaks reads back as it was written");
}

}  // namespace gnnir
