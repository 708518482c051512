#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "gnnir/audit/distinguish.h"
#include "gnnir/base/error.h"
#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/symmetry.h"

// The classical side: cells, orbits, canonical forms, and what tells graphs apart. Labels and attributes are colours.

namespace gnnir::python {
namespace {

/// A graph with its features as colours.
class Coloured {
 public:
  explicit Coloured(const GraphOfDataset& graph) : alone_(without_graphs(*graph.dataset)) {
    alone_.examples.push_back(graph.example());
    colours_ = DatasetColours::of(alone_);
  }
  [[nodiscard]] const Example& example() const { return alone_.examples.front(); }
  [[nodiscard]] const Graph& graph() const { return example().graph; }
  [[nodiscard]] Colours colours() const {
    return {.nodes = colours_.nodes.front(),
            .edges = colours_.edges.empty() ? std::span<const std::int64_t>() : colours_.edges.front()};
  }
  [[nodiscard]] Dataset with(Example example) const {
    Dataset result = without_graphs(alone_);
    result.examples.push_back(std::move(example));
    return result;
  }

 private:
  Dataset alone_;
  DatasetColours colours_;
};

py::array_t<NodeId> refine_colours(const GraphOfDataset& graph) {
  std::vector<NodeId> cells;
  {
    const py::gil_scoped_release free;
    const Coloured coloured(graph);
    cells = ColourRefinement(coloured.graph(), coloured.colours()).coarsest().cell_numbers();
  }
  return to_array(std::move(cells));
}

py::array_t<NodeId> orbits(const GraphOfDataset& graph) {
  std::vector<NodeId> orbit;
  {
    const py::gil_scoped_release free;
    const Coloured coloured(graph);
    orbit = find_orbits(coloured.graph(), coloured.colours());
  }
  return to_array(std::move(orbit));
}

/// The same graph, with its features, for all that are isomorphic to it: names are canonical, and so is what they hold.
py::tuple canonical(const GraphOfDataset& graph) {
  std::vector<NodeId> names;
  auto form = std::make_shared<Dataset>();
  {
    const py::gil_scoped_release free;
    const Coloured coloured(graph);
    names = find_symmetry(coloured.graph(), coloured.colours()).canonical_name;
    *form = coloured.with(relabelled(coloured.example(), names));
    form->name = "canonical form";
  }
  return py::make_tuple(GraphOfDataset{form, 0}, to_array(std::move(names)));
}

py::dict found_by(const DistinguishResult& result) {
  py::dict found;
  found["method"] = std::string(name_of(result.method));
  found["apart"] = result.separation.separated > 0;
  found["isomorphic"] = result.separation.isomorphic > 0;
  found["undecided"] = result.undecided > 0;
  return found;
}

}  // namespace

void bind_symmetry(py::module_& module) {
  module.def("refine_colours", &refine_colours);
  module.def("orbits", &orbits);
  module.def("canonical", &canonical);
  py::class_<DistinguishResult>(module, "DistinguishResult").def("found", &found_by);
  module.def("distinguish_exactly", [](const Dataset& pair, const std::string& method) {
    const auto wanted = parse_enum<Method>(method, "distinguish: methods");
    DistinguishResult result;
    {
      const py::gil_scoped_release free;
      ThreadPool pool(1);
      result = Comparison(pair, {.pairs = ComparedPairs::consecutive}).exactly(wanted, pool);
    }
    return found_by(result);
  });
}

}  // namespace gnnir::python
