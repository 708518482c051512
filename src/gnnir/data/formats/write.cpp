#include "gnnir/data/formats/write.h"

#include <algorithm>
#include <optional>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/labels.h"

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

void remark_on_kept(const Dataset& dataset, bool ids, std::vector<std::string>& remarks) {
  std::vector<std::string> lost;
  for (const KeptColumn& column : dataset.kept) {
    const bool has_place = ids && (&column.values == ids_of(dataset) || &column.values == motifs_of(dataset));
    if (!has_place) lost.push_back(column.name);
  }
  if (!lost.empty()) remarks.push_back(fmt::format("columns about graphs are not kept: {}", fmt::join(lost, ", ")));
}

/// What may be lost without harm.
std::vector<std::string> remarks_on_losses(const Dataset& dataset, const FormatPlaces& places) {
  std::vector<std::string> remarks;
  remark_on_parts(dataset, remarks);
  remark_on_unused_classes(dataset, remarks);
  remark_on_kept(dataset, places.ids, remarks);
  if (!places.attribute_names) remark_on_attribute_names(dataset, remarks);
  if (!places.target_names) remark_on_target_names(dataset, remarks);
  if (places.class_names == ClassNames::plain_integers) remark_on_class_names(dataset, remarks);
  return remarks;
}

/// Of a format that has both, how the path ends decides.
bool is_for_one_file(const Format& format, const fs::path& path) {
  const std::vector<std::string>& endings = format.endings;
  if (format.file_text == nullptr || format.folder_texts == nullptr) return format.file_text != nullptr;
  return std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
}

}  // namespace

std::vector<std::string> write_dataset(const Dataset& dataset, const fs::path& path, const Format& format) {
  if (!format.is_written()) throw usage_error("[data] {}: {} is read, not written", path.string(), format.title);
  std::vector<std::string> remarks = remarks_on_losses(dataset, format.places);
  std::optional<Dataset> numbered;
  if (format.places.class_names != ClassNames::texts) numbered = with_numbered_classes(dataset, remarks);
  const Dataset& written = numbered ? *numbered : dataset;
  if (is_for_one_file(format, path)) {
    write_new_file(path, format.file_text(written));
  } else {
    write_new_folder(path, format.folder_texts(written));
  }
  return remarks;
}

std::vector<std::string> write_dataset(const Dataset& dataset, const fs::path& path) {
  return write_dataset(dataset, path, format_of_path(path));
}

}  // namespace gnnir
