#include "gnnir/data/named/parts.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

std::string columns_of(const Dataset& dataset) {
  const auto columns = [](std::int64_t number, const std::vector<std::string>& names) {
    return names.empty() ? fmt::format("{}", number) : fmt::format("{} ({})", number, fmt::join(names, ", "));
  };
  return fmt::format("node labels {}, node attributes {}, edge labels {}, edge attributes {}, classes {}, {} [{}]",
                     dataset.has_node_labels() ? "yes" : "no", columns(dataset.num_attributes, dataset.attribute_names),
                     dataset.has_edge_labels() ? "yes" : "no",
                     columns(dataset.num_edge_attributes, dataset.edge_attribute_names),
                     dataset.has_classes() ? "yes" : "no", dataset.answers.empty() ? "targets" : "questions",
                     fmt::join(dataset.target_names, ", "));
}

void expect_same_columns(const Dataset& first, const Dataset& other) {
  if (columns_of(first) == columns_of(other)) return;
  throw data_error("[data] {} and {} are parts of one data set, but differ: {} | {}", first.name, other.name,
                   columns_of(first), columns_of(other));
}

/// What 0 and 1 stand for in all parts; one of them may lack an answer that another has.
std::vector<std::array<std::string, 2>> joined_answers(const std::vector<NamedPart>& parts) {
  std::vector<std::array<std::string, 2>> answers = parts.front().dataset.answers;
  for (const NamedPart& part : parts) {
    for (std::size_t t = 0; t < answers.size(); ++t) {
      for (std::size_t which = 0; which < 2; ++which) {
        const std::string& here = part.dataset.answers[t][which];
        std::string& known = answers[t][which];
        if (known.empty()) known = here;
        if (here.empty() || here == known) continue;
        throw data_error("[data] {}: the answers of '{}' are '{}' and '{}', of an earlier part '{}' and '{}'",
                         part.dataset.name, part.dataset.target_names[t], part.dataset.answers[t][0],
                         part.dataset.answers[t][1], answers[t][0], answers[t][1]);
      }
    }
  }
  return answers;
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

/// Names that all parts have.
void join_kept(std::vector<NamedPart>& parts, Dataset& whole) {
  for (const KeptColumn& column : parts.front().dataset.kept) {
    KeptColumn joined{column.name, {}};
    for (NamedPart& part : parts) {
      const auto same = std::find_if(part.dataset.kept.begin(), part.dataset.kept.end(),
                                     [&](const KeptColumn& other) { return other.name == joined.name; });
      if (same == part.dataset.kept.end()) break;
      joined.values.insert(joined.values.end(), same->values.begin(), same->values.end());
    }
    if (std::ssize(joined.values) != whole.size()) continue;
    const Dataset& first = parts.front().dataset;
    const bool smiles = first.smiles_kept >= 0 && &column == &first.kept[static_cast<std::size_t>(first.smiles_kept)];
    if (smiles) whole.smiles_kept = std::ssize(whole.kept);
    whole.kept.push_back(std::move(joined));
  }
}

/// Those of a part, whose graphs begin with number `first`.
void append_skipped(const Dataset& part, std::int64_t first, Dataset& whole) {
  for (SkippedGraph graph : part.skipped) {
    std::vector<std::string> values;
    for (const KeptColumn& column : whole.kept) {
      const auto same = [&](const KeptColumn& other) { return other.name == column.name; };
      values.push_back(graph.kept[static_cast<std::size_t>(std::find_if(part.kept.begin(), part.kept.end(), same) -
                                                           part.kept.begin())]);
    }
    graph.before += first;
    graph.kept = std::move(values);
    whole.skipped.push_back(std::move(graph));
  }
}

}  // namespace

Dataset join_parts(const std::string& name, std::vector<NamedPart> parts) {
  std::vector<std::optional<std::string>> labels;
  Dataset whole = without_graphs(parts.front().dataset);
  for (auto& [part, dataset] : parts) {
    expect_same_columns(parts.front().dataset, dataset);
    whole.parts.push_back({part, dataset.size()});
    for (const std::int64_t c : dataset.classes) {
      labels.push_back(c < 0 ? std::nullopt : std::optional(dataset.class_names[static_cast<std::size_t>(c)]));
    }
  }
  const Dataset& first = parts.front().dataset;
  whole.name = name;
  whole.num_targets = first.num_targets;
  whole.target_names = first.target_names;
  whole.class_column = first.class_column;
  whole.asked_unasked = first.asked_unasked;
  whole.answers = joined_answers(parts);
  store_classes(labels, whole);
  for (auto& [part, dataset] : parts) {
    append(whole.examples, dataset.examples);
    append(whole.targets, dataset.targets);
    whole.repairs += dataset.repairs;
    if (dataset.rejects_file.empty()) continue;
    whole.rejects_file += (whole.rejects_file.empty() ? "" : ", ") + dataset.rejects_file;
  }
  join_kept(parts, whole);
  std::int64_t first_graph = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    append_skipped(parts[p].dataset, first_graph, whole);
    first_graph += whole.parts[p].size;
  }
  return whole;
}

}  // namespace gnnir
