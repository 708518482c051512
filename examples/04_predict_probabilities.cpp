// A model file in a program of one's own: probabilities of classes by name, and one Predictor that several threads ask
// at once, as those of a server would.
//
// Prints for some graphs the likeliest class and its probability; all threads must get the same to the last bit.
#include <gnnir/gnnir.h>

#include <cstdio>
#include <thread>

using namespace gnnir;

namespace {

/// A path, or a star, of that many nodes.
Graph tree(NodeId nodes, bool star) {
  std::vector<Edge> edges;
  for (NodeId v = 1; v < nodes; ++v) edges.push_back({star ? 0 : v - 1, v});
  return Graph::from_edges(nodes, edges);
}

/// Leaves a small model that knows stars from paths.
void train_and_save(const std::filesystem::path& path) {
  Dataset dataset;
  dataset.class_names = {"path", "star"};
  for (NodeId i = 0; i < 40; ++i) {
    dataset.examples.push_back({.graph = tree(5 + i % 7, i % 2 == 1)});
    dataset.classes.push_back(i % 2);
  }
  RunConfig config;
  config.model.gnn.hidden = 8;
  config.model.ir.layers = 0;
  config.train.epochs = 30;
  config.train.lr = 0.02;
  ThreadPool pool(1);
  save_model(train_model(dataset, split_by_fractions(dataset, 0.6, 0.2, /*seed=*/0), config, pool).model, path);
}

}  // namespace

int main() {
  use_single_threaded_operations();  // threads are ours: predictions do not depend on how many there are
  train_and_save("trees.safetensors");

  // The file has all that it takes: settings, encodings, names of classes. It is data, never code.
  const Predictor predictor = load_predictor("trees.safetensors");

  Dataset questions;  // graphs without labels
  for (NodeId nodes = 4; nodes < 10; ++nodes) questions.examples.push_back({.graph = tree(nodes, nodes % 2 == 0)});

  std::vector<Predictions> answers(4);
  {
    std::vector<std::jthread> threads;
    for (Predictions& answer : answers) {
      threads.emplace_back([&] { answer = predictor.predict(questions); });
    }
  }

  bool right = true;
  for (const Prediction& prediction : answers.front().graphs) {
    const auto guess = static_cast<std::size_t>(prediction.predicted_class);
    const std::string& name = answers.front().names.at(guess);
    std::printf("graph %d: %s with probability %.3f\n", static_cast<int>(prediction.graph), name.c_str(),
                prediction.probabilities[guess]);
    right = right && name == (prediction.graph % 2 == 0 ? "star" : "path");
    for (const Predictions& other : answers) {
      const Prediction& same = other.graphs.at(static_cast<std::size_t>(prediction.graph));
      right = right && same.probabilities == prediction.probabilities;
    }
  }
  return right ? 0 : 1;
}
