// Does a prediction depend on the order in which the nodes of a graph are listed? It should not, and for some models it
// does: those that individualize a few of many nodes that are equal to them. An audit tells for each graph whether
// the prediction is certified (proved from what the model chose), stable (no difference seen) or depends on the order.
//
// Prints what an audit finds for a model that takes the first of equal nodes, and for one that takes all of them.
#include <gnnir/gnnir.h>

#include <cstdio>

using namespace gnnir;

namespace {

/// A ring of `first` nodes beside a ring of `second`: all nodes look alike to message passing, and only those of one
/// ring are symmetric.
Graph two_rings(NodeId first, NodeId second) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < first; ++v) edges.push_back({v, (v + 1) % first});
  for (NodeId v = 0; v < second; ++v) edges.push_back({first + v, first + (v + 1) % second});
  return Graph::from_edges(first + second, edges);
}

Dataset make_dataset() {
  Dataset dataset;
  dataset.class_names = {"equal", "different"};
  for (NodeId i = 0; i < 40; ++i) {
    const NodeId size = 4 + i / 2 % 4;
    dataset.examples.push_back({.graph = i % 2 == 0 ? two_rings(size, size) : two_rings(size - 1, size + 1)});
    dataset.classes.push_back(i % 2);
  }
  return dataset;
}

AuditTotals audit_model(const Dataset& dataset, TiePolicy ties) {
  RunConfig config;
  config.data.features = FeatureKind::constant;
  config.model.gnn.hidden = 16;
  config.model.gnn.norm.kind = NormKind::graph;
  config.model.ir.layers = 1;
  config.model.ir.width = 1;
  config.model.ir.ties = ties;
  config.train.epochs = 40;
  config.train.batch_size = 8;
  config.train.lr = 0.003;
  ThreadPool pool(available_cores());
  const Split split = split_by_fractions(dataset, 0.6, 0.2, /*seed=*/0);
  const Predictor predictor = predictor_of(train_model(dataset, split, config, pool).model);

  const EncodedDataset data = EncodedDataset::features_of(dataset, predictor.model());
  const AuditOptions options{.relabellings = 10};
  const std::vector<GraphAudit> audits = audit(predictor, data, all_graphs(dataset), options, pool);
  const GraphAudit& worst = worst_of(audits);
  std::printf("ties = %s\n  worst: graph %d: %s%s%s\n", name_of(ties).c_str(), static_cast<int>(worst.graph),
              name_of(worst.verdict).c_str(), worst.certificate.because.empty() ? "" : "; ",
              worst.certificate.because.c_str());
  AuditTotals totals = AuditTotals::of(audits);
  for (const auto& [verdict, graphs] : totals.verdicts) {
    std::printf("  %2d graphs: %s\n", static_cast<int>(graphs), name_of(verdict).c_str());
  }
  return totals;
}

std::int64_t count(const AuditTotals& totals, Verdict wanted) {
  for (const auto& [verdict, graphs] : totals.verdicts) {
    if (verdict == wanted) return graphs;
  }
  return 0;
}

}  // namespace

int main() {
  use_single_threaded_operations();  // threads are gnnir's: results do not depend on how many there are
  const Dataset dataset = make_dataset();
  const AuditTotals first_of_equals = audit_model(dataset, TiePolicy::index);
  const AuditTotals whole_cells = audit_model(dataset, TiePolicy::cell);
  const bool shown = count(first_of_equals, Verdict::depends) > 0;
  return shown && count(whole_cells, Verdict::certified) == dataset.size() ? 0 : 1;
}
