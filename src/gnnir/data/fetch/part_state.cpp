#include "gnnir/data/fetch/part_state.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

/// The text goes back to the server in a header, where a line break would begin another one.
std::string header_text(const Json& json, const char* key, const std::string& where) {
  const std::string text = json.at(key).get<std::string>();
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable) throw data_error("{}: '{}': expected printable text, found {}", where, key, in_quotes(text));
  return text;
}

}  // namespace

Json PartState::to_json() const {
  Json json = {{"url", url}, {"version", version}};
  if (bytes >= 0) json["bytes"] = bytes;
  return json;
}

PartState PartState::parse(std::string_view text, const std::string& where) {
  const Json json = parse_json(text, where);
  try {
    PartState state{header_text(json, "url", where), header_text(json, "version", where)};
    if (!json.contains("bytes")) return state;
    const auto bytes = whole_number(json["bytes"]);
    if (!bytes) throw data_error("{}: 'bytes': expected a whole number of at least 0", where);
    state.bytes = *bytes;
    return state;
  } catch (const Json::exception& error) {
    throw data_error("{}: {}", where, error.what());
  }
}

std::string version_of(const std::string& etag, const std::string& last_modified) {
  return etag.empty() || etag.starts_with("W/") ? last_modified : etag;
}

}  // namespace gnnir
