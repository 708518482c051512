#include "gnnir/report/audit_picture.h"

#include <fmt/format.h>

#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/draw/graph_picture.h"
#include "gnnir/graph/colour_refinement.h"

namespace gnnir {

std::string draw_audit(const GraphAudit& found, const ModelHeader& model, const EncodedDataset& data) {
  const auto index = static_cast<std::size_t>(found.graph);
  const Graph& graph = data.dataset->examples[index].graph;
  const auto nodes = feature_colours({data.features.nodes[index]}, model.features.num_reals);
  const auto edges = data.features.edges.empty()
                         ? std::vector<std::vector<std::int64_t>>(1)
                         : feature_colours({data.features.edges[index]}, model.edge_features.num_reals);
  GraphPicture picture;
  picture.title = fmt::format("{}, graph {}: {} (difference {:.2g})", data.dataset->name, found.graph,
                              name_of(found.verdict), found.spread);
  picture.subtitle = "colours: cells of 1-WL; rings: nodes that the first layer individualized";
  picture.colour = ColourRefinement(graph, {.nodes = nodes.front(), .edges = edges.front()}).coarsest().cell_numbers();
  if (!found.chosen.empty()) picture.marked = found.chosen.front();
  return draw_graph(graph, picture);
}

}  // namespace gnnir
