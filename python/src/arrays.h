#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gnnir::python {

namespace py = pybind11;
using Shape = std::vector<py::ssize_t>;

/// An array that owns the numbers: nothing is copied.
template <typename T>
py::array_t<T> to_array(std::vector<T> values, Shape shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = owned->data();
  py::capsule base(owned.get(), [](void* numbers) { delete static_cast<std::vector<T>*>(numbers); });
  static_cast<void>(owned.release());  // the capsule's now
  return py::array_t<T>(std::move(shape), data, base);
}
template <typename T>
py::array_t<T> to_array(std::vector<T> values) {
  const auto size = static_cast<py::ssize_t>(values.size());
  return to_array(std::move(values), {size});
}

/// An array that looks at numbers that `owner` keeps, and cannot change them.
template <typename T>
py::array_t<T> view_of(const std::vector<T>& values, Shape shape, const py::object& owner) {
  py::array_t<T> array(std::move(shape), values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// The numbers of an array that has this type and lies in a row.
template <typename T>
std::vector<T> to_vector(const py::array_t<T, py::array::c_style>& array) {
  return {array.data(), array.data() + array.size()};
}

}  // namespace gnnir::python
