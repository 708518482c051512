#include "gnnir/data/formats/graph6_codec.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/datasets.h"
#include "support/errors.h"
#include "support/small_graphs.h"

namespace gnnir {
namespace {

using testing::error_of;
using testing::graph_of;

Graph directed(NodeId nodes, const std::vector<Edge>& edges) {
  return Graph::from_edges(nodes, edges, {.undirected = false});
}

/// Bits as a text of 0 and 1, in sixes, each plus 63; the last six are filled with zeros.
std::string bytes_of(std::string bits) {
  while (bits.size() % 6 != 0) bits += '0';
  std::string bytes;
  for (std::size_t i = 0; i < bits.size(); i += 6) {
    bytes += static_cast<char>(63 + std::stoi(bits.substr(i, 6), nullptr, 2));
  }
  return bytes;
}

std::string binary(std::uint64_t number, std::size_t digits) {
  std::string text;
  for (std::size_t i = 0; i < digits; ++i) text.insert(text.begin(), (number >> i & 1) != 0 ? '1' : '0');
  return text;
}

/// N(n) of formats.txt.
std::string naive_number(NodeId nodes) {
  const auto number = static_cast<std::uint64_t>(nodes);
  if (nodes <= 62) return std::string(1, static_cast<char>(63 + nodes));
  return nodes <= 258047 ? "~" + bytes_of(binary(number, 18)) : "~~" + bytes_of(binary(number, 36));
}

/// The definitions of formats.txt, word by word.
std::string naive_graph6(const Graph& graph) {
  std::string bits;
  for (NodeId v = 1; v < graph.num_nodes(); ++v) {
    for (NodeId u = 0; u < v; ++u) bits += graph.has_edge({u, v}) ? '1' : '0';
  }
  return naive_number(graph.num_nodes()) + bytes_of(bits);
}

std::string naive_digraph6(const Graph& graph) {
  std::string bits;
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    for (NodeId v = 0; v < graph.num_nodes(); ++v) bits += graph.has_edge({u, v}) ? '1' : '0';
  }
  return "&" + naive_number(graph.num_nodes()) + bytes_of(bits);
}

/// The edges of sparse6, of which `nodes` is known: pairs of a bit and a node, as formats.txt walks through them.
Graph naive_sparse6(NodeId nodes, const std::string& line) {
  std::string bits;
  for (const char c : line.substr(1 + naive_number(nodes).size()))
    bits += binary(static_cast<std::uint64_t>(c - 63), 6);
  std::size_t k = 0;
  while ((NodeId{1} << k) < nodes) ++k;
  std::vector<Edge> edges;
  NodeId v = 0;
  for (std::size_t i = 0; i + k + 1 <= bits.size(); i += k + 1) {
    if (bits[i] == '1') ++v;
    const NodeId x = k == 0 ? 0 : std::stoi(bits.substr(i + 1, k), nullptr, 2);
    if (x > v) {
      v = x;
    } else if (v < nodes) {
      edges.push_back({x, v});
    }
  }
  return graph_of(nodes, edges);
}

TEST(Graph6Codec, WritesAndReadsTheExampleOfTheDefinition) {
  // The pairs 01, 02 12, 03 13 23, 04 14 24 34: 0 10 010 1001 = 010010 1001(00) = 18, 36.
  const Graph graph = graph_of(5, {{0, 2}, {0, 4}, {1, 3}, {3, 4}});
  EXPECT_EQ(encode_graph6(graph), "DQc");  // 63+5, 63+18, 63+36
  EXPECT_EQ(decode_graph6_line("DQc"), graph);
}

TEST(Sparse6Codec, WritesAndReadsTheExampleOfTheDefinition) {
  // Three bits to a node: 1 000 joins 1 to 0, 1 000 joins 2 to 0, 0 001 joins 2 to 1, 1 110 goes on to 6, 0 101 joins
  // 6 to 5, ones fill: 100010 000001 111001 011111 = 34, 1, 57, 31.
  const Graph graph = graph_of(7, {{0, 1}, {0, 2}, {1, 2}, {5, 6}});
  EXPECT_EQ(encode_sparse6(graph), ":Fa@x^");
  EXPECT_EQ(decode_graph6_line(":Fa@x^"), graph);
}

TEST(Digraph6Codec, WritesAndReadsTheExampleOfTheDefinition) {
  // 00101 00000 00000 01001 00000 = 001010 000000 000010 010000 0(00000) = 10, 0, 2, 16, 0.
  const Graph graph = directed(5, {{0, 2}, {0, 4}, {3, 1}, {3, 4}});
  EXPECT_EQ(encode_digraph6(graph), "&DI?AO?");
  EXPECT_EQ(decode_graph6_line("&DI?AO?"), graph);
}

TEST(Graph6Codec, HasGraphsWithoutNodesAndWithoutEdges) {
  EXPECT_EQ(encode_graph6(Graph()), "?");
  EXPECT_EQ(encode_sparse6(Graph()), ":?");
  EXPECT_EQ(encode_digraph6(Graph()), "&?");
  for (const char* line : {"?", ":?", "&?"}) EXPECT_EQ(decode_graph6_line(line), Graph()) << line;
  for (const char* line : {"@", ":@", "&@?"}) EXPECT_EQ(decode_graph6_line(line), graph_of(1, {})) << line;
  EXPECT_EQ(decode_graph6_line("A?"), graph_of(2, {}));
  EXPECT_EQ(decode_graph6_line("A_"), graph_of(2, {{0, 1}}));  // 1(00000) = 32
}

TEST(Graph6Codec, WritesNumbersOfNodesInThreeForms) {
  // 62; 63 = 000000 000000 111111; 12345 = 000011 000000 111001 as in formats.txt; 258047 = 111110 111111 111111;
  // 258048 is the first of 36 bits: 111111 000000 000000 after three sixes of zeros.
  EXPECT_EQ(encode_sparse6(graph_of(62, {})), ":}");
  EXPECT_EQ(encode_sparse6(graph_of(63, {})), ":~??~");
  EXPECT_EQ(encode_sparse6(graph_of(12345, {})), ":~B?x");
  EXPECT_EQ(encode_sparse6(graph_of(258047, {})), ":~}~~");
  EXPECT_EQ(encode_sparse6(graph_of(258048, {})), ":~~???~??");
  EXPECT_EQ(decode_graph6_line(":~B?x"), graph_of(12345, {}));
}

TEST(Sparse6Codec, ReadsWhatItWritesOfGraphsOfHundredsOfThousandsOfNodes) {
  for (const NodeId nodes : {258047, 258048, 300000}) {
    const Graph path = testing::path(nodes);
    EXPECT_EQ(decode_graph6_line(encode_sparse6(path)), path);
  }
}

TEST(Sparse6Codec, KeepsOnesThatFillFromBeingALoop) {
  // Two bits to a node: 1 00, 1 00, 0 01, and three bits to fill. 1 11 would join 3 to itself, so it is 0 11:
  // 100100 001011 = 36, 11.
  const Graph triangle = graph_of(4, {{0, 1}, {0, 2}, {1, 2}});
  EXPECT_EQ(encode_sparse6(triangle), ":CcJ");
  EXPECT_EQ(decode_graph6_line(":CcJ"), triangle);
  EXPECT_EQ(decode_graph6_line(":CcN"), graph_of(4, {{0, 1}, {0, 2}, {1, 2}, {3, 3}}));
  // One bit to a node: 0 0, then 0 111 = 7.
  EXPECT_EQ(encode_sparse6(graph_of(2, {{0, 0}})), ":AF");
  EXPECT_EQ(decode_graph6_line(":AF"), graph_of(2, {{0, 0}}));
  // No bits to a node: 0, then 11111 = 31.
  EXPECT_EQ(encode_sparse6(graph_of(1, {{0, 0}})), ":@^");
  EXPECT_EQ(decode_graph6_line(":@^"), graph_of(1, {{0, 0}}));
}

TEST(Graph6Codec, IgnoresBitsBeyondTheLastEdgeAsNautyDoes) {
  EXPECT_EQ(decode_graph6_line("DQf"), decode_graph6_line("DQc"));          // 1001(11)
  EXPECT_EQ(decode_graph6_line("&DI?AO^"), decode_graph6_line("&DI?AO?"));  // 0(11111)
  EXPECT_EQ(decode_graph6_line(":Fa"), graph_of(7, {{0, 1}}));              // 1 000 (10)
  EXPECT_EQ(encode_sparse6(graph_of(7, {{0, 1}})), ":Fb");                  // 1 000 (11)
}

TEST(Graph6Codec, WritesAsTheDefinitionSaysAndReadsItBack) {
  Rng rng(6, Purpose::test);
  for (const NodeId nodes : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 62, 63, 64, 65, 128, 300}) {
    const int rounds = nodes < 40 ? 250 : 10;
    for (int round = 0; round < rounds; ++round) {
      const double density = rng.uniform();
      const Graph plain = testing::random_graph(nodes, density * density, rng);
      EXPECT_EQ(encode_graph6(plain), naive_graph6(plain));
      ASSERT_EQ(decode_graph6_line(encode_graph6(plain)), plain) << encode_graph6(plain);

      const auto most_edges = static_cast<std::uint64_t>(nodes) * 3;
      const int edges = nodes == 0 ? 0 : static_cast<int>(rng.below(most_edges + 1));
      const Graph arrows = testing::directed_graph(nodes, edges, rng);
      EXPECT_EQ(encode_digraph6(arrows), naive_digraph6(arrows));
      ASSERT_EQ(decode_graph6_line(encode_digraph6(arrows)), arrows) << encode_digraph6(arrows);

      const Graph loops = graph_of(nodes, arrows.edges());
      for (const Graph& graph : {plain, loops}) {
        const std::string line = encode_sparse6(graph);
        ASSERT_EQ(naive_sparse6(nodes, line), graph) << line;
        ASSERT_EQ(decode_graph6_line(line), graph) << line;
      }
    }
  }
}

TEST(Graph6Codec, RefusesToWriteWhatAFormatCannotHold) {
  const auto complaint = [](auto encode, const Graph& graph) {
    const Error error = error_of([&] { encode(graph, "[x] NAME"); });
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return std::string(error.what());
  };
  const std::string no_loops =
      "[x] NAME: the format has no place for self-loops: sparse6 has, and data.self_loops=drop leaves them out";
  const std::string no_directions =
      "[x] NAME: the format has no place for directed edges: digraph6 has, and data.direction=undirected joins reverse "
      "ones";
  EXPECT_EQ(complaint(encode_graph6, graph_of(2, {{1, 1}})), no_loops);
  EXPECT_EQ(complaint(encode_graph6, directed(2, {{0, 1}})), no_directions);
  EXPECT_EQ(complaint(encode_sparse6, directed(2, {{0, 1}})), no_directions);
  // 200000 * 199999 / 2 bits in sixes; 200000 * 200000 bits in sixes.
  EXPECT_EQ(complaint(encode_graph6, graph_of(200000, {})),
            "[x] NAME: expected at most 1073741824 bytes for a graph, found 200000 nodes, which take 3333316667: "
            "sparse6 takes less");
  EXPECT_EQ(complaint(encode_digraph6, graph_of(200000, {})),
            "[x] NAME: expected at most 1073741824 bytes for a graph, found 200000 nodes, which take 6666666667: "
            "sparse6 takes less");
}

TEST(Graph6Codec, NamesTheLineOfAMistake) {
  EXPECT_STREQ(error_of([] { decode_graph6_line("DQ"); }).what(),
               "[graph6] line:1: expected 2 bytes for the edges of 5 nodes, found 1");
  EXPECT_STREQ(error_of([] { decode_graph6_line("DQ", {.where = "[x] f", .line = 7}); }).what(),
               "[x] f:7: expected 2 bytes for the edges of 5 nodes, found 1");
}

}  // namespace
}  // namespace gnnir
