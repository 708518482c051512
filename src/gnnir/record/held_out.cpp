#include "gnnir/record/held_out.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace {

constexpr const char* entry = "held_out";
constexpr std::string_view prefix = "held_out.";

std::string tensor_name(std::string_view part, std::string_view what) {
  return fmt::format("{}{}.{}", prefix, part, what);
}

template <typename T>
StoredTensor stored(const std::string& name, const char* dtype, std::vector<std::int64_t> shape,
                    const std::vector<T>& values) {
  StoredTensor tensor{name, dtype, std::move(shape), std::string(values.size() * sizeof(T), '\0')};
  if (!values.empty()) std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

template <typename T>
std::vector<T> values_of(const StoredTensor& tensor) {
  std::vector<T> values(tensor.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), values.size() * sizeof(T));
  return values;
}

void store_part(const HeldOutPart& part, const char* name, const TargetEncoding& targets, Safetensors& file) {
  const auto rows = static_cast<std::int64_t>(part.graphs.size());
  const auto columns = static_cast<std::int64_t>(label_columns(targets));
  file.tensors.push_back(stored(tensor_name(name, "graphs"), "I64", {rows}, part.graphs));
  file.tensors.push_back(stored(tensor_name(name, "outputs"), "F32", {rows, targets.outputs()}, part.outputs));
  file.tensors.push_back(stored(tensor_name(name, "labels"), "F32", {rows, columns}, part.labels));
}

const StoredTensor& find_tensor(const Safetensors& file, const std::string& name, const char* dtype,
                                const std::string& where) {
  const auto found =
      std::find_if(file.tensors.begin(), file.tensors.end(), [&](const StoredTensor& t) { return t.name == name; });
  if (found == file.tensors.end()) throw data_error("{}: tensor '{}' is missing", where, name);
  if (found->dtype != dtype) {
    throw data_error("{}: tensor '{}': expected {}, found {}", where, name, dtype, found->dtype);
  }
  return *found;
}

void require_shape(const StoredTensor& tensor, const std::vector<std::int64_t>& expected, const std::string& where) {
  if (tensor.shape == expected) return;
  throw data_error("{}: tensor '{}': expected [{}], found [{}]", where, tensor.name, fmt::join(expected, ", "),
                   fmt::join(tensor.shape, ", "));
}

bool is_label(float label, const TargetEncoding& targets) {
  if (std::isnan(label)) return true;
  if (targets.task == Task::regression) return std::isfinite(label);
  const auto most = static_cast<float>(targets.task == Task::yes_no ? 1 : targets.outputs() - 1);
  return label >= 0 && label <= most && label == std::floor(label);
}

HeldOutPart read_part(const Safetensors& file, const char* name, const TargetEncoding& targets,
                      const std::string& where) {
  const auto tensor = [&](const char* what, const char* dtype) -> const StoredTensor& {
    return find_tensor(file, tensor_name(name, what), dtype, where);
  };
  const StoredTensor& graphs = tensor("graphs", "I64");
  const StoredTensor& outputs = tensor("outputs", "F32");
  const StoredTensor& labels = tensor("labels", "F32");
  const auto rows = static_cast<std::int64_t>(graphs.bytes.size() / sizeof(std::int64_t));
  require_shape(graphs, {rows}, where);
  require_shape(outputs, {rows, targets.outputs()}, where);
  require_shape(labels, {rows, static_cast<std::int64_t>(label_columns(targets))}, where);
  HeldOutPart part{values_of<std::int64_t>(graphs), values_of<float>(outputs), values_of<float>(labels)};
  const std::set<std::int64_t> numbers(part.graphs.begin(), part.graphs.end());
  if (numbers.size() != part.graphs.size() || (!numbers.empty() && *numbers.begin() < 0)) {
    throw data_error("{}: tensor '{}': expected numbers of graphs, each once", where, graphs.name);
  }
  if (!std::all_of(part.labels.begin(), part.labels.end(), [&](float label) { return is_label(label, targets); })) {
    throw data_error("{}: tensor '{}': a label that the model does not know", where, labels.name);
  }
  return part;
}

}  // namespace

std::size_t label_columns(const TargetEncoding& targets) {
  return targets.task == Task::classification ? 1 : static_cast<std::size_t>(targets.outputs());
}

void store_held_out(const HeldOut& held_out, const TargetEncoding& targets, Safetensors& file) {
  file.metadata[entry] = to_text(Json{{"data", held_out.data}, {"graphs", held_out.graphs}});
  store_part(held_out.validation, "validation", targets, file);
  store_part(held_out.test, "test", targets, file);
}

bool has_held_out(const Safetensors& file) { return file.metadata.contains(entry); }

HeldOut read_held_out(const Safetensors& file, const TargetEncoding& targets, const std::string& where) {
  const std::string place = where + ": held-out graphs";
  HeldOut held_out;
  const Json json = parse_json(file.metadata.at(entry), place);
  try {
    held_out.data = json.at("data").get<std::string>();
    const auto graphs = whole_number(json.at("graphs"));
    if (!graphs || *graphs < 0) {
      throw data_error("{}: expected how many graphs there are, found {}", place, json.at("graphs").dump());
    }
    held_out.graphs = *graphs;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken description: {}", place, error.what());
  }
  held_out.validation = read_part(file, "validation", targets, place);
  held_out.test = read_part(file, "test", targets, place);
  return held_out;
}

void remove_held_out_tensors(Safetensors& file) {
  std::erase_if(file.tensors, [](const StoredTensor& tensor) { return tensor.name.starts_with(prefix); });
}

}  // namespace gnnir
