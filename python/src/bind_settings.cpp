#include <pybind11/functional.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings.h"
#include "gnnir/base/module.h"
#include "gnnir/base/text.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/open.h"
#include "gnnir/infer/load.h"
#include "gnnir/record/initial_model.h"
#include "gnnir/settings/choice.h"
#include "gnnir/settings/config.h"
#include "gnnir/version.h"

namespace py = pybind11;

namespace gnnir::python {
namespace {

py::list settings() {
  const RunConfig defaults;
  py::list all;
  for (const ConfigField& field : all_config_fields()) {
    py::dict one;
    one["section"] = field.section;
    one["key"] = field.key;
    one["help"] = field.help;
    one["type"] = field.type;
    one["choices"] = field.choices;
    all.append(one);
  }
  return all;
}

/// How files are read for settings that are said, whatever graphs say to the rest; an Error if they cannot be.
ReadOptions read_options_of(const std::vector<Setting>& said, const std::vector<Setting>& weak) {
  const SaidSettings all = with_initial_model({.from_file = weak, .from_command_line = said});
  return choose_config(all, {}, {}).config.data.read_options();
}

ReadOptions default_read_options(bool undirected, bool keep_self_loops, bool labels) {
  ReadOptions options;
  options.edges = {.keep_self_loops = keep_self_loops, .undirected = undirected};
  options.labels = labels;
  return options;
}

std::vector<py::bytes> models_at(const std::filesystem::path& path,
                                 const std::function<void(const std::string&)>& warn) {
  std::vector<py::bytes> models;
  for (const StoredModel& model : read_models(path, warn)) models.emplace_back(model.bytes);
  return models;
}

}  // namespace

void bind_settings(py::module_& module) {
  py::class_<ReadOptions>(module, "ReadOptions");
  module.attr("version") = GNNIR_VERSION;
  module.def("settings", &settings);
  module.def("read_options_of", &read_options_of);
  module.def("read_options", &default_read_options, py::arg("undirected"), py::arg("keep_self_loops"),
             py::arg("labels"));
  module.def("set_module_folders", &set_module_folders);
  module.def("available_cores", &available_cores);
  module.def("seconds_of", [](const std::string& text) { return parse_duration(text); });
  module.def("models_at", &models_at);
}

}  // namespace gnnir::python
