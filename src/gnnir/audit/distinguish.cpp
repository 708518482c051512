#include "gnnir/audit/distinguish.h"

#include <algorithm>

#include "gnnir/audit/search_depth.h"
#include "gnnir/base/clock.h"
#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// The first graph of every class, in the order of the file.
Dataset one_of_each_class(const Dataset& dataset) {
  if (!dataset.has_classes()) throw setting_error("compare.one_per_class", "{} has no classes", dataset.name);
  Dataset chosen = without_graphs(dataset);
  std::vector<bool> seen(dataset.class_names.size(), false);
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const std::int64_t label = dataset.classes[g];
    if (label < 0 || seen[static_cast<std::size_t>(label)]) continue;
    seen[static_cast<std::size_t>(label)] = true;
    chosen.examples.push_back(dataset.examples[g]);
  }
  return chosen;
}

}  // namespace

Comparison::Comparison(Dataset dataset, const DistinguishOptions& options)
    : options_(options), dataset_(options.one_per_class ? one_of_each_class(dataset) : std::move(dataset)) {
  if (options.pairs == ComparedPairs::consecutive && dataset_.size() % 2 != 0) {
    throw data_error("[distinguish] {} has {} graphs: compare.pairs needs an even number", dataset_.name,
                     dataset_.size());
  }
  colours_ = DatasetColours::of(dataset_);
  isomorphism_ = isomorphism_classes(dataset_, colours_);
}

DistinguishResult Comparison::exactly(Method method, ThreadPool& pool) const {
  DistinguishResult result{.method = method};
  const Stopwatch watch;
  if (method == Method::wl) {
    result.separation = separate(wl_classes(dataset_, colours_), isomorphism_, options_.pairs);
  } else {
    const SearchDepth found = search_depth(dataset_, options_.tree, options_.pairs, pool);
    for (const auto& classes : found.classes) {
      const std::int64_t before = result.separation.separated;
      result.separation = separate(classes, isomorphism_, options_.pairs);
      result.separated_at.push_back(result.separation.separated - before);
    }
    result.copies = found.copies;
    result.copies_separated = found.copies_separated;
    result.undecided = found.undecided;
  }
  result.seconds = watch.seconds();
  return result;
}

DistinguishResult Comparison::by_networks(Method method, const NetworkFactory& make, ThreadPool& pool,
                                          const std::function<void(std::size_t)>& progress) const {
  RandomNetworks networks = options_.networks;
  if (method == Method::gnn) {
    networks.model.ir.layers = 0;
    if (!options_.norm_without_individualization) networks.model.gnn.norm.kind = NormKind::none;
  }
  const Stopwatch watch;
  const Measurement measured = measure(dataset_, networks, make, pool, progress);
  DistinguishResult result{.method = method, .model = measured.model, .cuts = measured.cuts};
  result.separation = separate(measured.graphs, isomorphism_, options_.pairs);
  result.undecided = std::count_if(measured.graphs.begin(), measured.graphs.end(),
                                   [](const MeasuredGraph& graph) { return graph.is_undecided(); });
  result.seconds = watch.seconds();
  return result;
}

}  // namespace gnnir
