#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.h"
#include "bindings.h"
#include "given_graphs.h"
#include "gnnir/base/error.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/data/open.h"
#include "gnnir/data/picked.h"
#include "gnnir/data/rejects.h"
#include "gnnir/report/data_page.h"

namespace gnnir::python {
namespace {

using Shared = std::shared_ptr<Dataset>;
using Numbers = py::array_t<std::int64_t, py::array::c_style>;
using Labels = py::array_t<float, py::array::c_style>;

Shared open(const std::string& source, const std::filesystem::path& data_dir, const ReadOptions& options) {
  const py::gil_scoped_release free;
  return std::make_shared<Dataset>(open_dataset(source, data_dir, options));
}

Shared read_text(const std::string& name, std::string content, const ReadOptions& options) {
  const py::gil_scoped_release free;
  return std::make_shared<Dataset>(read_dataset(name, std::move(content), options));
}

Shared of_arrays(const std::string& name, const py::list& graphs, const ReadOptions& options) {
  return std::make_shared<Dataset>(dataset_of_arrays(name, graphs, options.edges));
}

/// Graphs of one data set bring what is known of them; those of several are put together.
Shared of_graphs(const std::string& name, const std::vector<GraphOfDataset>& graphs) {
  if (graphs.empty()) return std::make_shared<Dataset>(Dataset{.name = name});
  const std::shared_ptr<const Dataset>& first = graphs.front().dataset;
  const bool same = std::all_of(graphs.begin(), graphs.end(), [&](const auto& g) { return g.dataset == first; });
  auto result = std::make_shared<Dataset>(without_graphs(*first));
  if (same) {
    std::vector<std::int64_t> numbers;
    for (const GraphOfDataset& graph : graphs) numbers.push_back(graph.index);
    *result = picked(*first, numbers);
  } else {
    for (const GraphOfDataset& graph : graphs) result->examples.push_back(graph.example());
    check_dataset(*result);
  }
  result->name = name.empty() ? first->name : name;
  return result;
}

Shared picked_of(const Dataset& dataset, const Numbers& graphs) {
  return std::make_shared<Dataset>(picked(dataset, to_vector(graphs)));
}

void set_classes(Dataset& dataset, const Numbers& classes, std::vector<std::string> names) {
  dataset.targets.clear();
  dataset.target_names.clear();
  dataset.answers.clear();
  dataset.num_targets = 0;
  dataset.classes = to_vector(classes);
  dataset.class_names = std::move(names);
  check_dataset(dataset);
}

void set_targets(Dataset& dataset, const Labels& targets, std::vector<std::string> names, bool questions) {
  dataset.classes.clear();
  dataset.class_names.clear();
  dataset.targets = to_vector(targets);
  dataset.num_targets = std::ssize(names);
  dataset.answers.clear();
  if (questions) dataset.answers.assign(names.size(), {"0", "1"});
  dataset.target_names = std::move(names);
  check_dataset(dataset);
}

void set_names(Dataset& dataset, std::vector<std::string> names) {
  std::erase_if(dataset.kept, [](const KeptColumn& column) { return column.name == "name"; });
  dataset.smiles_kept = -1;
  dataset.kept.insert(dataset.kept.begin(), {"name", std::move(names)});
  check_dataset(dataset);
}

py::object classes_of(const Dataset& dataset) {
  if (!dataset.has_classes()) return py::none();
  return to_array(dataset.classes);
}

py::object targets_of(const Shared& dataset) {
  if (!dataset->has_targets()) return py::none();
  return view_of(dataset->targets, {dataset->size(), dataset->num_targets}, py::cast(dataset));
}

}  // namespace

void bind_dataset(py::module_& module) {
  py::class_<Dataset, Shared> dataset(module, "Dataset");
  dataset.def_readonly("name", &Dataset::name)
      .def("__len__", &Dataset::size)
      .def("graph",
           [](const Shared& self, std::int64_t index) {
             if (index < 0 || index >= self->size()) throw py::index_error("graph index out of range");
             return GraphOfDataset{self, index};
           })
      .def("picked", &picked_of)
      .def("set_classes", &set_classes)
      .def("set_targets", &set_targets)
      .def("set_names", &set_names)
      .def_property_readonly("classes", &classes_of)
      .def_readonly("class_names", &Dataset::class_names)
      .def_property_readonly("targets", &targets_of)
      .def_readonly("target_names", &Dataset::target_names)
      .def_readonly("answers", &Dataset::answers)
      .def_property_readonly("remarks", [](const Dataset& self) { return remarks_on_reading(self); })
      .def("page", [](const Dataset& self, const std::vector<std::int64_t>& graphs) {
        const py::gil_scoped_release free;
        return data_page(self, {.graphs = graphs});
      });
  bind_dataset_state(dataset);
  module.def("open_dataset", &open);
  module.def("read_dataset", &read_text);
  module.def("dataset_of_arrays", &of_arrays);
  module.def("dataset_of_graphs", &of_graphs);
}

}  // namespace gnnir::python
