#include "given_graphs.h"

#include <pybind11/numpy.h>

#include <limits>
#include <optional>

#include "gnnir/base/error.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/data/edge_list.h"

namespace py = pybind11;

namespace gnnir::python {
namespace {

/// "float64 [20, 3]"
std::string describe(const py::handle& value) {
  if (!py::isinstance<py::array>(value)) return py::str(py::type::handle_of(value).attr("__name__"));
  const auto array = py::reinterpret_borrow<py::array>(value);
  std::vector<std::string> sizes;
  for (py::ssize_t d = 0; d < array.ndim(); ++d) sizes.push_back(std::to_string(array.shape(d)));
  return fmt::format("{} [{}]", std::string(py::str(array.dtype())), fmt::join(sizes, ", "));
}

template <typename T>
bool holds(const py::array& array) {
  return py::isinstance<py::array_t<T>>(array);
}

/// One graph as it is given, and where messages say that it stands.
class Given {
 public:
  Given(std::size_t number, const py::handle& tuple) : number_(number), parts_(py::cast<py::tuple>(tuple)) {}

  Example example(Dataset& dataset, EdgeRules rules) const {
    EdgeList list;
    const std::int64_t edges = edge_count();
    const Rows of_edges = rows("edge_attr", "edge_labels", edges, "edges");
    const Rows of_nodes = rows("x", "node_labels", known_nodes(), "nodes");
    const std::int64_t nodes = of_nodes.count;
    if (nodes < 0) throw fail("num_nodes", "or x, which say how many nodes there are, found neither");
    if (nodes > std::numeric_limits<NodeId>::max()) throw fail("num_nodes", "at most 2147483647, found {}", nodes);
    list.edges = edge_ends(edges, nodes);
    list.labels = of_edges.labels;
    list.attributes = of_edges.attributes;
    take_columns(dataset.num_attributes, of_nodes, "x");
    take_columns(dataset.num_edge_attributes, of_edges, "edge_attr");
    Example example = build_example(static_cast<NodeId>(nodes), list, rules, dataset.repairs);
    example.node_labels = of_nodes.labels;
    example.node_attributes = of_nodes.attributes;
    return example;
  }

 private:
  struct Rows {
    std::int64_t count = -1;  // -1: not known
    std::vector<std::int64_t> labels;
    std::vector<float> attributes;
    std::int64_t columns = 0;
  };
  static constexpr std::array names = {"num_nodes", "edge_index", "x", "edge_attr", "node_labels", "edge_labels"};

  template <typename... Args>
  [[nodiscard]] Error fail(const char* part, fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("[graphs] graph {}: {}: expected {}", number_, part,
                      fmt::format(format, std::forward<Args>(args)...));
  }

  [[nodiscard]] py::object part(std::string_view name) const {
    const auto place = std::find(names.begin(), names.end(), name) - names.begin();
    return parts_[static_cast<std::size_t>(place)];
  }

  [[nodiscard]] std::int64_t known_nodes() const {
    const py::object nodes = part("num_nodes");
    if (nodes.is_none()) return -1;
    const auto count = py::cast<std::int64_t>(nodes);
    if (count < 0) throw fail("num_nodes", "at least 0, found {}", count);
    return count;
  }

  [[nodiscard]] std::optional<py::array> array(const char* name) const {
    const py::object value = part(name);
    if (value.is_none()) return std::nullopt;
    if (!py::isinstance<py::array>(value)) throw fail(name, "an array, found {}", describe(value));
    return py::reinterpret_borrow<py::array>(value);
  }

  [[nodiscard]] std::int64_t edge_count() const {
    const auto edges = array("edge_index");
    if (!edges) throw fail("edge_index", "int64 [2, edges], found none");
    if (edges->ndim() != 2 || edges->shape(0) != 2 || !(holds<std::int64_t>(*edges) || holds<std::int32_t>(*edges))) {
      throw fail("edge_index", "int64 or int32 [2, edges], found {}", describe(*edges));
    }
    return edges->shape(1);
  }

  [[nodiscard]] std::vector<Edge> edge_ends(std::int64_t count, std::int64_t nodes) const {
    const auto edges = array("edge_index");
    return holds<std::int64_t>(*edges) ? ends_of<std::int64_t>(*edges, count, nodes)
                                       : ends_of<std::int32_t>(*edges, count, nodes);
  }

  template <typename Int>
  std::vector<Edge> ends_of(const py::array& edges, std::int64_t count, std::int64_t nodes) const {
    const auto at = py::reinterpret_borrow<py::array_t<Int>>(edges).template unchecked<2>();
    std::vector<Edge> ends(static_cast<std::size_t>(count));
    for (py::ssize_t e = 0; e < count; ++e) {
      for (const Int end : {at(0, e), at(1, e)}) {
        if (end < 0 || end >= nodes) throw fail("edge_index", "nodes 0..{}, found {}", nodes - 1, end);
      }
      ends[static_cast<std::size_t>(e)] = {static_cast<NodeId>(at(0, e)), static_cast<NodeId>(at(1, e))};
    }
    return ends;
  }

  /// Attributes or labels of nodes or edges; labels may also have an array of their own.
  Rows rows(const char* name, const char* label_name, std::int64_t count, const char* what) const {
    Rows rows{.count = count};
    if (const auto given = array(name)) {
      take_count(rows, name, *given, what);
      if (holds<float>(*given) && given->ndim() <= 2) {
        take_attributes(rows, *given);
      } else if (!take_labels(rows, *given)) {
        throw fail(name, "float32 [{0}, columns], or of labels int64 [{0}], found {1}", what, describe(*given));
      }
    }
    if (const auto labels = array(label_name)) {
      if (!rows.labels.empty())
        throw fail(label_name, "nothing, as {} holds labels already, found another array", name);
      take_count(rows, label_name, *labels, what);
      if (!take_labels(rows, *labels)) throw fail(label_name, "int64 [{}], found {}", what, describe(*labels));
    }
    return rows;
  }

  void take_count(Rows& rows, const char* name, const py::array& given, const char* what) const {
    const std::int64_t found = given.ndim() == 0 ? -1 : given.shape(0);
    if (rows.count < 0) rows.count = found;
    if (found != rows.count) throw fail(name, "a row for each of {} {}, found {}", rows.count, what, describe(given));
  }

  static void take_attributes(Rows& rows, const py::array& given) {
    rows.columns = given.ndim() == 1 ? 1 : given.shape(1);
    const auto contiguous = py::array_t<float, py::array::c_style>::ensure(given);  // itself, where it lies in rows
    rows.attributes.assign(contiguous.data(), contiguous.data() + contiguous.size());
  }

  static bool take_labels(Rows& rows, const py::array& given) {
    const bool is_column = given.ndim() == 1 || (given.ndim() == 2 && given.shape(1) == 1);
    if (!is_column) return false;
    if (holds<std::int64_t>(given)) return copy_labels<std::int64_t>(rows, given);
    return holds<std::int32_t>(given) && copy_labels<std::int32_t>(rows, given);
  }

  template <typename Int>
  static bool copy_labels(Rows& rows, const py::array& given) {
    const auto contiguous = py::array_t<Int, py::array::c_style>::ensure(given);
    rows.labels.assign(contiguous.data(), contiguous.data() + contiguous.size());
    return true;
  }

  void take_columns(std::int64_t& columns, const Rows& rows, const char* name) const {
    if (number_ == 0) columns = rows.columns;
    if (rows.columns != columns) {
      throw fail(name, "{} columns as graph 0 has them, found {}", columns, rows.columns);
    }
  }

  std::size_t number_;
  py::tuple parts_;
};

}  // namespace

Dataset dataset_of_arrays(const std::string& name, const py::list& graphs, EdgeRules rules) {
  Dataset dataset;
  dataset.name = name;
  dataset.examples.reserve(graphs.size());
  std::size_t number = 0;
  for (const py::handle& graph : graphs) dataset.examples.push_back(Given(number++, graph).example(dataset, rules));
  check_dataset(dataset);
  return dataset;
}

}  // namespace gnnir::python
