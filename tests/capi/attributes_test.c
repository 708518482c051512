/* questions.safetensors answers two questions about graphs with attributes of nodes, and labels and attributes of
 * edges. What it says of the two graphs here is from `gnnir predict`, which read them as JSON lines. */
#include <math.h>
#include <string.h>

#include "golden_graphs.h"

void answers_questions_from_attributes(const char* folder);

/* A ring of four, and a ring of five with a chord. */
static const int64_t ptr[] = {0, 4, 9};
static const int64_t edges[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 4, /* to */ 1, 2, 3, 0, 5, 6, 7, 8, 4, 6};
static const int64_t edge_labels[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
static const float edge_attributes[] = {-0.52F, 0.09F, -0.26F, 0.21F, -0.48F, -0.53F, 0.99F, -0.06F, 0.67F, -0.05F};
static const float node_attributes[] = {0.25F, 0,     -0.87F, 1,     -0.97F, 2,     0.67F, 0,     0.28F,
                                        1,     -0.7F, 2,      0.27F, 0,      0.74F, 1,     0.05F, 2};
static const double expected[] = {0.456118, 0.464066, 0.455215, 0.475443};

static double p[4];

static void expect_refused(int line, const gnnir_model* model, const gnnir_graphs* graphs, const char* word) {
  const gnnir_status status = gnnir_predict_proba(model, graphs, p, 4);
  if (status == GNNIR_DATA && strstr(gnnir_last_error(), word) != NULL) return;
  fprintf(stderr, "line %d: expected an error of data with '%s', found %d with '%s'\n", line, word, (int)status,
          gnnir_last_error());
  exit(1);
}

static void refuses_numbers_that_are_none(const gnnir_model* model, gnnir_graphs graphs) {
  float nodes[18];
  float of_edges[10];
  const float bad[] = {NAN, INFINITY, -INFINITY};
  for (size_t i = 0; i < 3; ++i) {
    memcpy(nodes, node_attributes, sizeof nodes);
    memcpy(of_edges, edge_attributes, sizeof of_edges);
    nodes[11] = bad[i];
    graphs.node_attributes = nodes;
    expect_refused(__LINE__, model, &graphs, "graph 1: attribute 1 of node 1 is not finite");
    nodes[11] = 0;
    of_edges[2] = bad[i];
    graphs.edge_attributes = of_edges;
    expect_refused(__LINE__, model, &graphs, "graph 0: attribute 0 of edge");
    graphs.edge_attributes = edge_attributes;
  }
}

void answers_questions_from_attributes(const char* folder) {
  gnnir_model* model = load_or_die(folder, "questions.safetensors");
  gnnir_info info = {.struct_size = sizeof info};
  EXPECT(gnnir_model_info(model, &info) == GNNIR_OK && info.task == GNNIR_QUESTIONS && info.num_outputs == 2);
  EXPECT(info.num_node_attributes == 2 && info.num_edge_attributes == 1 && info.needs_edge_labels == 1);
  EXPECT(info.needs_node_labels == 0 && info.adds_reverse_edges == 1);
  EXPECT(strcmp(gnnir_model_output_name(model, 0), "chord") == 0);
  EXPECT(strcmp(gnnir_model_answer_name(model, 0, 0), "no") == 0);
  EXPECT(strcmp(gnnir_model_answer_name(model, 1, 1), "yes") == 0);
  EXPECT(gnnir_model_answer_name(model, 2, 0) == NULL && gnnir_model_answer_name(model, 0, 2) == NULL);
  EXPECT(strcmp(gnnir_model_features(model, GNNIR_EDGES), "labels+attributes") == 0);
  EXPECT(strcmp(gnnir_model_attribute_name(model, GNNIR_EDGES, 0), "") == 0);
  EXPECT(gnnir_model_attribute_name(model, GNNIR_EDGES, 1) == NULL);

  const gnnir_graphs graphs = {.struct_size = sizeof graphs,
                               .num_graphs = 2,
                               .num_nodes = 9,
                               .num_edges = 10,
                               .node_ptr = ptr,
                               .edge_index = edges,
                               .edge_labels = edge_labels,
                               .num_node_attributes = 2,
                               .node_attributes = node_attributes,
                               .num_edge_attributes = 1,
                               .edge_attributes = edge_attributes};
  EXPECT(gnnir_predict_proba(model, &graphs, p, 4) == GNNIR_OK);
  for (int i = 0; i < 4; ++i) EXPECT(fabs(p[i] - expected[i]) < 1e-6);

  /* The same edges in the opposite order, so that those of the two graphs are the other way round. */
  int64_t back[20];
  int64_t back_labels[10];
  float back_attributes[10];
  for (int e = 0; e < 10; ++e) {
    back[e] = edges[9 - e];
    back[10 + e] = edges[19 - e];
    back_labels[e] = edge_labels[9 - e];
    back_attributes[e] = edge_attributes[9 - e];
  }
  gnnir_graphs other = graphs;
  other.edge_index = back;
  other.edge_labels = back_labels;
  other.edge_attributes = back_attributes;
  double same[4];
  EXPECT(gnnir_predict_proba(model, &other, same, 4) == GNNIR_OK && memcmp(p, same, sizeof p) == 0);
  other.edge_labels = edge_labels; /* but not with the features of other edges */
  other.edge_attributes = edge_attributes;
  EXPECT(gnnir_predict_proba(model, &other, same, 4) == GNNIR_OK && memcmp(p, same, sizeof p) != 0);

  other = graphs;
  other.num_node_attributes = 1;
  expect_refused(__LINE__, model, &other, "expected 8 node attributes (2 per node), found 4");
  other = graphs;
  other.edge_labels = NULL;
  expect_refused(__LINE__, model, &other, "no edge labels");
  other = graphs;
  other.num_edge_attributes = 0;
  expect_refused(__LINE__, model, &other, "edge attributes");
  refuses_numbers_that_are_none(model, graphs);
  gnnir_model_free(model);
}
