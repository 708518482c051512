#pragma once

/** The graphs of tests/golden, read anew in C, and checks that say where they fail. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "gnnir/c.h"

#define MOST_GRAPHS 16
#define MOST_NODES 256
#define MOST_EDGES 1024

typedef struct {
  int64_t num_graphs, num_nodes, num_edges;
  int64_t ptr[MOST_GRAPHS + 1];
  int64_t labels[MOST_NODES];
  int64_t edge_index[2 * MOST_EDGES];
  int32_t edge_index_32[2 * MOST_EDGES];
} golden_graphs;

/** name: classes or targets */
golden_graphs read_golden_graphs(const char* folder, const char* name);
/** As the functions take them. */
gnnir_graphs as_batch(const golden_graphs* graphs);

/** One graph of several, with numbers of nodes and edges of its own. */
typedef struct {
  int64_t num_nodes, num_edges;
  int64_t labels[MOST_NODES];
  int64_t edge_index[2 * MOST_EDGES];
} golden_graph;
golden_graph graph_of(const golden_graphs* graphs, int64_t number);
gnnir_graphs as_one(const golden_graph* graph);

/** A file that must be there; *size bytes, to be freed. */
char* read_bytes(const char* path, size_t* size);
/** FOLDER/NAME; valid until the next call. */
const char* in_folder(const char* folder, const char* name);
/** A model that must load. */
gnnir_model* load_or_die(const char* folder, const char* name);

void fail(const char* file, int line, const char* what);
#define EXPECT(condition)                                   \
  do {                                                      \
    if (!(condition)) fail(__FILE__, __LINE__, #condition); \
  } while (0)
