// The same from C++ on libgnnir: one header that compiles in a moment, models that free themselves, exceptions.
//
//   08_predict_from_cxx [MODEL]     trees.safetensors, which 04_predict_probabilities leaves, tells stars from paths
#include <gnnir/cxx.h>

#include <cstdio>

int main(int argc, char** argv) try {
  const gnnir::runtime::Model model(argc > 1 ? argv[1] : "trees.safetensors");
  const std::vector<std::string> names = model.names();
  const std::vector<std::int64_t> star = {0, 0, 0, 0, 1, 2, 3, 4};  // [2, 4]: sources, then targets
  const std::vector<double> p = model.predict_proba(gnnir::runtime::one_graph(5, star));
  for (std::size_t c = 0; c < names.size(); ++c) std::printf("%s: %.3f\n", names[c].c_str(), p[c]);
  const gnnir::runtime::Embeddings vector = model.embed(gnnir::runtime::one_graph(5, star));
  std::printf("the graph as a vector of %d numbers\n", static_cast<int>(vector.columns));
  return p.at(1) > p.at(0) ? 0 : 1;
} catch (const gnnir::runtime::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
