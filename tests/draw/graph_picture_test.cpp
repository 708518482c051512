#include "gnnir/draw/graph_picture.h"

#include <gmock/gmock.h>

#include <cmath>

namespace gnnir {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Edges = std::vector<Edge>;

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

Graph path(NodeId n, bool undirected = true) {
  Edges edges;
  for (NodeId v = 1; v < n; ++v) edges.push_back({static_cast<NodeId>(v - 1), v});
  return Graph::from_edges(n, edges, {.undirected = undirected});
}

TEST(GraphPicture, HasACirclePerNodeAndALinePerEdge) {
  const std::string svg = draw_graph(path(4), {});
  EXPECT_EQ(count_of(svg, "<circle"), 4);
  EXPECT_EQ(count_of(svg, "<path"), 3);
  EXPECT_THAT(svg, HasSubstr("graph with 4 nodes and 3 edges"));
}

TEST(GraphPicture, DirectedEdgesHaveHeadsAndThoseOfBothDirectionsNone) {
  EXPECT_EQ(count_of(draw_graph(path(4, false), {}), "stroke=\"none\"/>"), 3);
  const Graph both = Graph::from_edges(2, Edges{{0, 1}, {1, 0}}, {.undirected = false});
  EXPECT_EQ(count_of(draw_graph(both, {}), "stroke=\"none\"/>"), 0);
}

TEST(GraphPicture, NamesAreTextWhereverTheyStand) {
  const std::string name = "<script>alert(\"1\")</script>";
  const std::string svg = draw_graph(path(2), {.title = name,
                                               .subtitle = name,
                                               .colour = {0, 0},
                                               .colour_names = {name},
                                               .labels = {name, "<b"},
                                               .tips = {name, name}});
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b")));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;"));
}

TEST(GraphPicture, ValuesAreColoursOnBothSidesOfWhite) {
  const std::string svg = draw_graph(path(4), {.values = {-2, 0, 2, NAN}, .value_name = "share"});
  EXPECT_THAT(svg, HasSubstr("r=\"13.0\" fill=\"#4393c3\"><title>node 0, -2"));
  EXPECT_THAT(svg, HasSubstr("r=\"13.0\" fill=\"#f7f7f7\"><title>node 1, 0"));
  EXPECT_THAT(svg, HasSubstr("r=\"13.0\" fill=\"#e08214\"><title>node 2, 2"));
  EXPECT_THAT(svg, HasSubstr("r=\"13.0\" fill=\"#e4e7ea\"><title>node 3<"));
  EXPECT_THAT(svg, HasSubstr(">share</text>"));
}

TEST(GraphPicture, AnEdgeSaysWhatTheStrongerOfItsDirectionsSays) {
  // Edges in the order of Graph::edges(): 1 → 0, then 0 → 1. Orange is positive.
  const std::string svg = draw_graph(path(2), {.edge_values = {0.25, -1}});
  EXPECT_EQ(count_of(svg, "stroke=\"#4393c3\""), 1);
  EXPECT_EQ(count_of(svg, "stroke=\"#e08214\""), 0);
}

TEST(GraphPicture, ManyColoursBecomeNumbers) {
  const auto numbers = [](NodeId n) {
    GraphPicture picture;
    for (NodeId v = 0; v < n; ++v) picture.colour.push_back(v);
    return count_of(draw_graph(path(n), picture), "<text");
  };
  EXPECT_EQ(numbers(8), 0);
  EXPECT_EQ(numbers(9), 9);
}

TEST(GraphPicture, LabelsThatDoNotFitAreLeftOut) {
  const std::string svg = draw_graph(path(2), {.labels = {"Cl", "a label that no node has room for"}});
  EXPECT_THAT(svg, HasSubstr(">Cl</text>"));
  EXPECT_EQ(count_of(svg, "<text"), 1);
  EXPECT_THAT(svg, HasSubstr("<title>node 1: a label that no node has room for</title>"));
}

TEST(GraphPicture, OfALargeGraphTheSurroundingsOfMarkedNodesAreDrawn) {
  const std::string svg = draw_graph(path(1000), {.marked = {500}, .most_nodes = 11});
  EXPECT_THAT(svg, HasSubstr("11 of 1000 nodes are shown"));
  for (const char* shown : {"node 495<", "node 500<", "node 505<"}) EXPECT_THAT(svg, HasSubstr(shown));
  EXPECT_THAT(svg, Not(HasSubstr("node 494<")));
  EXPECT_EQ(count_of(svg, "<circle"), 12);  // one of them the ring
}

TEST(GraphPicture, InAPageItsColoursAreThoseOfThePage) {
  const std::string page = draw_graph(path(2), {.marked = {0}, .in_page = true});
  EXPECT_THAT(page, HasSubstr("var(--edge)"));
  EXPECT_THAT(page, HasSubstr("fill=\"currentColor\""));
  const std::string file = draw_graph(path(2), {.marked = {0}});
  EXPECT_THAT(file, Not(HasSubstr("var(")));
  EXPECT_THAT(file, HasSubstr("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"));
  for (const std::string& svg : {page, file}) EXPECT_THAT(svg, Not(HasSubstr(" id=")));
}

TEST(GraphPicture, EmptyGraphsAndLoopsAreHarmless) {
  EXPECT_THAT(draw_graph(Graph(), {}), HasSubstr("no nodes"));
  const std::string loop = draw_graph(Graph::from_edges(1, Edges{{0, 0}}), {});
  EXPECT_EQ(count_of(loop, "<circle"), 1);
  EXPECT_EQ(count_of(loop, "<path"), 1);
  EXPECT_THAT(loop, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace gnnir
