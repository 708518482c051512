#include "gnnir/data/knowledge.h"

namespace gnnir {
namespace {

void forget(Dataset& dataset, Knowledge what) {
  switch (what) {
    case Knowledge::classes:
      dataset.classes.clear();
      dataset.class_names.clear();
      dataset.class_column.clear();
      break;
    case Knowledge::targets:
      dataset.targets.clear();
      dataset.target_names.clear();
      dataset.answers.clear();
      dataset.num_targets = 0;
      break;
    case Knowledge::node_labels:
      for (Example& example : dataset.examples) example.node_labels.clear();
      break;
    case Knowledge::node_attributes:
      for (Example& example : dataset.examples) example.node_attributes.clear();
      dataset.num_attributes = 0;
      dataset.attribute_names.clear();
      break;
    case Knowledge::edge_labels:
      for (Example& example : dataset.examples) example.edge_labels.clear();
      break;
    case Knowledge::edge_attributes:
      for (Example& example : dataset.examples) example.edge_attributes.clear();
      dataset.num_edge_attributes = 0;
      dataset.edge_attribute_names.clear();
      break;
  }
}

}  // namespace

bool knows(const Dataset& dataset, Knowledge what) {
  switch (what) {
    case Knowledge::classes:
      return dataset.has_classes();
    case Knowledge::targets:
      return dataset.has_targets();
    case Knowledge::node_labels:
      return dataset.has_node_labels();
    case Knowledge::node_attributes:
      return dataset.has_node_attributes();
    case Knowledge::edge_labels:
      return dataset.has_edge_labels();
    case Knowledge::edge_attributes:
      return dataset.has_edge_attributes();
  }
  return false;
}

Dataset without(Dataset dataset, const std::vector<Knowledge>& left_out) {
  for (const Knowledge what : left_out) forget(dataset, what);
  return dataset;
}

}  // namespace gnnir
