#include <pybind11/stl.h>

#include <functional>

#include "arrays.h"
#include "bindings.h"
#include "gnnir/data/check_dataset.h"

// A data set as a few arrays and lists: how it is pickled.

namespace gnnir::python {
namespace {

template <typename T>
py::array_t<T> joined(const Dataset& dataset, std::vector<T> Example::*table) {
  std::vector<T> all;
  for (const Example& example : dataset.examples) {
    all.insert(all.end(), (example.*table).begin(), (example.*table).end());
  }
  return to_array(std::move(all));
}

/// Deals the rows of a joined table to the graphs again, if there are any.
template <typename T>
void deal(const py::handle& joined, Dataset& dataset, std::vector<T> Example::*table,
          const std::function<std::int64_t(const Example&)>& size) {
  const auto all = py::cast<py::array_t<T, py::array::c_style>>(joined);
  const T* at = all.data();
  if (all.size() == 0) return;
  for (Example& example : dataset.examples) {
    const std::int64_t count = size(example);
    if (at + count > all.data() + all.size()) throw py::value_error("gnnir.Dataset: this is no pickled data set");
    (example.*table).assign(at, at + count);
    at += count;
  }
}

py::dict state_of(const Dataset& dataset) {
  std::vector<NodeId> nodes, sources, targets;
  std::vector<std::int64_t> edges;
  for (const Example& example : dataset.examples) {
    nodes.push_back(example.graph.num_nodes());
    edges.push_back(example.graph.num_edges());
    for (const Edge edge : example.graph.edges()) {
      sources.push_back(edge.source);
      targets.push_back(edge.target);
    }
  }
  py::dict state;
  state["name"] = dataset.name;
  state["nodes"] = to_array(std::move(nodes));
  state["edges"] = to_array(std::move(edges));
  state["sources"] = to_array(std::move(sources));
  state["ends"] = to_array(std::move(targets));
  state["node_labels"] = joined(dataset, &Example::node_labels);
  state["node_attributes"] = joined(dataset, &Example::node_attributes);
  state["edge_labels"] = joined(dataset, &Example::edge_labels);
  state["edge_attributes"] = joined(dataset, &Example::edge_attributes);
  state["columns"] = py::make_tuple(dataset.num_attributes, dataset.num_edge_attributes, dataset.num_targets);
  state["attribute_names"] = dataset.attribute_names;
  state["edge_attribute_names"] = dataset.edge_attribute_names;
  state["classes"] = to_array(dataset.classes);
  state["class_names"] = dataset.class_names;
  state["targets"] = to_array(dataset.targets);
  state["target_names"] = dataset.target_names;
  state["answers"] = dataset.answers;
  std::vector<std::pair<std::string, std::vector<std::string>>> kept;
  for (const KeptColumn& column : dataset.kept) kept.emplace_back(column.name, column.values);
  state["kept"] = kept;
  state["smiles_kept"] = dataset.smiles_kept;
  std::vector<std::pair<std::string, std::int64_t>> parts;
  for (const Dataset::Part& part : dataset.parts) parts.emplace_back(part.name, part.size);
  state["parts"] = parts;
  return state;
}

std::vector<Example> graphs_of(const py::dict& state) {
  const auto nodes = py::cast<std::vector<NodeId>>(state["nodes"]);
  const auto edges = py::cast<std::vector<std::int64_t>>(state["edges"]);
  const auto sources = py::cast<std::vector<NodeId>>(state["sources"]);
  const auto ends = py::cast<std::vector<NodeId>>(state["ends"]);
  std::vector<Example> examples;
  std::size_t at = 0;
  for (std::size_t g = 0; g < nodes.size(); ++g) {
    std::vector<Edge> list;
    for (std::int64_t e = 0; e < edges.at(g); ++e, ++at) list.push_back({sources.at(at), ends.at(at)});
    examples.push_back({.graph = Graph::from_edges(nodes[g], list, {.undirected = false})});
  }
  return examples;
}

std::shared_ptr<Dataset> dataset_of(const py::dict& state) {
  auto dataset = std::make_shared<Dataset>();
  dataset->name = py::cast<std::string>(state["name"]);
  dataset->examples = graphs_of(state);
  const auto columns = py::cast<std::array<std::int64_t, 3>>(state["columns"]);
  dataset->num_attributes = columns[0];
  dataset->num_edge_attributes = columns[1];
  dataset->num_targets = columns[2];
  const auto nodes = [](const Example& e) -> std::int64_t { return e.graph.num_nodes(); };
  const auto edges = [](const Example& e) { return e.graph.num_edges(); };
  deal(state["node_labels"], *dataset, &Example::node_labels, nodes);
  deal(state["edge_labels"], *dataset, &Example::edge_labels, edges);
  deal(state["node_attributes"], *dataset, &Example::node_attributes,
       [&](const Example& e) { return nodes(e) * columns[0]; });
  deal(state["edge_attributes"], *dataset, &Example::edge_attributes,
       [&](const Example& e) { return edges(e) * columns[1]; });
  dataset->attribute_names = py::cast<std::vector<std::string>>(state["attribute_names"]);
  dataset->edge_attribute_names = py::cast<std::vector<std::string>>(state["edge_attribute_names"]);
  dataset->classes = py::cast<std::vector<std::int64_t>>(state["classes"]);
  dataset->class_names = py::cast<std::vector<std::string>>(state["class_names"]);
  dataset->targets = py::cast<std::vector<float>>(state["targets"]);
  dataset->target_names = py::cast<std::vector<std::string>>(state["target_names"]);
  dataset->answers = py::cast<std::vector<std::array<std::string, 2>>>(state["answers"]);
  for (auto& [name, values] : py::cast<std::vector<std::pair<std::string, std::vector<std::string>>>>(state["kept"])) {
    dataset->kept.push_back({name, values});
  }
  dataset->smiles_kept = py::cast<std::int64_t>(state["smiles_kept"]);
  for (const auto& [name, size] : py::cast<std::vector<std::pair<std::string, std::int64_t>>>(state["parts"])) {
    dataset->parts.push_back({name, size});
  }
  check_dataset(*dataset);
  return dataset;
}

}  // namespace

void bind_dataset_state(py::class_<Dataset, std::shared_ptr<Dataset>>& dataset) {
  dataset.def("state", &state_of).def_static("of_state", &dataset_of);
}

}  // namespace gnnir::python
