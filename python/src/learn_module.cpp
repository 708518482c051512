#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "errors.h"
#include "fit.h"
#include "gnnir/audit/distinguish.h"
#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "gnnir/models/model_file.h"
#include "gnnir/models/torch_network.h"
#include "one_blas_thread.h"

// gnnir._learn: what needs torch. It is loaded when something asks for it.

namespace py = pybind11;

namespace gnnir::python {
namespace {

Predictor predictor_of_bytes(const std::vector<std::string>& files, const std::string& engine) {
  Execution execution;
  execution.engine = parse_enum<Engine>(engine, "run.engine");
  const OneBlasThread one;
  const py::gil_scoped_release free;
  std::vector<TrainedModel> models;
  for (const std::string& bytes : files) models.push_back(decode_model(bytes, "[model]", execution));
  return predictor_of(models);
}

DistinguishResult by_networks(const Dataset& pair, const std::string& method, std::int64_t layers) {
  const auto wanted = parse_enum<Method>(method, "distinguish: methods");
  const OneBlasThread one;
  const py::gil_scoped_release free;
  DistinguishOptions options{.pairs = ComparedPairs::consecutive};
  options.networks.model.ir.layers = layers;
  options.networks.model.ir.width = all_nodes;
  ThreadPool pool(1);
  const NetworkFactory make = [](const ModelOptions& model, const ModelShape& shape, std::uint64_t seed) {
    return random_network(model, shape, seed, {.precision = at::kDouble});
  };
  return Comparison(pair, options).by_networks(wanted, make, pool);
}

}  // namespace
}  // namespace gnnir::python

PYBIND11_MODULE(_learn, module) {
  using namespace gnnir::python;
  using gnnir::python::FitRequest;
  translate_errors();
  py::module_::import("gnnir._core");  // which knows data sets and predictors
  py::class_<FitRequest>(module, "FitRequest")
      .def(py::init<>())
      .def_readwrite("said", &FitRequest::said)
      .def_readwrite("weak", &FitRequest::weak)
      .def_readwrite("folder", &FitRequest::folder)
      .def_readwrite("resume", &FitRequest::resume)
      .def_readwrite("threads", &FitRequest::threads)
      .def_readwrite("seconds", &FitRequest::seconds)
      .def_readwrite("max_memory", &FitRequest::max_memory)
      .def_readwrite("engine", &FitRequest::engine)
      .def_readwrite("baseline", &FitRequest::baseline)
      .def_readwrite("match_parameters", &FitRequest::match_parameters)
      .def_readwrite("checkpoint_every", &FitRequest::checkpoint_every)
      .def_readwrite("command", &FitRequest::command);
  module.def("fit", &fit);
  module.def("predictor", &predictor_of_bytes);
  module.def("distinguish_by_networks", &by_networks);
  module.def("set_module_folders", &gnnir::set_module_folders);
}
