/* A model file in a program in C: libgnnir, which needs neither libtorch nor a compiler of C++.
 *
 *   07_predict_from_c [MODEL]     trees.safetensors, which 04_predict_probabilities leaves, tells stars from paths
 *
 * Prints what the model expects, and for a path and a star of six nodes the probability of each class. */
#include <gnnir/c.h>
#include <stdio.h>

static int fail(const char* what) {
  fprintf(stderr, "%s: %s (status %d)\n", what, gnnir_last_error(), (int)gnnir_last_error_status());
  return 1;
}

int main(int argc, char** argv) {
  gnnir_model* model = NULL;
  if (gnnir_model_load(argc > 1 ? argv[1] : "trees.safetensors", &model) != GNNIR_OK) return fail("load");

  gnnir_info info = {.struct_size = sizeof info};
  if (gnnir_model_info(model, &info) != GNNIR_OK) return fail("info");
  printf("gnnir %s: nodes have %s, %d classes\n", gnnir_version(), gnnir_model_features(model, GNNIR_NODES),
         (int)info.num_outputs);

  /* Two graphs as a batch: a path of six nodes and a star of six; each edge in one direction, the model adds the other.
   */
  const int64_t node_ptr[] = {0, 6, 12};
  const int64_t edge_index[2][10] = {{0, 1, 2, 3, 4, /* the star's */ 6, 6, 6, 6, 6},
                                     {1, 2, 3, 4, 5, /* the star's */ 7, 8, 9, 10, 11}};
  const gnnir_graphs graphs = {.struct_size = sizeof graphs,
                               .num_graphs = 2,
                               .num_nodes = 12,
                               .num_edges = 10,
                               .node_ptr = node_ptr,
                               .edge_index = edge_index[0]};
  double probabilities[2][2];
  int64_t classes[2];
  const gnnir_options options = {.struct_size = sizeof options, .threads = 2};
  const gnnir_answers answers = {.struct_size = sizeof answers,
                                 .values = probabilities[0],
                                 .values_size = 4,
                                 .classes = classes,
                                 .classes_size = 2};
  if (info.num_outputs != 2) return 1;
  if (gnnir_predict(model, &graphs, &options, &answers) != GNNIR_OK) return fail("predict");
  for (int g = 0; g < 2; ++g) {
    printf("graph %d: %s with probability %.3f\n", g, gnnir_model_output_name(model, classes[g]),
           probabilities[g][classes[g]]);
  }

  /* What cannot be is said, and nothing has happened: an edge to a node that is not there. */
  const int64_t nowhere[] = {0, 99};
  const gnnir_graphs wrong = {
      .struct_size = sizeof wrong, .num_graphs = 1, .num_nodes = 2, .num_edges = 1, .edge_index = nowhere};
  if (gnnir_predict_proba(model, &wrong, probabilities[0], 2) != GNNIR_DATA) return 1;
  printf("refused: %s\n", gnnir_last_error());

  const int right = classes[0] == 0 && classes[1] == 1 && info.adds_reverse_edges;
  gnnir_model_free(model);
  return right ? 0 : 1;
}
