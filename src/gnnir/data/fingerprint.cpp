#include "gnnir/data/fingerprint.h"

#include "gnnir/base/checksum.h"

namespace gnnir {
namespace {

void add_text(Checksum& checksum, const std::string& text) { checksum.add(std::span(text.data(), text.size())); }

void add_dataset(Checksum& checksum, const Dataset& dataset) {
  for (const Example& example : dataset.examples) {
    checksum.add(example.graph.edge_offsets());
    checksum.add(example.graph.sources());
    checksum.add(std::span(example.node_labels));
    checksum.add(std::span(example.node_attributes));
    // Graphs without edge features have the checksum that they had before there were any.
    if (example.edge_labels.empty() && example.edge_attributes.empty()) continue;
    checksum.add(std::span(example.edge_labels));
    checksum.add(std::span(example.edge_attributes));
  }
  checksum.add(std::span(dataset.classes));
  for (const std::string& name : dataset.class_names) add_text(checksum, name);
  checksum.add(std::span(dataset.targets));
  for (const std::string& name : dataset.target_names) add_text(checksum, name);
}

}  // namespace

std::string fingerprint(const Dataset& dataset) {
  Checksum checksum;
  add_dataset(checksum, dataset);
  return checksum.hex();
}

std::string fingerprint(const Dataset& dataset, const Split& split) {
  Checksum checksum;
  add_dataset(checksum, dataset);
  for (const auto* part : {&split.train, &split.validation, &split.test}) checksum.add(std::span(*part));
  for (const Split::Extra& extra : split.extra_tests) {
    add_text(checksum, extra.name);
    checksum.add(std::span(extra.graphs));
  }
  return checksum.hex();
}

}  // namespace gnnir
