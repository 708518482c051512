#include "gnnir/data/encode/training_range.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

bool has_attributes(const FeatureEncoding& encoding) { return !encoding.mean.empty(); }

}  // namespace

Deviation largest_deviation(const FeatureEncoding& encoding, const FeatureRows& rows) {
  Deviation largest;
  if (!has_attributes(encoding)) return largest;
  for (std::size_t i = 0; i < rows.reals.size(); ++i) {
    const double size = std::abs(static_cast<double>(rows.reals[i]));
    if (!(size <= largest.size)) largest = {size, static_cast<std::int64_t>(i % encoding.mean.size())};
  }
  return largest;
}

TrainingRange TrainingRange::of(const Dataset& dataset, std::span<const std::int64_t> training,
                                const FeatureEncoding& nodes, const FeatureEncoding& edges) {
  TrainingRange range;
  for (const std::int64_t g : training) {
    const auto size = dataset.examples[static_cast<std::size_t>(g)].graph.num_nodes();
    range.most_nodes = std::max<std::int64_t>(range.most_nodes, size);
    const auto widen = [&](const FeatureEncoding& encoding, FeatureOf of) {
      if (!has_attributes(encoding)) return;
      const double deviation = gnnir::largest_deviation(encoding, encoding.apply(dataset, g, of)).size;
      if (std::isfinite(deviation)) range.largest_deviation = std::max(range.largest_deviation, deviation);
    };
    widen(nodes, FeatureOf::nodes);
    widen(edges, FeatureOf::edges);
  }
  return range;
}

Json TrainingRange::to_json() const { return {{"most_nodes", most_nodes}, {"largest_deviation", largest_deviation}}; }

TrainingRange TrainingRange::from_json(const Json& json, const std::string& where) {
  const auto broken = [&] {
    return data_error("{}: training range: expected most_nodes, a whole number, and largest_deviation, at least 0",
                      where);
  };
  if (!json.is_object() || !json.contains("most_nodes") || !json.contains("largest_deviation")) throw broken();
  const auto nodes = whole_number(json["most_nodes"]);
  const Json& deviation = json["largest_deviation"];
  if (!nodes || !deviation.is_number() || !(deviation.get<double>() >= 0)) throw broken();
  return {*nodes, deviation.get<double>()};
}

}  // namespace gnnir
