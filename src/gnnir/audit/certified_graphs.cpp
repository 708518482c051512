#include "gnnir/audit/certified_graphs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "gnnir/base/stoppable.h"
#include "gnnir/data/encode/feature_colours.h"

namespace gnnir {
namespace {

/// Why the certificate does not hold for a network that computes with rounding; "" if it does.
std::string objection(const NetworkOutput& output, const IrOptions& ir) {
  if (!output.trace.order_matters_because.empty()) return output.trace.order_matters_because;
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(output.outputs.begin(), output.outputs.end(), is_finite)) return "the output is not a finite number";
  constexpr double rounding = 1e-6;  // of single precision, with some steps between
  const bool chooses = !output.trace.layers.empty() && ir.width != all_nodes;
  return chooses && ir.tie_tolerance < rounding ? "no tolerance for rounding" : "";
}

bool decides_nothing(const Trace& trace) { return trace.layers.empty() && trace.order_matters_because.empty(); }

std::int64_t nodes_of(const EncodedDataset& data, std::int64_t graph) {
  return data.dataset->examples[static_cast<std::size_t>(graph)].graph.num_nodes();
}

/// As many as the operations are enough for, evenly.
std::vector<std::int64_t> that_fit(const Network& network, const EncodedDataset& data,
                                   const std::vector<std::int64_t>& graphs, double operations) {
  double all = 0;
  for (const std::int64_t graph : graphs) {
    all += network.flops(data.dataset->examples[static_cast<std::size_t>(graph)].graph);
  }
  if (all <= operations) return graphs;
  const double share = operations / all;
  std::vector<std::int64_t> some;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto place = static_cast<double>(i);
    if (std::floor((place + 1) * share) > std::floor(place * share)) some.push_back(graphs[i]);
  }
  return some;
}

CertifiedGraphs counted(const Certificate& certificate, std::int64_t nodes) {
  CertifiedGraphs one{.looked_at = 1};
  one.nontrivial_cells = certificate.num_cells < nodes ? 1 : 0;
  one.nontrivial_orbits = certificate.num_orbits < nodes ? 1 : 0;
  one.cells_are_orbits = certificate.cells_are_orbits() ? 1 : 0;
  one.cut = std::any_of(certificate.layers.begin(), certificate.layers.end(),
                        [](const LayerFinding& layer) { return layer.cut; })
                ? 1
                : 0;
  one.certified = certificate.certified ? 1 : 0;
  if (certificate.certified) {
    one.by_construction = certificate.because;
  } else {
    one.not_proved[certificate.because] = 1;
  }
  return one;
}

}  // namespace

Certificate certificate_of(const ModelHeader& model, const EncodedDataset& data, std::int64_t graph,
                           const NetworkOutput& output) {
  const auto index = static_cast<std::size_t>(graph);
  const auto nodes = feature_colours({data.features.nodes[index]}, model.features.num_reals);
  const auto edges = data.features.edges.empty()
                         ? std::vector<std::vector<std::int64_t>>(1)
                         : feature_colours({data.features.edges[index]}, model.edge_features.num_reals);
  std::vector<Choice> layers;
  for (const Trace::Layer& layer : output.trace.layers) layers.push_back(layer.choice);
  Certificate certificate = certify(data.dataset->examples[index].graph,
                                    {.nodes = nodes.front(), .edges = edges.front()}, layers, output.trace.tree);
  if (certificate.certified) certificate.because = output.trace.order_never_matters_because;
  const std::string because = objection(output, model.config.model.ir);
  if (!because.empty()) {
    if (certificate.certified) certificate.because = because;
    certificate.certified = false;
  }
  return certificate;
}

void CertifiedGraphs::add(const CertifiedGraphs& more) {
  if (looked_at == 0) by_construction = more.by_construction;
  if (more.looked_at > 0 && more.by_construction != by_construction) by_construction.clear();
  for (const auto count : {&CertifiedGraphs::graphs, &CertifiedGraphs::looked_at, &CertifiedGraphs::too_large,
                           &CertifiedGraphs::nontrivial_cells, &CertifiedGraphs::nontrivial_orbits,
                           &CertifiedGraphs::cells_are_orbits, &CertifiedGraphs::cut, &CertifiedGraphs::certified}) {
    this->*count += more.*count;
  }
  for (const auto& [reason, predictions] : more.not_proved) not_proved[reason] += predictions;
}

Json CertifiedGraphs::to_json() const {
  Json json = {{"predictions", graphs},
               {"looked_at", looked_at},
               {"nontrivial_cells", nontrivial_cells},
               {"nontrivial_orbits", nontrivial_orbits},
               {"cells_are_orbits", cells_are_orbits},
               {"cut_cells", cut},
               {"certified", certified}};
  if (too_large > 0) json["too_large"] = too_large;
  if (!by_construction.empty()) json["by_construction"] = by_construction;
  if (!not_proved.empty()) json["not_proved"] = not_proved;
  return json;
}

CertifiedGraphs CertifiedGraphs::from_json(const Json& json) {
  const auto count = [&](const char* key) { return json.at(key).get<std::int64_t>(); };
  return {.graphs = count("predictions"),
          .looked_at = count("looked_at"),
          .too_large = json.value("too_large", std::int64_t{0}),
          .nontrivial_cells = count("nontrivial_cells"),
          .nontrivial_orbits = count("nontrivial_orbits"),
          .cells_are_orbits = count("cells_are_orbits"),
          .cut = count("cut_cells"),
          .certified = count("certified"),
          .by_construction = json.value("by_construction", ""),
          .not_proved = json.value("not_proved", std::map<std::string, std::int64_t>())};
}

CertifiedGraphs certify_graphs(const Predictor& predictor, const EncodedDataset& data,
                               std::span<const std::int64_t> graphs, double operations, ThreadPool& pool,
                               const StopSource& stop) {
  const Network& network = predictor.network();
  std::vector<std::int64_t> some(graphs.begin(), graphs.end());
  std::erase_if(some, [&](std::int64_t graph) { return nodes_of(data, graph) > most_nodes_certified; });
  CertifiedGraphs all{.graphs = std::ssize(graphs), .too_large = std::ssize(graphs) - std::ssize(some)};
  if (some.empty()) return all;
  const auto ask = [&](std::int64_t graph) {
    const std::vector<std::int64_t> alone = {graph};
    return network.run({.dataset = *data.dataset, .features = data.features, .graphs = alone});
  };
  const std::int64_t smallest = *std::min_element(
      some.begin(), some.end(), [&](auto a, auto b) { return nodes_of(data, a) < nodes_of(data, b); });
  NetworkOutput of_all = ask(smallest);
  const bool same_for_all = decides_nothing(of_all.trace);
  of_all.outputs.clear();  // they are of this graph only
  if (!same_for_all) some = that_fit(network, data, some, operations);
  std::vector<CertifiedGraphs> found(some.size());
  pool.run(some.size(), [&](std::size_t i) {
    const Stoppable stoppable(stop);
    leave_if_asked();
    const Certificate certificate =
        certificate_of(predictor.model(), data, some[i], same_for_all ? of_all : ask(some[i]));
    found[i] = counted(certificate, nodes_of(data, some[i]));
  });
  for (const CertifiedGraphs& one : found) all.add(one);
  return all;
}

}  // namespace gnnir
