#include "gnnir/data/write.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/dimacs_writer.h"
#include "gnnir/data/graph6_writer.h"
#include "gnnir/data/jsonl_writer.h"
#include "gnnir/data/powerful_gnns_writer.h"
#include "gnnir/data/readers/labels.h"
#include "gnnir/data/tables_writer.h"
#include "gnnir/data/tu_writer.h"
#include "gnnir/data/writable.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

void write_new_file(const fs::path& path, const std::string& content) {
  std::error_code error;
  const bool device = fs::exists(path, error) && !fs::is_regular_file(path, error) && !fs::is_directory(path, error);
  const bool link = fs::is_symlink(fs::symlink_status(path, error));  // though it may lead nowhere
  if ((link || fs::exists(path, error)) && !device) {
    throw usage_error("[data] {} exists already and is never overwritten: name another", path.string());
  }
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);  // writing says what is wrong
  write_file_atomically(path, content);
}

void remark_on_parts(const Dataset& dataset, std::vector<std::string>& remarks) {
  if (dataset.parts.empty()) return;
  std::vector<std::string> parts;
  for (const Dataset::Part& part : dataset.parts) parts.push_back(fmt::format("{} {}", part.name, part.size));
  remarks.push_back(
      fmt::format("the bounds of the parts are not kept; in this order there are: {}", fmt::join(parts, ", ")));
}

void remark_on_unused_classes(const Dataset& dataset, std::vector<std::string>& remarks) {
  const std::set<std::int64_t> used(dataset.classes.begin(), dataset.classes.end());
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    if (used.contains(static_cast<std::int64_t>(c))) continue;
    remarks.push_back(fmt::format("the class {}, which no graph has, is not kept", dataset.class_names[c]));
  }
}

void remark_on_target_names(const Dataset& dataset, std::vector<std::string>& remarks) {
  for (std::size_t i = 0; i < dataset.target_names.size(); ++i) {
    if (dataset.target_names[i] == fmt::format("target_{}", i)) continue;
    remarks.push_back(fmt::format("names of targets are not kept; in this order there are: {}",
                                  fmt::join(dataset.target_names, ", ")));
    return;
  }
}

/// Only CSV tables name attributes.
void remark_on_attribute_names(const Dataset& dataset, std::vector<std::string>& remarks) {
  const auto remark = [&](const char* what, const std::vector<std::string>& names) {
    if (names.empty()) return;
    remarks.push_back(
        fmt::format("names of {} attributes are not kept; in this order there are: {}", what, fmt::join(names, ", ")));
  };
  remark("node", dataset.attribute_names);
  remark("edge", dataset.edge_attribute_names);
}

void remark_on_class_names(const Dataset& dataset, std::vector<std::string>& remarks) {
  for (const std::string& name : dataset.class_names) {
    const auto number = parse_class_label(name);
    if (number && name != std::to_string(*number)) {
      remarks.push_back(fmt::format("the class {} is written as {}", name, *number));
    }
  }
}

/// For formats whose classes are integers: the data set with its classes named 0, 1, …; nothing if they are integers.
std::optional<Dataset> with_numbered_classes(const Dataset& dataset, std::vector<std::string>& remarks) {
  const auto is_integer = [](const std::string& name) { return parse_class_label(name).has_value(); };
  if (std::all_of(dataset.class_names.begin(), dataset.class_names.end(), is_integer)) return std::nullopt;
  std::optional<Dataset> numbered = dataset;
  std::vector<std::string> pairs;
  for (std::size_t c = 0; c < dataset.class_names.size(); ++c) {
    pairs.push_back(fmt::format("{} for {}", c, dataset.class_names[c]));
    numbered->class_names[c] = std::to_string(c);
  }
  remarks.push_back(fmt::format("the format has only integers for classes; written are {}", fmt::join(pairs, ", ")));
  return numbered;
}

/// "" for x/ too.
std::string extension_of(const fs::path& path) { return path.filename().empty() ? "" : path.extension().string(); }

std::optional<DataFormat> format_of_extension(const std::string& extension) {
  static const std::map<std::string, DataFormat> known = {
      {"", DataFormat::tu},           {".jsonl", DataFormat::jsonl},
      {".ndjson", DataFormat::jsonl}, {".txt", DataFormat::powerful_gnns},
      {".g6", DataFormat::graph6},    {".s6", DataFormat::sparse6},
      {".d6", DataFormat::digraph6},  {".dimacs", DataFormat::dimacs},
      {".col", DataFormat::dimacs},   {".clq", DataFormat::dimacs}};
  const auto found = known.find(extension);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

void write_dimacs(const Dataset& dataset, const fs::path& path) {
  const bool one_file = format_of_extension(extension_of(path)) == DataFormat::dimacs;
  one_file ? write_new_file(path, dimacs_text(dataset)) : write_new_folder(path, dimacs_files(dataset));
}

}  // namespace

DataFormat format_of_path(const fs::path& path) {
  const std::string extension = extension_of(path);
  if (const auto known = format_of_extension(extension)) return *known;
  throw usage_error("[data] {}: '{}' does not tell the format: name it with --format ({}); tu and csv make a folder",
                    path.string(), extension, fmt::join(names_of<DataFormat>(), ", "));
}

std::vector<std::string> write_dataset(const Dataset& dataset, const fs::path& path, DataFormat format) {
  std::vector<std::string> remarks;
  remark_on_parts(dataset, remarks);
  remark_on_unused_classes(dataset, remarks);
  if (format != DataFormat::csv) remark_on_attribute_names(dataset, remarks);
  std::optional<Dataset> numbered;
  switch (format) {
    case DataFormat::tu:
      remark_on_target_names(dataset, remarks);
      numbered = with_numbered_classes(dataset, remarks);
      write_tu(numbered ? *numbered : dataset, path);
      break;
    case DataFormat::jsonl:
      write_new_file(path, jsonl_text(dataset));
      break;
    case DataFormat::csv:
      write_new_folder(path, table_files(dataset));
      break;
    case DataFormat::powerful_gnns:
      remark_on_class_names(dataset, remarks);
      numbered = with_numbered_classes(dataset, remarks);
      write_new_file(path, powerful_gnns_text(numbered ? *numbered : dataset));
      break;
    case DataFormat::graph6:
      write_new_file(path, graph6_text(dataset));
      break;
    case DataFormat::sparse6:
      write_new_file(path, sparse6_text(dataset));
      break;
    case DataFormat::digraph6:
      write_new_file(path, digraph6_text(dataset));
      break;
    case DataFormat::dimacs:
      write_dimacs(dataset, path);
      break;
  }
  return remarks;
}

}  // namespace gnnir
