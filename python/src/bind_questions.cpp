#include <pybind11/stl.h>

#include "arrays.h"
#include "bindings.h"
#include "gnnir/audit/audit.h"
#include "gnnir/explain/explain.h"
#include "one_blas_thread.h"

// Explanations and audits of what a model says.

namespace gnnir::python {
namespace {

py::dict to_dict(Explanation&& found) {
  py::dict one;
  one["subject"] = found.subject;
  one["value"] = found.value;
  one["base"] = found.base;
  one["gap"] = found.gap;
  one["nodes"] = to_array(std::move(found.nodes));
  one["errors"] = found.errors.empty() ? py::object(py::none()) : to_array(std::move(found.errors));
  py::list edges;
  for (const EdgeValue& edge : found.edges) edges.append(py::make_tuple(edge.u, edge.v, edge.value));
  one["edges"] = edges;
  one["sentences"] = found.sentences;
  one["json"] = to_text(found.to_json());
  return one;
}

py::list explain_all(const Predictor& predictor, const Dataset& dataset, const ExplainOptions& options,
                     std::size_t threads) {
  const OneBlasThread one;
  std::vector<Explanation> found;
  {
    const py::gil_scoped_release free;
    ThreadPool pool(threads);
    found = explain(predictor, dataset, all_graphs(dataset), options, pool);
  }
  py::list all;
  for (Explanation& explanation : found) all.append(to_dict(std::move(explanation)));
  return all;
}

py::list audit_all(const Predictor& predictor, const Dataset& dataset, const AuditOptions& options,
                   std::size_t threads) {
  const OneBlasThread one;
  std::vector<GraphAudit> found;
  {
    const py::gil_scoped_release free;
    ThreadPool pool(threads);
    const EncodedDataset data = EncodedDataset::features_of(dataset, predictor.model());
    found = audit(predictor, data, all_graphs(dataset), options, pool);
  }
  py::list all;
  for (const GraphAudit& audited : found) {
    py::dict entry;
    entry["verdict"] = std::string(name_of(audited.verdict));
    entry["spread"] = audited.spread;
    entry["moves"] = audited.moves;
    entry["chosen"] = audited.chosen;
    entry["because"] = audited.certificate.because;
    entry["cells"] = audited.certificate.num_cells;
    entry["orbits"] = audited.certificate.num_orbits;
    all.append(entry);
  }
  return all;
}

}  // namespace

void bind_questions(py::module_& module) {
  py::class_<ExplainOptions>(module, "ExplainOptions")
      .def(py::init<>())
      .def_readwrite("method", &ExplainOptions::method)
      .def_readwrite("class_name", &ExplainOptions::class_name)
      .def_readwrite("target", &ExplainOptions::target)
      .def_readwrite("top", &ExplainOptions::top)
      .def_readwrite("samples", &ExplainOptions::samples)
      .def_readwrite("exact_nodes", &ExplainOptions::exact_nodes)
      .def_readwrite("steps", &ExplainOptions::steps)
      .def_readwrite("seed", &ExplainOptions::seed)
      .def_readwrite("budget", &ExplainOptions::budget);
  module.def("explain", &explain_all);
  module.def("audit", [](const Predictor& predictor, const Dataset& dataset, std::int64_t relabellings,
                         std::uint64_t seed, double tolerance, std::size_t threads) {
    return audit_all(predictor, dataset, {.relabellings = relabellings, .seed = seed, .tolerance = tolerance}, threads);
  });
}

}  // namespace gnnir::python
