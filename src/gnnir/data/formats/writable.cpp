#include "gnnir/data/formats/writable.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

void check_count(const std::string& where, std::string_view what, std::size_t found, std::int64_t expected) {
  if (found == static_cast<std::size_t>(expected)) return;
  throw usage_error("{}: expected {} {}, found {}", where, expected, what, found);
}

void check_finite(const std::string& where, std::span<const float> values, bool missing_allowed) {
  for (const float value : values) {
    if (std::isinf(value) || (std::isnan(value) && !missing_allowed)) {
      throw usage_error("{}: expected finite numbers, found {}", where, value);
    }
  }
}

/// What no format can say.
void check_tables(const Dataset& dataset, const Format& format) {
  const std::string whole = fmt::format("[{}] {}", format.name, dataset.name);
  if (dataset.examples.empty()) throw usage_error("{}: a data set without graphs cannot be written", whole);
  if (dataset.has_classes()) check_count(whole, "classes", dataset.classes.size(), dataset.size());
  check_count(whole, "targets", dataset.targets.size(), dataset.size() * dataset.num_targets);
  check_finite(whole, dataset.targets, true);
  for (const KeptColumn& column : dataset.kept) check_count(whole, "names", column.values.size(), dataset.size());
  const bool has_labels = dataset.has_node_labels();
  const bool has_edge_labels = dataset.has_edge_labels();
  for (std::size_t g = 0; g < dataset.examples.size(); ++g) {
    const Example& example = dataset.examples[g];
    const std::int64_t nodes = example.graph.num_nodes();
    const std::string where = fmt::format("{}: graph {}", whole, g);
    check_count(where, "node labels", example.node_labels.size(), has_labels ? nodes : 0);
    check_count(where, "node attributes", example.node_attributes.size(), nodes * dataset.num_attributes);
    check_finite(where, example.node_attributes, false);
    const std::int64_t edges = example.graph.num_edges();
    check_count(where, "edge labels", example.edge_labels.size(), has_edge_labels ? edges : 0);
    check_count(where, "edge attributes", example.edge_attributes.size(), edges * dataset.num_edge_attributes);
    check_finite(where, example.edge_attributes, false);
  }
}

/// Says how to leave out what the format has no place for.
void check_place_for_all(const Dataset& dataset, const Format& format) {
  std::vector<std::string> homeless;
  for (const auto& [name, what] : EnumNames<Knowledge>::table) {
    if (!format.places.has(what) && knows(dataset, what)) homeless.emplace_back(name);
  }
  refuse_to_write(!homeless.empty(), dataset, format,
                  fmt::format("{0}; write.leave_out={0} writes the rest", fmt::join(homeless, ",")));
}

/// The reader gives classes back in ascending order.
void check_integer_classes(const Dataset& dataset, const Format& format) {
  for (std::size_t i = 0; i < dataset.class_names.size(); ++i) {
    const std::string& name = dataset.class_names[i];
    const auto label = parse_class_label(name);
    if (!label) throw usage_error("[{}] {}: class names must be integers, found '{}'", format.name, dataset.name, name);
    if (i > 0 && parse_class_label(dataset.class_names[i - 1]) >= label) {
      throw usage_error("[{}] {}: class names must ascend, found {} after {}", format.name, dataset.name, name,
                        dataset.class_names[i - 1]);
    }
  }
}

}  // namespace

void check_writable(const Dataset& dataset, const Format& format) {
  check_tables(dataset, format);
  check_place_for_all(dataset, format);
  if (format.places.class_names != ClassNames::texts) check_integer_classes(dataset, format);
  const bool unlabelled = !dataset.has_classes() ||
                          std::any_of(dataset.classes.begin(), dataset.classes.end(), [](auto c) { return c < 0; });
  refuse_to_write(unlabelled && !format.places.missing_classes, dataset, format, "graphs without a class");
}

void refuse_to_write(bool there, const Dataset& dataset, const Format& format, const std::string& what) {
  if (there) throw usage_error("[{}] {}: the format has no place for {}", format.name, dataset.name, what);
}

void check_names(const Dataset& dataset, const Format& format, const std::vector<std::string>& taken) {
  std::set<std::string_view> seen(taken.begin(), taken.end());
  for (const std::string& name : dataset.target_names) {
    const bool fit = !trimmed(name).empty() && trimmed(name).size() == name.size() && is_utf8(name);
    if (fit && seen.insert(name).second) continue;
    throw usage_error("[{}] {}: the format has no place for a target named '{}'", format.name, dataset.name, name);
  }
  for (const std::string& name : dataset.class_names) {
    const auto number = parse_number(name);
    const bool missing = trimmed(name).empty() || (number && std::isnan(*number));
    if (!missing && trimmed(name).size() == name.size() && is_utf8(name)) continue;
    throw usage_error("[{}] {}: the format has no place for a class named '{}'", format.name, dataset.name, name);
  }
}

const std::vector<std::string>* ids_of(const Dataset& dataset) {
  for (std::size_t c = 0; c < dataset.kept.size(); ++c) {
    if (static_cast<std::int64_t>(c) == dataset.smiles_kept || dataset.kept[c].name == motif_column) continue;
    return &dataset.kept[c].values;
  }
  return nullptr;
}

const std::vector<std::string>* motifs_of(const Dataset& dataset) {
  for (const KeptColumn& column : dataset.kept) {
    if (column.name == motif_column) return &column.values;
  }
  return nullptr;
}

void write_new_folder(const std::filesystem::path& folder, const std::map<std::string, std::string>& files) {
  refuse_used_folder(folder);
  const NewFolder pending(folder);
  for (const auto& [name, text] : files) write_file_atomically(pending.path() / name, text);
  pending.take_place();
}

}  // namespace gnnir
