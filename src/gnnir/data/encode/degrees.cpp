#include "gnnir/data/encode/degrees.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"

namespace gnnir {

DegreeHistogram degree_histogram(const Dataset& dataset, std::span<const std::int64_t> graphs) {
  DegreeHistogram degrees;
  for (const std::int64_t graph : graphs) {
    const Graph& g = dataset.examples[static_cast<std::size_t>(graph)].graph;
    for (NodeId v = 0; v < g.num_nodes(); ++v) ++degrees[g.degree(v)];
  }
  return degrees;
}

double mean_log_degree(const DegreeHistogram& degrees) {
  double sum = 0;
  double count = 0;
  for (const auto& [degree, nodes] : degrees) {
    const double logarithm = std::log(static_cast<double>(std::max<std::int64_t>(degree, 1)) + 1);
    sum += static_cast<double>(nodes) * logarithm;
    count += static_cast<double>(nodes);
  }
  return count > 0 ? sum / count : 1;
}

Json to_json(const DegreeHistogram& degrees) {
  Json json = Json::array();
  for (const auto& [degree, nodes] : degrees) json.push_back(Json::array({degree, nodes}));
  return json;
}

DegreeHistogram degree_histogram_from_json(const Json& json, const std::string& where) {
  const auto broken = [&] {
    return data_error("{}: degree histogram: expected a list of [degree, nodes] with ascending degrees", where);
  };
  if (!json.is_array()) throw broken();
  DegreeHistogram degrees;
  for (const Json& entry : json) {
    if (!entry.is_array() || entry.size() != 2) throw broken();
    const auto degree = whole_number(entry[0]);
    const auto nodes = whole_number(entry[1]);
    const bool ascends = degrees.empty() || (degree && *degree > degrees.rbegin()->first);
    if (!degree || !nodes || !ascends) throw broken();
    degrees.emplace_hint(degrees.end(), *degree, *nodes);
  }
  return degrees;
}

}  // namespace gnnir
