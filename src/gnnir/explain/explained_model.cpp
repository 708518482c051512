#include "gnnir/explain/explained_model.h"

#include <algorithm>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/data/encode/feature_colours.h"
#include "gnnir/infer/ensemble.h"

namespace gnnir {
namespace {

/// The targets of a member in the order of the first one, as far as numbers are concerned.
TargetEncoding in_order(const TargetEncoding& own, const std::vector<std::size_t>& places) {
  TargetEncoding targets = own;
  for (std::size_t t = 0; t < places.size() && own.task == Task::regression; ++t) {
    targets.mean[t] = own.mean[places[t]];
    targets.scale[t] = own.scale[places[t]];
  }
  return targets;
}

/// Colours that are equal where both are.
std::vector<std::int64_t> both(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  if (a.empty()) return b;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(a[i], b[i]);
  return ranks_of(std::span<const std::pair<std::int64_t, std::int64_t>>(pairs));
}

/// Graphs that go through at one time.
std::size_t at_once(std::span<const ExplainedMember> members, const Graph& graph) {
  double rows = 1;
  for (const ExplainedMember& member : members) {
    rows = std::max(rows, member.predictor.network().largest_level(graph));
  }
  constexpr double most = 256;
  return static_cast<std::size_t>(std::clamp(rows_at_once / rows, 1.0, most));
}

}  // namespace

ExplainedModel::ExplainedModel(const Predictor& predictor, const Dataset& dataset) : dataset_(dataset) {
  const TargetEncoding& first = predictor.model().targets;
  const auto add = [&](const Predictor& model) {
    model.network().require_fit(dataset);
    const std::vector<std::size_t> places = places_of_outputs(first, model.model().targets);
    members_.push_back(
        {model, EncodedDataset::features_of(dataset, model.model()), places, in_order(model.model().targets, places)});
  };
  for (const Predictor& member : predictor.members()) add(member);
  if (members_.empty()) add(predictor);
}

ExampleColours ExplainedModel::colours_of(std::int64_t graph) const {
  const auto g = static_cast<std::size_t>(graph);
  ExampleColours colours;
  for (const ExplainedMember& member : members_) {
    const ModelHeader& model = member.predictor.model();
    const EncodedFeatures& features = member.data.features;
    colours.nodes = both(colours.nodes, feature_colours({features.nodes[g]}, model.features.num_reals).front());
    if (features.edges.empty()) continue;
    colours.edges = both(colours.edges, feature_colours({features.edges[g]}, model.edge_features.num_reals).front());
  }
  return colours;
}

std::vector<double> ExplainedModel::said_of(std::int64_t graph) const {
  std::vector<double> said;
  for (const ExplainedMember& member : members_) {
    const std::vector<std::int64_t> graphs = {graph};
    const NetworkOutput output =
        member.predictor.network().run({.dataset = dataset_, .features = member.data.features, .graphs = graphs});
    const std::vector<double> own = said_by(member.targets, member.in_order(output.outputs));
    said.resize(own.size(), 0);
    for (std::size_t c = 0; c < own.size(); ++c) said[c] += own[c] / static_cast<double>(members_.size());
  }
  return said;
}

Answers ExplainedModel::answers_of(const Subject& subject, std::span<const std::vector<double>> outputs) const {
  Answers answers;
  const auto columns = static_cast<std::size_t>(this->targets().outputs());
  const auto share = 1 / static_cast<double>(members_.size());
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const TargetEncoding& targets = members_[m].targets;
    const std::size_t graphs = outputs[m].size() / columns;
    answers.numbers.resize(graphs, 0);
    answers.said.resize(graphs, std::vector<double>(columns, 0));
    for (std::size_t g = 0; g < graphs; ++g) {
      const std::vector<double> row = members_[m].in_order(std::span(outputs[m]).subspan(g * columns, columns));
      answers.numbers[g] += share * subject.number(targets, row);
      const std::vector<double> said = said_by(targets, row);
      for (std::size_t c = 0; c < columns; ++c) answers.said[g][c] += share * said[c];
    }
  }
  return answers;
}

Answers ExplainedModel::ask(const Subject& subject, std::int64_t graph, std::size_t count,
                            const std::function<Example(std::size_t)>& part, ThreadPool& pool) const {
  const Example& whole = dataset_.examples[static_cast<std::size_t>(graph)];
  const std::size_t step = at_once(members_, whole.graph);
  std::vector<std::vector<double>> outputs(members_.size());
  const auto columns = static_cast<std::size_t>(targets().outputs());
  for (std::vector<double>& own : outputs) own.resize(count * columns);
  pool.run((count + step - 1) / step, [&](std::size_t chunk) {
    const std::size_t begin = chunk * step;
    const std::size_t end = std::min(count, begin + step);
    Dataset parts = without_graphs(dataset_);
    parts.examples.push_back(whole);  // what features the data set has is seen although a part may have no node or edge
    for (std::size_t i = begin; i < end; ++i) parts.examples.push_back(part(i));
    std::vector<std::int64_t> places(end - begin);
    std::iota(places.begin(), places.end(), 1);
    const std::vector<std::int64_t> ids(places.size(), graph);
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const ModelHeader& model = members_[m].predictor.model();
      const EncodedFeatures features = encode_features(parts, model.features, model.edge_features);
      const NetworkOutput output =
          members_[m].predictor.network().run({.dataset = parts, .features = features, .graphs = places, .ids = ids});
      std::copy(output.outputs.begin(), output.outputs.end(),
                outputs[m].begin() + static_cast<std::ptrdiff_t>(begin * columns));
    }
  });
  return answers_of(subject, outputs);
}

}  // namespace gnnir
