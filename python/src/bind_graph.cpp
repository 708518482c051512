#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "gnnir/data/picked.h"
#include "gnnir/draw/dataset_picture.h"

namespace gnnir::python {
namespace {

using Self = GraphOfDataset;

py::array_t<std::int64_t> edge_index(const Self& self) {
  const std::vector<Edge> edges = self.example().graph.edges();
  std::vector<std::int64_t> ends;
  for (const Edge edge : edges) ends.push_back(edge.source);
  for (const Edge edge : edges) ends.push_back(edge.target);
  return to_array(std::move(ends), {2, static_cast<py::ssize_t>(edges.size())});
}

/// A table of the graph as an array that looks at it; None if it has none.
template <typename T>
py::object table(const Self& self, std::vector<T> Example::*which, std::int64_t columns) {
  const std::vector<T>& values = self.example().*which;
  if (values.empty()) return py::none();
  Shape shape = {static_cast<py::ssize_t>(values.size())};
  if (columns > 0) shape = {static_cast<py::ssize_t>(values.size()) / columns, columns};
  return view_of(values, shape, py::cast(self.dataset));
}

py::object label(const Self& self) {
  const Dataset& dataset = *self.dataset;
  if (dataset.has_classes()) {
    const std::int64_t c = dataset.classes[static_cast<std::size_t>(self.index)];
    return c < 0 ? py::object(py::none()) : py::cast(dataset.class_names[static_cast<std::size_t>(c)]);
  }
  if (!dataset.has_targets()) return py::none();
  const auto* row = dataset.targets.data() + self.index * dataset.num_targets;
  return to_array(std::vector<float>(row, row + dataset.num_targets));
}

std::size_t hash(const Self& self) {
  std::size_t sum = 14695981039346656037U;  // FNV-1a
  const auto add = [&](std::int64_t value) { sum = (sum ^ static_cast<std::size_t>(value)) * 1099511628211U; };
  const Example& example = self.example();
  add(example.graph.num_nodes());
  for (const Edge edge : example.graph.edges()) {
    add(edge.source);
    add(edge.target);
  }
  for (const std::int64_t one : example.node_labels) add(one);
  for (const std::int64_t one : example.edge_labels) add(one);
  return sum;
}

std::string draw(const Self& self, std::vector<NodeId> colours, std::vector<double> values,
                 std::vector<double> edge_values, const std::string& value_name, std::vector<NodeId> marked,
                 const std::string& title) {
  GraphPicture picture;
  picture.title = title;
  picture.colour = std::move(colours);
  picture.values = std::move(values);
  picture.edge_values = std::move(edge_values);
  picture.value_name = value_name;
  picture.marked = std::move(marked);
  const py::gil_scoped_release free;
  return picture_of(*self.dataset, self.index, std::move(picture));
}

}  // namespace

void bind_graph(py::module_& module) {
  py::class_<Self>(module, "Graph")
      .def_property_readonly("num_nodes", [](const Self& self) { return self.example().graph.num_nodes(); })
      .def_property_readonly("num_edges", [](const Self& self) { return self.example().graph.num_edges(); })
      .def_property_readonly("edge_index", &edge_index)
      .def_property_readonly(
          "x", [](const Self& self) { return table(self, &Example::node_attributes, self.dataset->num_attributes); })
      .def_property_readonly(
          "edge_attr",
          [](const Self& self) { return table(self, &Example::edge_attributes, self.dataset->num_edge_attributes); })
      .def_property_readonly("node_labels", [](const Self& self) { return table(self, &Example::node_labels, 0); })
      .def_property_readonly("edge_labels", [](const Self& self) { return table(self, &Example::edge_labels, 0); })
      .def_property_readonly("label", &label)
      .def(
          "__eq__", [](const Self& a, const Self& b) { return a.example() == b.example(); }, py::is_operator())
      .def("__hash__", &hash)
      .def("alone",
           [](const Self& self) {
             const std::vector<std::int64_t> one = {self.index};
             return std::make_shared<Dataset>(picked(*self.dataset, one));
           })
      .def("draw", &draw);
}

}  // namespace gnnir::python
