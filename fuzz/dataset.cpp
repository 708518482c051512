#include "gnnir/data/dataset.h"

#include <cstring>
#include <limits>

#include "fuzz/check.h"
#include "fuzz/targets.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/data/encode/degrees.h"
#include "gnnir/data/encode/encoded_features.h"
#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/data/label_remarks.h"
#include "gnnir/data/split/leaks.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {
namespace {

/// Numbers taken from the input, byte by byte; 0 once there are none left.
class Bytes {
 public:
  explicit Bytes(std::string_view input) : input_(input) {}
  std::uint8_t byte() { return at_ < input_.size() ? static_cast<std::uint8_t>(input_[at_++]) : 0; }
  /// Mostly in order, now and then a number that no program should give.
  std::int64_t number(std::int64_t usual) {
    const std::uint8_t b = byte();
    switch (b) {
      case 255:
        return std::numeric_limits<std::int64_t>::max();
      case 254:
        return std::numeric_limits<std::int64_t>::min();
      case 253:
        return -1;
      case 252:
        return 700'000'000;
      case 251:
        return std::int64_t{1} << 32;
      default:
        return usual > 0 ? b % usual : b;
    }
  }
  float real() {
    const std::uint8_t b = byte();
    if (b == 255) return std::numeric_limits<float>::quiet_NaN();
    if (b == 254) return std::numeric_limits<float>::infinity();
    if (b == 253) return std::numeric_limits<float>::max();
    return static_cast<float>(b) / 16;
  }
  /// As many as there should be, or one more or less.
  std::size_t size(std::int64_t right) {
    const std::uint8_t b = byte();
    const std::int64_t size = b == 255 ? right + 1 : b == 254 ? right - 1 : b == 253 ? 0 : right;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(size, 0, 4096));
  }
  std::vector<std::int64_t> numbers(std::int64_t right, std::int64_t usual) {
    std::vector<std::int64_t> numbers(size(right));
    for (std::int64_t& number : numbers) number = this->number(usual);
    return numbers;
  }
  std::vector<float> reals(std::int64_t right) {
    std::vector<float> reals(size(right));
    for (float& real : reals) real = this->real();
    return reals;
  }
  std::vector<std::string> names(std::int64_t right) {
    std::vector<std::string> names(size(right));
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = byte() == 255 ? "" : std::string(1, static_cast<char>('a' + i));
    return names;
  }

 private:
  std::string_view input_;
  std::size_t at_ = 0;
};

Graph graph_from(Bytes& bytes) {
  const auto nodes = static_cast<NodeId>(bytes.byte() % 9) - (bytes.byte() == 255 ? 1 : 0);
  std::vector<Edge> edges(bytes.byte() % 12);
  for (Edge& edge : edges) {
    edge = {static_cast<NodeId>(bytes.number(nodes)), static_cast<NodeId>(bytes.number(nodes))};
  }
  const std::uint8_t rules = bytes.byte();
  return Graph::from_edges(nodes, edges, {.keep_self_loops = (rules & 1) == 0, .undirected = (rules & 2) == 0});
}

Dataset dataset_from(Bytes& bytes) {
  Dataset dataset;
  dataset.name = "f";
  const std::uint8_t has = bytes.byte();
  dataset.num_attributes = (has & 1) != 0 ? bytes.number(3) : 0;
  dataset.num_edge_attributes = (has & 2) != 0 ? bytes.number(3) : 0;
  dataset.examples.resize(bytes.byte() % 12);
  // What it says of its columns may be any number; so many are not made.
  const auto columns = [](std::int64_t said) { return std::clamp<std::int64_t>(said, 0, 8); };
  for (Example& example : dataset.examples) {
    example.graph = graph_from(bytes);
    const std::int64_t nodes = example.graph.num_nodes();
    const std::int64_t edges = example.graph.num_edges();
    if ((has & 4) != 0) example.node_labels = bytes.numbers(nodes, 4);
    if ((has & 8) != 0) example.edge_labels = bytes.numbers(edges, 4);
    if ((has & 1) != 0) example.node_attributes = bytes.reals(nodes * columns(dataset.num_attributes));
    if ((has & 2) != 0) example.edge_attributes = bytes.reals(edges * columns(dataset.num_edge_attributes));
  }
  if ((has & 16) != 0) dataset.attribute_names = bytes.names(columns(dataset.num_attributes));
  if ((has & 32) != 0) dataset.edge_attribute_names = bytes.names(columns(dataset.num_edge_attributes));
  if ((has & 64) != 0) {
    dataset.class_names = bytes.names(bytes.byte() % 4);
    dataset.classes = bytes.numbers(dataset.size(), std::ssize(dataset.class_names));
  }
  if ((has & 128) != 0) {
    dataset.num_targets = bytes.number(3);
    dataset.target_names = bytes.names(columns(dataset.num_targets));
    dataset.targets = bytes.reals(dataset.size() * columns(dataset.num_targets));
  }
  return dataset;
}

Split split_from(Bytes& bytes, std::int64_t graphs) {
  Split split;
  const auto part = [&] { return bytes.numbers(bytes.byte() % 6, graphs); };
  split.train = part();
  split.validation = part();
  split.test = part();
  if (bytes.byte() == 255) split.extra_tests.push_back({"more", part()});
  return split;
}

/// All that a training asks of data before there is a network. Features and targets may be refused, as too few for what
/// was asked of them are.
void use(const Dataset& dataset, const Split& split) {
  fingerprint(dataset, split);
  degree_histogram(dataset, split.train);
  accepted([&] { return remark_on_leaks(dataset, std::span(&split, 1)); });
  for (const Task task : {Task::classification, Task::regression}) {
    remarks_on_labels(dataset, split, task);
    const auto targets = accepted([&] { return TargetEncoding::fit(dataset, split.train, task, true); });
    if (!targets) continue;
    if (task == Task::classification) accepted([&] { return targets->encode_classes(dataset); });
    if (task == Task::regression) accepted([&] { return targets->encode_targets(dataset); });
  }
  const auto encode = [&] {
    return encode_features(dataset, FeatureEncoding::fit(dataset, split.train, FeatureKind::automatic),
                           FeatureEncoding::fit_edges(dataset, split.train, FeatureKind::automatic));
  };
  const auto features = accepted(encode);
  if (features) require(std::ssize(features->nodes) == dataset.size(), "every graph has features");
}

}  // namespace

void fuzz_dataset(std::string_view input) {
  Bytes bytes(input);
  const auto dataset = accepted([&] { return dataset_from(bytes); });
  if (!dataset) return;
  const auto good = accepted([&] {
    check_dataset(*dataset);
    return true;
  });
  if (!good) return;
  accepted([&] { return split_by_fractions(*dataset, 0.5, 0.25, 1); });
  accepted([&] {
    return stratified_folds(*dataset,
                            {.folds = static_cast<int>(bytes.number(5)), .inner = InnerValidation::next_fold});
  });
  const Split split = split_from(bytes, dataset->size());
  const auto fits = accepted([&] {
    check_splits(std::span(&split, 1), dataset->size(), "f");
    return true;
  });
  if (fits && !split.train.empty()) use(*dataset, split);
}

}  // namespace gnnir
