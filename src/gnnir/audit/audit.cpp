#include "gnnir/audit/audit.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "gnnir/audit/certified_graphs.h"
#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/infer/ensemble.h"

namespace gnnir {
namespace {

/// Some copies of one graph; what is drawn by lot is drawn alike in all of them.
NetworkOutput run(const Predictor& predictor, const Dataset& copies, const EncodedFeatures& features,
                  std::span<const std::int64_t> which, std::int64_t id) {
  const std::vector<std::int64_t> ids(which.size(), id);
  return predictor.network().run({.dataset = copies, .features = features, .graphs = which, .ids = ids});
}

/// Probabilities, or targets as they are. rows: [rows, columns]
void to_comparable(std::vector<double>& rows, std::size_t columns, Task task) {
  if (task == Task::yes_no) {
    for (double& x : rows) x = 1 / (1 + std::exp(-x));
  }
  if (task != Task::classification) return;
  for (std::size_t begin = 0; begin < rows.size(); begin += columns) {
    const std::span<double> row = std::span(rows).subspan(begin, columns);
    const double best = *std::max_element(row.begin(), row.end());
    double total = 0;
    for (double& x : row) total += x = std::exp(x - best);
    for (double& x : row) x /= total;
  }
}

/// The largest difference of the other rows from the first, relative to the largest number in it if that is above 1;
/// NaN if one of them is.
double spread_of(std::vector<double> rows, std::size_t columns, Task task) {
  if (rows.size() <= columns) return 0;
  to_comparable(rows, columns, task);
  double scale = 1;
  double spread = 0;
  const auto take = [](double& most, double x) {
    if (!(x <= most)) most = std::isnan(most) ? most : x;
  };
  for (std::size_t c = 0; c < columns; ++c) take(scale, std::abs(rows[c]));
  for (std::size_t i = 0; i < rows.size(); ++i) take(spread, std::abs(rows[i] - rows[i % columns]));
  return spread / scale;
}

/// What one model makes of a graph, and says of it and its relabelled copies.
struct Examined {
  GraphAudit audit;
  std::vector<double> said;  ///< [1 + relabellings, outputs]: probabilities, or targets in their own units
};

std::vector<double> meant(std::vector<double> rows, const TargetEncoding& targets) {
  const auto columns = static_cast<std::size_t>(targets.outputs());
  to_comparable(rows, columns, targets.task);
  if (targets.task != Task::regression) return rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t t = i % columns;
    rows[i] = rows[i] * static_cast<double>(targets.scale[t]) + static_cast<double>(targets.mean[t]);
  }
  return rows;
}

Examined examine(const Predictor& predictor, const EncodedDataset& data, std::int64_t graph,
                 const AuditOptions& options) {
  const ModelHeader& model = predictor.model();
  const Dataset copies = relabelled_copies(*data.dataset, graph, options.relabellings, options.seed);
  const EncodedFeatures features = encode_features(copies, model.features, model.edge_features);
  const Graph& structure = copies.examples.front().graph;
  GraphAudit result{.graph = graph};

  const std::vector<std::int64_t> original = {0};
  const NetworkOutput output = run(predictor, copies, features, original, graph);
  result.certificate = certificate_of(model, data, graph, output);
  for (const Trace::Layer& layer : output.trace.layers) {
    result.chosen.push_back(chosen_nodes(layer.choice, structure.num_nodes()));
  }
  std::vector<double> rows = output.outputs;
  // Of a large graph one copy at a time: the memory estimate counts it once.
  const double fitting = rows_at_once / std::max(1.0, predictor.network().largest_level(structure));
  const auto most = std::max(1.0, static_cast<double>(model.config.train.batch_size) / 4);
  const auto at_once = static_cast<std::int64_t>(std::clamp(fitting, 1.0, most));
  for (std::int64_t begin = 1; begin <= options.relabellings; begin += at_once) {
    std::vector<std::int64_t> some(static_cast<std::size_t>(std::min(at_once, options.relabellings + 1 - begin)));
    std::iota(some.begin(), some.end(), begin);
    const NetworkOutput more = run(predictor, copies, features, some, graph);
    rows.insert(rows.end(), more.outputs.begin(), more.outputs.end());
  }
  result.spread = spread_of(rows, static_cast<std::size_t>(model.targets.outputs()), model.targets.task);
  const bool differs = !(result.spread <= options.tolerance);  // no number is no small difference
  if (differs && result.certificate.certified) {
    result.certificate.because = "rounding is amplified";
    result.certificate.certified = false;
  }
  result.verdict = differs ? Verdict::depends : result.certificate.certified ? Verdict::certified : Verdict::stable;
  return {std::move(result), meant(std::move(rows), model.targets)};
}

/// Of what is said of a graph and its copies; see GraphAudit::moves.
std::vector<double> moves_of(const std::vector<double>& said, const TargetEncoding& targets) {
  const auto columns = static_cast<std::size_t>(targets.outputs());
  const std::span<const double> first = std::span(said).first(columns);
  std::vector<std::size_t> looked_at(columns);
  std::iota(looked_at.begin(), looked_at.end(), std::size_t{0});
  if (targets.task == Task::classification) {
    looked_at = {static_cast<std::size_t>(std::max_element(first.begin(), first.end()) - first.begin())};
  }
  std::vector<double> moves;
  for (const std::size_t c : looked_at) {
    double least = said[c];
    double most = said[c];
    for (std::size_t i = c; i < said.size(); i += columns) {
      if (!(said[i] >= least)) least = said[i];
      if (!(said[i] <= most)) most = said[i];
    }
    moves.push_back(most - least);
  }
  return moves;
}

/// A model, and the data as it sees them.
struct Audited {
  const Predictor& predictor;
  const EncodedDataset& data;
};

/// Several models depend on the order of nodes as far as the worst of them does.
GraphAudit audit_graph(std::span<const Audited> models, std::int64_t graph, const AuditOptions& options) {
  const TargetEncoding& targets = models.front().predictor.model().targets;
  std::vector<GraphAudit> audits;
  std::vector<double> together;
  for (const Audited& model : models) {
    Examined one = examine(model.predictor, model.data, graph, options);
    audits.push_back(std::move(one.audit));
    const std::vector<std::size_t> places = places_of_outputs(targets, model.predictor.model().targets);
    together.resize(one.said.size());
    for (std::size_t i = 0; i < together.size(); ++i) {
      const std::size_t row = i - i % places.size();
      together[i] += one.said[row + places[i % places.size()]] / static_cast<double>(models.size());
    }
  }
  GraphAudit worst = worst_of(audits);
  worst.moves = moves_of(together, targets);
  if (worst.verdict == Verdict::certified) std::fill(worst.moves.begin(), worst.moves.end(), 0);
  return worst;
}

}  // namespace

std::vector<GraphAudit> audit(const Predictor& predictor, const EncodedDataset& data,
                              std::span<const std::int64_t> graphs, const AuditOptions& options, ThreadPool& pool,
                              const std::function<void(std::size_t)>& progress) {
  std::vector<EncodedDataset> own;
  for (const Predictor& member : predictor.members()) {
    own.push_back(EncodedDataset::features_of(*data.dataset, member.model()));
  }
  std::vector<Audited> models;
  for (std::size_t m = 0; m < own.size(); ++m) models.push_back({predictor.members()[m], own[m]});
  if (models.empty()) models.push_back({predictor, data});
  std::vector<GraphAudit> results(graphs.size());
  std::atomic<std::size_t> done = 0;
  pool.run(graphs.size(), [&](std::size_t i) {
    results[i] = audit_graph(models, graphs[i], options);
    const std::size_t now = ++done;
    if (progress) progress(now);
  });
  return results;
}

}  // namespace gnnir
