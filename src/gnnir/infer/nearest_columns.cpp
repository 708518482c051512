#include "gnnir/infer/nearest_columns.h"

#include <fmt/format.h>

#include "gnnir/data/names.h"

namespace gnnir {

std::vector<std::string> NearestColumns::header() const {
  std::vector<std::string> header;
  if (!table_.nearest) return header;
  for (std::int64_t n = 1; n <= table_.nearest->count; ++n) {
    const std::string behind = n == 1 ? "" : fmt::format("_{}", n);
    header.push_back("nearest" + behind);
    header.push_back("distance" + behind);
  }
  header.insert(header.end(), {"unfamiliar", "closer"});
  return header;
}

std::vector<std::string> NearestColumns::of(std::size_t i) const {
  std::vector<std::string> fields;
  if (!table_.nearest) return fields;
  const Familiarity& one = table_.nearest->graphs[i];
  for (const Neighbour& neighbour : one.nearest) {
    fields.push_back(name_of_graph(neighbour.graph));
    fields.push_back(fmt::format("{:.6g}", neighbour.distance));
  }
  fields.resize(static_cast<std::size_t>(2 * table_.nearest->count));
  fields.insert(fields.end(), {one.unfamiliar ? "yes" : "no", fmt::format("{:.4g}", one.closer)});
  return fields;
}

void NearestColumns::add_to(Json& row, std::size_t i) const {
  if (!table_.nearest) return;
  const Familiarity& one = table_.nearest->graphs[i];
  row["nearest"] = Json::array();
  for (const Neighbour& neighbour : one.nearest) {
    row["nearest"].push_back(
        {{"graph", neighbour.graph}, {"name", name_of_graph(neighbour.graph)}, {"distance", neighbour.distance}});
  }
  row["unfamiliar"] = one.unfamiliar;
  row["closer"] = one.closer;
}

std::string NearestColumns::name_of_graph(std::int64_t graph) const {
  return table_.names ? called(*table_.training, graph) : fmt::format("{}", graph);
}

}  // namespace gnnir
