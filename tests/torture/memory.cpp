#include <algorithm>
#include <cmath>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/data/formats/tu.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

/// Random graphs of very different sizes, two classes.
Dataset mixed_graphs(Rng rng, int graphs, std::uint64_t most_nodes) {
  Dataset dataset;
  dataset.name = "MIXED";
  dataset.class_names = {"0", "1"};
  for (int g = 0; g < graphs; ++g) {
    const auto nodes = static_cast<NodeId>(5 + rng.below(most_nodes));
    std::vector<Edge> edges;
    for (NodeId v = 1; v < nodes; ++v) {
      for (int i = 0; i < 2; ++i) {
        edges.push_back({v, static_cast<NodeId>(rng.below(static_cast<std::uint64_t>(v)))});
      }
    }
    dataset.examples.push_back({.graph = Graph::from_edges(nodes, edges)});
    dataset.classes.push_back(g % 2);
  }
  return dataset;
}

Dataset with_one_large_graph(Dataset dataset) {
  std::vector<Edge> edges;
  constexpr NodeId nodes = 20'000;
  for (NodeId v = 0; v < nodes; ++v) edges.push_back({v, (v + 1) % nodes});
  dataset.name = "UNEVEN";
  dataset.examples[0].graph = Graph::from_edges(nodes, edges);
  return dataset;
}

/// Half of them complete, so that most edges are in few graphs.
Dataset with_complete_graphs(Dataset dataset) {
  dataset.name = "DENSE";
  for (std::size_t g = 0; g < dataset.examples.size(); g += 2) {
    const NodeId nodes = dataset.examples[g].graph.num_nodes();
    std::vector<Edge> edges;
    for (NodeId v = 0; v < nodes; ++v) {
      for (NodeId u = 0; u < v; ++u) edges.push_back({u, v});
    }
    dataset.examples[g].graph = Graph::from_edges(nodes, edges);
  }
  return dataset;
}

/// The share that the estimate was of what was used.
double estimate_over_use(const Lab& lab, const std::string& options, const fs::path& data, const fs::path& run_folder) {
  Command command{.arguments = {"/bin/sh", "-c",
                                fmt::format("'{}' {} '{}' --epochs 2 --out '{}'", lab.settings().program.string(),
                                            options, data.string(), run_folder.string())}};
  const Ending ending = run(command);
  expect(ending.exit_code == 0, "{}: {}", command.text(), ending.text());
  const Json result = parse_json(read_file(run_folder / "result.json"), "result.json");
  return result.at("memory_estimate_mb").get<double>() / result.at("peak_rss_mb").get<double>();
}

}  // namespace

std::vector<Row> memory(const Lab& lab) {
  const fs::path mixed = lab.settings().work / "MIXED";
  const fs::path uneven = lab.settings().work / "UNEVEN";
  write_tu(mixed_graphs(lab.random("memory", 0), 200, 150), mixed);
  write_tu(with_one_large_graph(mixed_graphs(lab.random("memory", 1), 60, 20)), uneven);
  const fs::path dense = lab.settings().work / "DENSE";
  write_tu(with_complete_graphs(mixed_graphs(lab.random("memory", 2), 120, 150)), dense);
  const std::vector<std::pair<std::string, fs::path>> all = {
      {"train -L 2 -k 4 --hidden 64", mixed},
      {"train -L 3 -k 8 --hidden 64 --batch-size 32", mixed},
      {"train -L 2 -k 4 --hidden 128 --threads 1", mixed},
      {"train -L 0 --hidden 256 --batch-size 128", mixed},
      {"cv --folds 3 -L 2 -k 4 --hidden 64 --norm graph", mixed},
      {"train -L 2 -k 4 --hidden 64 --engine reference", mixed},
      {"train -L 1 -k 8 --hidden 32 --norm batch", mixed},
      {"train -L 2 -k 2 --hidden 64 --readout set2set", mixed},
      {"train -L 4 -k 16 --hidden 64 --batch-size 16", mixed},
      {"train -L 1 -k 2 --hidden 16", mixed},
      {"train -L 2 -k 4 --hidden 32", uneven},
      {"cv --folds 3 -L 2 -k 4 --hidden 32", uneven},
      {"train --conv pna -L 0 --hidden 64", dense},
      {"train --conv pna --edge-variables true -L 1 -k 2", mixed},
      {"train --conv gin -L 2 -k 4 --hidden 64", dense},
      {"train --conv sage -L 1 -k 2 --hidden 32", dense}};
  const auto count = static_cast<std::size_t>(lab.scaled(static_cast<int>(all.size())));
  double least = HUGE_VAL;
  double most = 0;
  int near = 0;
  for (std::size_t i = 0; i < count; ++i) {  // one at a time: they are large
    const fs::path run_folder = lab.settings().work / fmt::format("memory_{}", i);
    const double ratio = estimate_over_use(lab, all[i].first, all[i].second, run_folder);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
    const bool is_near = ratio > 0.75 && ratio < 1.25;
    near += is_near ? 1 : 0;
    if (!is_near)
      fmt::print(stderr, "memory: gnnir {}: the estimate is {:.2f} of what was used\n", all[i].first, ratio);
  }
  return {{.experiment = "memory estimates",
           .tries = static_cast<int>(count),
           .result = fmt::format("{} within 25 %; estimate / peak {:.2f} to {:.2f}",
                                 out_of(near, static_cast<int>(count)), least, most),
           .checked =
               "what a training was said to need before it began, against its peak: L, k, hidden, batches, norms, "
               "engines, cv, convolutions, graphs of very different sizes and densities",
           .passed = near == static_cast<int>(count)}};
}

}  // namespace gnnir::torture
