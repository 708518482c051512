// cxx.h, as a program in C++17 sees it: cxx_test GOLDEN.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "gnnir/cxx.h"

using namespace gnnir::runtime;

namespace {

bool all_right = true;
void expect(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "expected %s\n", what);
  all_right = false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string golden = argc > 1 ? argv[1] : ".";
  const Model model(golden + "/classes_3.safetensors");
  expect(model.names() == std::vector<std::string>{"-1", "1"}, "the names of classes");
  // Graph 0 of the file: a ring of four.
  const std::vector<std::int64_t> ring = {0, 1, 1, 2, 2, 3, 3, 0, 1, 0, 2, 1, 3, 2, 0, 3};
  const std::vector<std::int64_t> labels = {0, 2, 0, 1};
  gnnir_graphs graph = one_graph(4, ring);
  graph.node_labels = labels.data();

  const std::vector<double> p = model.predict_proba(graph);
  Options calibrated;
  calibrated.calibrate = GNNIR_TEMPERATURE;
  calibrated.threads = 2;
  const Answers answers = model.predict(graph, calibrated);
  expect(p.size() == 2 && std::abs(p[0] + p[1] - 1) < 1e-12, "two probabilities");
  expect(std::abs(answers.values.at(0) - 0.754575) < 1e-6 && answers.classes.at(0) == 0, "what classes_3.csv has");
  const Embeddings nodes = model.embed(graph, GNNIR_EMBED_NODES);
  expect(nodes.columns > 0 && nodes.rows.size() == static_cast<std::size_t>(4 * nodes.columns), "four embeddings");

  std::ifstream file(golden + "/classes_3.safetensors", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  expect(Model::from_memory(bytes).predict_proba(graph) == p, "the same of a model in memory");

  graph.node_labels = nullptr;
  try {
    expect(model.predict_proba(graph).empty(), "an exception");
  } catch (const Error& error) {
    expect(error.status() == GNNIR_DATA && std::string(error.what()).find("node labels") != std::string::npos,
           "an error of data about node labels");
  }
  return all_right ? 0 : 1;
}
