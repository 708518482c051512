#include "gnnir/settings/config.h"

#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/settings/search_space.h"

namespace gnnir {
namespace {

void check_search_space(std::string_view input) {
  const auto space = accepted([&] { return parse_search_space(input, "f"); });
  if (!space) return;
  require(parse_search_space(to_toml(*space), "f") == *space, "a space to search reads back as it was written");
  accepted([&] { return draw_settings(*space, RunConfig(), 0, 1); });
}

}  // namespace

void fuzz_config(std::string_view input) {
  check_search_space(input);
  const auto config = accepted([&] { return build_config({parse_config(input, "f"), {}, "f"}); });
  if (!config) return;
  const std::string text = to_toml(*config);
  RunConfig back;
  apply_settings(back, parse_config(text, "f"), "f");
  require(to_toml(back) == text, "a configuration reads back as it was written");
}

}  // namespace gnnir
