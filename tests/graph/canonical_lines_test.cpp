#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "gnnir/base/rng.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/formats/graph6_codec.h"
#include "gnnir/graph/symmetry.h"
#include "support/coloured_graphs.h"

namespace gnnir {
namespace {

std::vector<std::string> lines_of(const char* variable) {
  std::vector<std::string> lines;
  const char* file = std::getenv(variable);
  if (!file) return lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// scripts/nauty-agreement names the files: graphs, and the same graphs as nauty's labelg names their nodes.
TEST(CanonicalLines, AreTheSameUnderTenRelabellingsAndForTheGraphsThatNautyFindsTheSame) {
  const std::vector<std::string> lines = lines_of("GNNIR_TEST_GRAPHS");
  const std::vector<std::string> theirs = lines_of("GNNIR_TEST_GRAPHS_CANONICAL");
  if (lines.empty()) GTEST_SKIP() << "GNNIR_TEST_GRAPHS names no file of graph6 lines: see scripts/nauty-agreement";
  ASSERT_EQ(lines.size(), theirs.size());
  std::vector<std::string> ours(lines.size());
  std::vector<int> differences(lines.size(), 0);
  ThreadPool pool(available_cores());
  constexpr std::size_t at_once = 1000;
  pool.run((lines.size() + at_once - 1) / at_once, [&](std::size_t piece) {
    for (std::size_t i = piece * at_once; i < std::min(lines.size(), (piece + 1) * at_once); ++i) {
      Rng rng(1, Purpose::test, 0, i);
      const Graph graph = decode_graph6_line(lines[i]);
      const CanonicalForm form = canonical_form(graph);
      for (int copy = 0; copy < 10; ++copy) {
        const auto name = testing::random_names(graph.num_nodes(), rng);
        differences[i] += canonical_form(relabelled(graph, name)) == form ? 0 : 1;
      }
      ours[i] = encode_graph6(form.graph);
    }
  });
  std::map<std::string, std::string> there;
  std::map<std::string, std::string> back;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(differences[i], 0) << lines[i];
    ASSERT_EQ(there.emplace(ours[i], theirs[i]).first->second, theirs[i]) << lines[i];
    ASSERT_EQ(back.emplace(theirs[i], ours[i]).first->second, ours[i]) << lines[i];
  }
  std::cout << lines.size() << " lines, " << there.size() << " different graphs\n";
}

}  // namespace
}  // namespace gnnir
