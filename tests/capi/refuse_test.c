/* What cannot be is an error with a word on it, never a crash. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "golden_graphs.h"

void refuses_what_cannot_be(const char* golden);
void survives_damaged_files(const char* golden);

static void expect_error(int line, gnnir_status found, gnnir_status expected, const char* word) {
  if (found == expected && gnnir_last_error_status() == expected && strstr(gnnir_last_error(), word) != NULL) return;
  fprintf(stderr, "line %d: expected status %d with '%s', found %d with '%s'\n", line, (int)expected, word, (int)found,
          gnnir_last_error());
  exit(1);
}
#define EXPECT_ERROR(call, status, word) expect_error(__LINE__, call, status, word)

static double p[24];

static void refuses_files(const char* golden) {
  gnnir_model* model = (gnnir_model*)p;
  EXPECT_ERROR(gnnir_model_load("no/such/file.safetensors", &model), GNNIR_USAGE, "no such model file");
  EXPECT(model == NULL);
  EXPECT_ERROR(gnnir_model_load(NULL, &model), GNNIR_USAGE, "path");
  EXPECT_ERROR(gnnir_model_load("x", NULL), GNNIR_USAGE, "model");
  EXPECT_ERROR(gnnir_model_load(golden, &model), GNNIR_USAGE, "no run folder");
  EXPECT_ERROR(gnnir_model_load(in_folder(golden, "classes.csv"), &model), GNNIR_DATA, "[model]");
  EXPECT_ERROR(gnnir_model_load(in_folder(golden, "newer_format.safetensors"), &model), GNNIR_DATA, "1000");
  EXPECT_ERROR(gnnir_model_load_memory(NULL, 10, &model), GNNIR_USAGE, "bytes");
  EXPECT_ERROR(gnnir_model_load_memory("", 0, &model), GNNIR_DATA, "[model] memory");
}

static void refuses_null_models(void) {
  gnnir_info info = {.struct_size = sizeof info};
  gnnir_graphs none = {.struct_size = sizeof none};
  int64_t count = 0;
  float row[1];
  EXPECT_ERROR(gnnir_model_info(NULL, &info), GNNIR_USAGE, "model");
  EXPECT_ERROR(gnnir_predict(NULL, &none, NULL, NULL), GNNIR_USAGE, "model");
  EXPECT_ERROR(gnnir_predict_proba(NULL, &none, p, 24), GNNIR_USAGE, "model");
  EXPECT_ERROR(gnnir_embedding_columns(NULL, 0, &count), GNNIR_USAGE, "model");
  EXPECT_ERROR(gnnir_embed(NULL, &none, 0, NULL, row, 1), GNNIR_USAGE, "model");
  EXPECT(gnnir_model_output_name(NULL, 0) == NULL && gnnir_model_answer_name(NULL, 0, 0) == NULL);
  EXPECT(gnnir_model_features(NULL, 0) == NULL && gnnir_model_attribute_name(NULL, 0, 0) == NULL);
  EXPECT(gnnir_model_remarks(NULL) == NULL && gnnir_model_known_labels(NULL, 0, &count) == NULL);
}

static void refuses_graphs(const gnnir_model* model, const golden_graphs* good) {
  gnnir_graphs graphs = as_batch(good);
  const gnnir_graphs batch = graphs;
#define EXPECT_REFUSED(change, status, word)                                \
  do {                                                                      \
    graphs = batch;                                                         \
    change;                                                                 \
    EXPECT_ERROR(gnnir_predict_proba(model, &graphs, p, 24), status, word); \
  } while (0)
  EXPECT_ERROR(gnnir_predict_proba(model, NULL, p, 24), GNNIR_USAGE, "graphs");
  EXPECT_REFUSED(graphs.struct_size = 0, GNNIR_USAGE, "struct_size");
  EXPECT_REFUSED(graphs.struct_size = (size_t)-1, GNNIR_USAGE, "struct_size");
  EXPECT_REFUSED(graphs.num_graphs = -1, GNNIR_USAGE, "num_graphs");
  EXPECT_REFUSED(graphs.num_graphs = INT64_MAX, GNNIR_USAGE, "num_graphs");
  EXPECT_REFUSED(graphs.num_nodes = -1, GNNIR_USAGE, "num_nodes");
  EXPECT_REFUSED(graphs.num_edges = INT64_MIN, GNNIR_USAGE, "num_edges");
  EXPECT_REFUSED(graphs.num_node_attributes = -2, GNNIR_USAGE, "num_node_attributes");
  EXPECT_REFUSED(graphs.num_node_attributes = 2, GNNIR_USAGE, "node_attributes");
  EXPECT_REFUSED(graphs.num_edge_attributes = 2, GNNIR_USAGE, "edge_attributes");
  EXPECT_REFUSED(graphs.edge_index = NULL, GNNIR_USAGE, "edge_index");
  EXPECT_REFUSED(graphs.edge_index_32 = good->edge_index_32, GNNIR_USAGE, "which is meant");
  EXPECT_REFUSED(graphs.node_ptr = NULL, GNNIR_USAGE, "node_ptr");
  EXPECT_REFUSED(graphs.node_labels = NULL, GNNIR_DATA, "node labels");
  EXPECT_REFUSED(graphs.num_nodes -= 1, GNNIR_USAGE, "node_ptr");
  int64_t ptr[MOST_GRAPHS + 1];
  memcpy(ptr, good->ptr, sizeof ptr);
  ptr[3] = ptr[2] - 1;
  EXPECT_REFUSED(graphs.node_ptr = ptr, GNNIR_USAGE, "node_ptr[3]");
  ptr[3] = INT64_MIN;
  EXPECT_REFUSED(graphs.node_ptr = ptr, GNNIR_USAGE, "node_ptr[3]");
  ptr[0] = 1;
  EXPECT_REFUSED(graphs.node_ptr = ptr, GNNIR_USAGE, "node_ptr");
  golden_graphs bad = *good;
  const int64_t ends[] = {-1, bad.num_nodes, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
    bad.edge_index[5] = ends[i];
    EXPECT_REFUSED(graphs.edge_index = bad.edge_index, GNNIR_DATA, "edge 5: node");
  }
  bad.edge_index[5] = bad.num_nodes - 1;
  EXPECT_REFUSED(graphs.edge_index = bad.edge_index, GNNIR_DATA, "not of one graph");
  EXPECT_REFUSED((void)0; EXPECT_ERROR(gnnir_predict_proba(model, &graphs, NULL, 24), GNNIR_USAGE, "probabilities");
                 graphs.num_graphs = 11, GNNIR_USAGE, "node_ptr");
  EXPECT_ERROR(gnnir_predict_proba(model, &batch, p, 23), GNNIR_USAGE, "room for at least 24");
  EXPECT_ERROR(gnnir_predict_proba(model, &batch, p, -1), GNNIR_USAGE, "room for at least 24");
}

static void refuses_options(const gnnir_model* model, const golden_graphs* good) {
  const gnnir_graphs batch = as_batch(good);
  gnnir_answers answers = {.struct_size = sizeof answers, .values = p, .values_size = 24};
  gnnir_options options = {.struct_size = sizeof options, .threads = -1};
  EXPECT_ERROR(gnnir_predict(model, &batch, NULL, NULL), GNNIR_USAGE, "answers");
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "threads");
  options.threads = INT_MAX;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "threads");
  options.threads = 0;
  options.batch_size = -1;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "batch_size");
  options.batch_size = 0;
  options.calibrate = 3;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "calibrate");
  options.calibrate = 0;
  options.confidence = 1.5;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "confidence");
  options.confidence = NAN;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "confidence");
  options.confidence = 0;
  answers.lower = p;
  answers.bounds_size = 24;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "confidence");
  options.confidence = 0.5;
  EXPECT_ERROR(gnnir_predict(model, &batch, &options, &answers), GNNIR_USAGE, "model of numbers");
  struct {
    gnnir_options known;
    int64_t of_later;
  } later = {.known = {.struct_size = sizeof later}, .of_later = 0};
  answers.lower = NULL;
  EXPECT(gnnir_predict(model, &batch, &later.known, &answers) == GNNIR_OK);
  later.of_later = 1;
  EXPECT_ERROR(gnnir_predict(model, &batch, &later.known, &answers), GNNIR_USAGE, "does not know");
  float row[1];
  int64_t columns = 0;
  EXPECT_ERROR(gnnir_embed(model, &batch, 7, NULL, row, 1), GNNIR_USAGE, "kind");
  EXPECT_ERROR(gnnir_embed(model, &batch, GNNIR_EMBED_GRAPHS, NULL, NULL, 1), GNNIR_USAGE, "rows");
  EXPECT_ERROR(gnnir_embedding_columns(model, -1, &columns), GNNIR_USAGE, "kind");
}

void refuses_what_cannot_be(const char* golden) {
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  refuses_files(golden);
  refuses_null_models();
  gnnir_model* model = load_or_die(golden, "classes_3.safetensors");
  refuses_graphs(model, &graphs);
  refuses_options(model, &graphs);
  const gnnir_graphs batch = as_batch(&graphs);
  EXPECT(gnnir_predict_proba(model, &batch, p, 24) == GNNIR_OK); /* none of it has left a mark */
  gnnir_model_free(model);
  model = load_or_die(golden, "targets.safetensors");
  EXPECT_ERROR(gnnir_predict_proba(model, &batch, p, 24), GNNIR_USAGE, "one of numbers");
  gnnir_model_free(model);
}

void survives_damaged_files(const char* golden) {
  size_t size = 0;
  char* bytes = read_bytes(in_folder(golden, "classes_3.safetensors"), &size);
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  const gnnir_graphs batch = as_batch(&graphs);
  for (size_t place = 0; place < size; place += place < 9000 ? 7 : 997) {
    for (int way = 0; way < 2; ++way) { /* a byte that is another, and a file that ends there */
      const char before = bytes[place];
      if (way == 0) bytes[place] = (char)(bytes[place] ^ 0x20);
      gnnir_model* model = NULL;
      const gnnir_status status = gnnir_model_load_memory(bytes, way == 0 ? size : place, &model);
      EXPECT(status == GNNIR_OK || status == GNNIR_DATA);
      EXPECT((status == GNNIR_OK) == (model != NULL));
      if (model != NULL) gnnir_predict_proba(model, &batch, p, 24);
      gnnir_model_free(model);
      bytes[place] = before;
    }
  }
  free(bytes);
}
