#include "errors.h"

#include "gnnir/base/error.h"

namespace py = pybind11;

namespace gnnir::python {
namespace {

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::data:
      return "data";
    case ErrorKind::internal:
      return "internal";
    case ErrorKind::io:
      return "io";
    case ErrorKind::interrupted:
      return "interrupted";
    case ErrorKind::terminated:
      return "terminated";
    case ErrorKind::hung_up:
      return "hung_up";
  }
  return "internal";
}

/// A message may quote a path or a file, whose bytes need not be UTF-8.
py::object text_of(const std::string& bytes) {
  PyObject* text = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

void raise(const Error& error) {
  const py::object made = py::module_::import("gnnir._errors")
                              .attr("error_of")(text_of(error.what()), name_of(error.kind()), error.setting());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

}  // namespace

void translate_errors() {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      try {
        raise(error);
      } catch (py::error_already_set& other) {
        other.restore();
      }
    }
  });
}

}  // namespace gnnir::python
