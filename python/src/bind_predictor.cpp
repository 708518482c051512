#include <pybind11/stl.h>

#include <cmath>

#include "arrays.h"
#include "bindings.h"
#include "gnnir/base/error.h"
#include "gnnir/infer/load.h"
#include "one_blas_thread.h"

namespace gnnir::python {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Numbers of each graph as rows of an array; NaN where a graph has none. None if no graph has any.
py::object rows_of(const Predictions& found, std::size_t columns, std::vector<double> Prediction::*numbers) {
  std::vector<double> rows;
  bool any = false;
  for (const Prediction& one : found.graphs) {
    const std::vector<double>& row = one.*numbers;
    any = any || !row.empty();
    rows.insert(rows.end(), row.begin(), row.end());
    if (row.empty()) rows.insert(rows.end(), columns, none);
  }
  if (!any && !found.graphs.empty()) return py::none();
  return to_array(std::move(rows), {std::ssize(found.graphs), static_cast<py::ssize_t>(columns)});
}

void add_bounds(const Predictions& found, py::dict& result) {
  std::vector<double> lower, upper;
  py::list sets;
  for (const Prediction& one : found.graphs) {
    for (const Interval& interval : one.bounds.intervals) {
      lower.push_back(interval.lower);
      upper.push_back(interval.upper);
    }
    sets.append(one.bounds.sets);
  }
  const Shape shape = {std::ssize(found.graphs), static_cast<py::ssize_t>(found.names.size())};
  result["lower"] = lower.empty() ? py::object(py::none()) : to_array(std::move(lower), shape);
  result["upper"] = upper.empty() ? py::object(py::none()) : to_array(std::move(upper), shape);
  result["sets"] = sets;
}

py::dict to_dict(const Predictions& found) {
  py::dict result;
  result["probabilities"] = rows_of(found, found.names.size(), &Prediction::probabilities);
  result["targets"] = rows_of(found, found.names.size(), &Prediction::targets);
  result["deviations"] = rows_of(found, found.names.size(), &Prediction::deviations);
  std::vector<std::int64_t> classes;
  std::vector<std::uint8_t> order;
  py::list unusual;
  for (const Prediction& one : found.graphs) {
    classes.push_back(one.predicted_class);
    order.push_back(one.order_may_matter ? 1 : 0);
    unusual.append(one.unusual);
  }
  result["classes"] = to_array(std::move(classes));
  result["order_may_matter"] = to_array(std::move(order)).attr("astype")("bool");
  result["unusual"] = unusual;
  result["remarks"] = found.remarks;
  if (found.confidence) add_bounds(found, result);
  return result;
}

py::dict predict(const Predictor& predictor, const Dataset& dataset, std::size_t threads,
                 std::optional<double> confidence, const std::string& calibrate) {
  const auto calibration = parse_enum<Calibration>(calibrate, "predict.calibrate");
  const OneBlasThread one;
  Predictions found;
  {
    const py::gil_scoped_release free;
    ThreadPool pool(threads);
    found = predictor.predict(dataset, {.pool = &pool, .confidence = confidence, .calibrate = calibration});
  }
  return to_dict(found);
}

py::array_t<float> embed(const Predictor& predictor, const Dataset& dataset, bool nodes, std::size_t threads) {
  const OneBlasThread one;
  Embeddings found;
  {
    const py::gil_scoped_release free;
    ThreadPool pool(threads);
    found = predictor.embed(dataset, nodes ? EmbeddingKind::node : EmbeddingKind::graph, {.pool = &pool});
  }
  const auto rows = static_cast<py::ssize_t>(found.graph_of_row.size());
  return to_array(std::move(found.rows), {rows, found.columns});
}

/// On the kernels alone; nothing if they do not cover one of the models.
std::shared_ptr<Predictor> on_kernels(const std::vector<std::string>& files) {
  const py::gil_scoped_release free;
  std::vector<StoredModel> models;
  for (const std::string& bytes : files) models.push_back(parse_model(bytes, "[model]"));
  for (const StoredModel& model : models) {
    if (!lacks_kernels(model.header.config.model).empty()) return nullptr;
  }
  return std::make_shared<Predictor>(predictor_on_kernels(models));
}

py::dict header(const Predictor& predictor) {
  const ModelHeader& model = predictor.model();
  py::dict result;
  const Task task = model.targets.task;
  result["task"] = task == Task::classification ? "classification" : task == Task::yes_no ? "yes_no" : "regression";
  result["names"] = model.targets.names;
  result["answers"] = model.targets.answers;
  result["config"] = to_toml(model.config);
  result["models"] = std::max<std::size_t>(1, predictor.members().size());
  return result;
}

}  // namespace

void bind_predictor(py::module_& module) {
  py::class_<Predictor, std::shared_ptr<Predictor>>(module, "Predictor")
      .def("header", &header)
      .def("read_options", [](const Predictor& self, bool labels) { return self.read_options(labels); })
      .def("remarks_on", &Predictor::remarks_on)
      .def("predict", &predict)
      .def("embed", &embed);
  module.def("predictor_on_kernels", &on_kernels);
}

}  // namespace gnnir::python
