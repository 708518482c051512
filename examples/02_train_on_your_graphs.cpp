// Your own graphs, from C++: build a data set, train a model, save it.
//
// The task: is the graph a ring with a long chord or one with a short chord? Prints the accuracy on graphs that were
// not trained on (1.00 is expected) and leaves the model in chords.safetensors.
#include <gnnir/gnnir.h>

#include <cstdio>

using namespace gnnir;

namespace {

/// A ring of `nodes` with one chord that skips `skip` of them.
Graph ring_with_chord(NodeId nodes, NodeId skip) {
  std::vector<Edge> edges;
  for (NodeId v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
  edges.push_back({0, skip});
  return Graph::from_edges(nodes, edges);
}

/// Graphs, and for each the number of its class. Labels and attributes of nodes and edges would go beside the graph
/// (Example); without any, a model is told the degrees of nodes. Files are read by open_dataset("my_graphs.jsonl").
Dataset make_dataset() {
  Dataset dataset;
  dataset.name = "CHORDS";
  dataset.class_names = {"short", "long"};
  for (NodeId i = 0; i < 120; ++i) {
    const NodeId nodes = 10 + i % 5;
    const bool is_long = i % 2 == 1;
    dataset.examples.push_back({.graph = ring_with_chord(nodes, is_long ? nodes / 2 : 2)});
    dataset.classes.push_back(is_long ? 1 : 0);
  }
  return dataset;
}

}  // namespace

int main() {
  use_single_threaded_operations();  // threads are gnnir's: results do not depend on how many there are

  const Dataset dataset = make_dataset();
  const Split split = split_by_fractions(dataset, /*train=*/0.6, /*validation=*/0.2, /*seed=*/0);

  RunConfig config;  // the settings of `gnnir train`, with the same defaults
  config.model.gnn.hidden = 16;
  config.model.ir.layers = 1;
  config.model.ir.width = 2;
  config.train.epochs = 40;
  config.train.batch_size = 24;
  config.train.lr = 0.01;

  ThreadPool pool(available_cores());
  const auto report_some = [](const EpochReport& epoch, const TrainedModel&) {
    if (epoch.epoch % 10 == 0) {
      std::printf("epoch %d: loss %.3f\n", static_cast<int>(epoch.epoch), epoch.train.at("loss"));
    }
  };
  const TrainOutcome outcome = train_model(dataset, split, config, pool, report_some);
  std::printf("test accuracy %.2f after epoch %d\n", outcome.test.at("accuracy"), static_cast<int>(outcome.best_epoch));

  save_model(outcome.model, "chords.safetensors");  // with all that it takes to use it: see 04_predict_probabilities
  return outcome.test.at("accuracy") > 0.9 ? 0 : 1;
}
