#include "golden_graphs.h"

#include <inttypes.h>

void fail(const char* file, int line, const char* what) {
  fprintf(stderr, "%s:%d: expected %s; the last error: %s\n", file, line, what, gnnir_last_error());
  exit(1);
}

const char* in_folder(const char* folder, const char* name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

char* read_bytes(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  EXPECT(file != NULL);
  EXPECT(fseek(file, 0, SEEK_END) == 0);
  const long end = ftell(file);
  EXPECT(end > 0);
  rewind(file);
  char* bytes = malloc((size_t)end);
  EXPECT(bytes != NULL);
  *size = fread(bytes, 1, (size_t)end, file);
  EXPECT(*size == (size_t)end);
  fclose(file);
  return bytes;
}

gnnir_model* load_or_die(const char* folder, const char* name) {
  gnnir_model* model = NULL;
  EXPECT(gnnir_model_load(in_folder(folder, name), &model) == GNNIR_OK);
  EXPECT(model != NULL);
  return model;
}

static FILE* open_part(const char* folder, const char* name, const char* part) {
  char file[256];
  snprintf(file, sizeof file, "%s/%s_%s.txt", name, name, part);
  FILE* opened = fopen(in_folder(folder, file), "r");
  EXPECT(opened != NULL);
  return opened;
}

golden_graphs read_golden_graphs(const char* folder, const char* name) {
  golden_graphs graphs = {0};
  int64_t number = 0;
  FILE* file = open_part(folder, name, "graph_indicator");
  while (fscanf(file, "%" SCNd64, &number) == 1) {
    EXPECT(graphs.num_nodes < MOST_NODES && number >= 1 && number <= MOST_GRAPHS);
    graphs.num_graphs = number;
    graphs.ptr[number] = ++graphs.num_nodes;
  }
  fclose(file);
  file = open_part(folder, name, "node_labels");
  for (int64_t v = 0; v < graphs.num_nodes; ++v) EXPECT(fscanf(file, "%" SCNd64, &graphs.labels[v]) == 1);
  fclose(file);
  int64_t ends[MOST_EDGES][2];
  file = open_part(folder, name, "A");
  while (graphs.num_edges < MOST_EDGES &&
         fscanf(file, "%" SCNd64 ", %" SCNd64, &ends[graphs.num_edges][0], &ends[graphs.num_edges][1]) == 2) {
    ++graphs.num_edges;
  }
  fclose(file);
  for (int row = 0; row < 2; ++row) {
    for (int64_t e = 0; e < graphs.num_edges; ++e) {
      graphs.edge_index[row * graphs.num_edges + e] = ends[e][row] - 1;
      graphs.edge_index_32[row * graphs.num_edges + e] = (int32_t)(ends[e][row] - 1);
    }
  }
  EXPECT(graphs.num_graphs == 12 && graphs.num_edges > 0);
  return graphs;
}

gnnir_graphs as_batch(const golden_graphs* graphs) {
  const gnnir_graphs batch = {.struct_size = sizeof batch,
                              .num_graphs = graphs->num_graphs,
                              .num_nodes = graphs->num_nodes,
                              .num_edges = graphs->num_edges,
                              .node_ptr = graphs->ptr,
                              .edge_index = graphs->edge_index,
                              .node_labels = graphs->labels};
  return batch;
}

golden_graph graph_of(const golden_graphs* graphs, int64_t number) {
  golden_graph graph = {0};
  const int64_t first = graphs->ptr[number];
  const int64_t last = graphs->ptr[number + 1];
  for (int64_t v = first; v < last; ++v) graph.labels[graph.num_nodes++] = graphs->labels[v];
  for (int64_t e = 0; e < graphs->num_edges; ++e) {
    if (graphs->edge_index[e] >= first && graphs->edge_index[e] < last) ++graph.num_edges;
  }
  for (int row = 0; row < 2; ++row) {
    int64_t place = row * graph.num_edges;
    for (int64_t e = 0; e < graphs->num_edges; ++e) {
      if (graphs->edge_index[e] < first || graphs->edge_index[e] >= last) continue;
      graph.edge_index[place++] = graphs->edge_index[row * graphs->num_edges + e] - first;
    }
  }
  return graph;
}

gnnir_graphs as_one(const golden_graph* graph) {
  const gnnir_graphs one = {.struct_size = sizeof one,
                            .num_graphs = 1,
                            .num_nodes = graph->num_nodes,
                            .num_edges = graph->num_edges,
                            .edge_index = graph->edge_index,
                            .node_labels = graph->labels};
  return one;
}
