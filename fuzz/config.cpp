#include "gnnir/settings/config.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir {

void fuzz_config(std::string_view input) {
  const auto config = accepted([&] { return build_config({parse_config(input, "f"), {}, "f"}); });
  if (!config) return;
  const std::string text = to_toml(*config);
  RunConfig back;
  apply_settings(back, parse_config(text, "f"), "f");
  require(to_toml(back) == text, "a configuration reads back as it was written");
}

}  // namespace gnnir
