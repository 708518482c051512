/* c.h as a program in C sees it: capi_test TEST GOLDEN [NUMBER]. One line of output or none; 0 if all is as expected.
 */
#include <math.h>
#include <string.h>

#include "golden_graphs.h"
#include "threads.h"

static double room[MOST_GRAPHS * 8];

/* Rows of a file of expected values: numbers behind the first `skip` fields. */
static void read_rows(const char* path, int skip, int columns, double* rows) {
  FILE* file = fopen(path, "r");
  EXPECT(file != NULL);
  char line[512];
  EXPECT(fgets(line, sizeof line, file) != NULL);
  for (int g = 0; g < 12; ++g) {
    EXPECT(fgets(line, sizeof line, file) != NULL);
    char* field = line;
    for (int i = 0; i < skip; ++i) field = strchr(field, ',') + 1;
    for (int c = 0; c < columns; ++c) {
      rows[g * columns + c] = strtod(field, &field);
      ++field;
    }
  }
  fclose(file);
}

static int near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance * fmax(1, fabs(b)); }

static void predicts_what_the_golden_files_say(const char* golden) {
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  const gnnir_graphs batch = as_batch(&graphs);
  double expected[24];
  int64_t classes[12];
  int32_t flags[12];
  gnnir_answers answers = {.struct_size = sizeof answers,
                           .values = room,
                           .values_size = 24,
                           .classes = classes,
                           .classes_size = 12,
                           .flags = flags,
                           .flags_size = 12};
  gnnir_options options = {.struct_size = sizeof options};
  const char* files[2][2] = {{"classes.safetensors", "classes.csv"}, {"classes_3.safetensors", "classes_3.csv"}};
  for (int version = 0; version < 2; ++version) {
    gnnir_model* model = load_or_die(golden, files[version][0]);
    read_rows(in_folder(golden, files[version][1]), 2, 2, expected);
    options.calibrate = version == 0 ? GNNIR_NOT_CALIBRATED : GNNIR_TEMPERATURE;
    EXPECT(gnnir_predict(model, &batch, &options, &answers) == GNNIR_OK);
    for (int g = 0; g < 12; ++g) {
      EXPECT(near(room[2 * g], expected[2 * g], 1e-6) && near(room[2 * g + 1], expected[2 * g + 1], 1e-6));
      EXPECT(classes[g] == (expected[2 * g + 1] > expected[2 * g]));
      EXPECT((flags[g] & GNNIR_NOT_FINITE) == 0);
    }
    gnnir_model_free(model);
  }
  gnnir_model* model = load_or_die(golden, "targets_3.safetensors");
  const golden_graphs other = read_golden_graphs(golden, "targets");
  const gnnir_graphs numbers = as_batch(&other);
  double lower[12];
  double upper[12];
  double rows[36];
  options.calibrate = GNNIR_NOT_CALIBRATED;
  options.confidence = 0.5;
  answers.lower = lower;
  answers.upper = upper;
  answers.bounds_size = 12;
  read_rows(in_folder(golden, "targets_3.csv"), 1, 3, rows);
  EXPECT(gnnir_predict(model, &numbers, &options, &answers) == GNNIR_OK);
  for (int g = 0; g < 12; ++g) {
    EXPECT(near(room[g], rows[3 * g], 1e-6) && near(lower[g], rows[3 * g + 1], 1e-6));
    EXPECT(near(upper[g], rows[3 * g + 2], 1e-6) && classes[g] == -1);
  }
  gnnir_model_free(model);
}

static void gives_one_graph_what_it_gives_a_batch(const char* golden) {
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  size_t size = 0;
  char* bytes = read_bytes(in_folder(golden, "classes_3.safetensors"), &size);
  gnnir_model* model = NULL;
  EXPECT(gnnir_model_load_memory(bytes, size, &model) == GNNIR_OK);
  memset(bytes, 0, size);
  free(bytes);
  gnnir_graphs batch = as_batch(&graphs);
  double all[24];
  EXPECT(gnnir_predict_proba(model, &batch, all, 24) == GNNIR_OK);
  batch.edge_index = NULL;
  batch.edge_index_32 = graphs.edge_index_32;
  EXPECT(gnnir_predict_proba(model, &batch, room, 24) == GNNIR_OK);
  EXPECT(memcmp(all, room, sizeof all) == 0);
  const gnnir_options options = {.struct_size = sizeof options, .threads = 3, .batch_size = 5};
  const gnnir_answers answers = {.struct_size = sizeof answers, .values = room, .values_size = 24};
  EXPECT(gnnir_predict(model, &batch, &options, &answers) == GNNIR_OK);
  for (int i = 0; i < 24; ++i) EXPECT(near(room[i], all[i], 1e-6));
  for (int64_t g = 0; g < graphs.num_graphs; ++g) {
    const golden_graph own = graph_of(&graphs, g);
    const gnnir_graphs one = as_one(&own);
    EXPECT(gnnir_predict_proba(model, &one, room, 2) == GNNIR_OK);
    EXPECT(near(room[0], all[2 * g], 1e-6) && near(room[0] + room[1], 1, 1e-12));
  }
  gnnir_graphs none = {.struct_size = sizeof none, .node_ptr = graphs.ptr};
  EXPECT(gnnir_predict_proba(model, &none, room, 0) == GNNIR_OK);
  gnnir_model_free(model);
}

static void tells_what_a_model_expects(const char* golden) {
  gnnir_model* model = load_or_die(golden, "classes_3.safetensors");
  gnnir_info info = {.struct_size = sizeof info};
  EXPECT(gnnir_model_info(model, &info) == GNNIR_OK);
  EXPECT(info.struct_size == sizeof info && info.task == GNNIR_CLASSES && info.num_outputs == 2);
  EXPECT(info.num_models == 1 && info.needs_node_labels == 1 && info.needs_edge_labels == 0);
  EXPECT(info.num_node_attributes == 0 && info.num_edge_attributes == 0);
  EXPECT(strcmp(gnnir_model_output_name(model, 0), "-1") == 0 && strcmp(gnnir_model_output_name(model, 1), "1") == 0);
  EXPECT(gnnir_model_output_name(model, 2) == NULL && gnnir_last_error_status() == GNNIR_USAGE);
  EXPECT(gnnir_model_answer_name(model, 0, 1) == NULL);
  EXPECT(strcmp(gnnir_model_features(model, GNNIR_NODES), "labels") == 0);
  EXPECT(strcmp(gnnir_model_features(model, GNNIR_EDGES), "none") == 0);
  EXPECT(gnnir_model_features(model, 2) == NULL && gnnir_model_attribute_name(model, GNNIR_NODES, 0) == NULL);
  EXPECT(strcmp(gnnir_model_remarks(model), "") == 0);
  int64_t count = 0;
  const int64_t* labels = gnnir_model_known_labels(model, GNNIR_NODES, &count);
  EXPECT(labels != NULL && count == 3 && labels[0] == 0 && labels[1] == 1 && labels[2] == 2);
  EXPECT(gnnir_model_known_labels(model, GNNIR_EDGES, &count) == NULL && count == 0);
  EXPECT(gnnir_abi_version() == GNNIR_ABI && strlen(gnnir_version()) >= 5);
  gnnir_model_free(model);
  model = load_or_die(golden, "targets.safetensors");
  EXPECT(gnnir_model_info(model, &info) == GNNIR_OK && info.task == GNNIR_NUMBERS && info.num_outputs == 1);
  EXPECT(strcmp(gnnir_model_output_name(model, 0), "target_0") == 0);
  gnnir_model_free(model);
  gnnir_model_free(NULL);
}

static void embeds_graphs_and_nodes(const char* golden) {
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  const gnnir_graphs batch = as_batch(&graphs);
  gnnir_model* model = load_or_die(golden, "classes_3.safetensors");
  for (int32_t kind = GNNIR_EMBED_GRAPHS; kind <= GNNIR_EMBED_NODES; ++kind) {
    int64_t columns = 0;
    EXPECT(gnnir_embedding_columns(model, kind, &columns) == GNNIR_OK && columns > 0);
    const int64_t size = columns * (kind == GNNIR_EMBED_NODES ? graphs.num_nodes : graphs.num_graphs);
    float* rows = calloc((size_t)size + 1, sizeof *rows);
    EXPECT(rows != NULL);
    rows[size] = -7;
    EXPECT(gnnir_embed(model, &batch, kind, NULL, rows, size - 1) == GNNIR_USAGE);
    EXPECT(gnnir_embed(model, &batch, kind, NULL, rows, size) == GNNIR_OK);
    double sum = 0;
    for (int64_t i = 0; i < size; ++i) sum += fabs(rows[i]);
    EXPECT(sum > 0 && isfinite(sum) && rows[size] == -7);
    free(rows);
  }
  gnnir_model_free(model);
}

/* Many predictions on 8 threads that share a model: the same as on this one, to the last bit. */
typedef struct {
  const gnnir_model* model;
  const golden_graph* graphs;
  const double* expected;
  int64_t questions;
  int64_t wrong;
} asker;

static void* ask(void* context) {
  asker* me = context;
  for (int64_t i = 0; i < me->questions; ++i) {
    const int64_t g = i % 12;
    const gnnir_graphs one = as_one(&me->graphs[g]);
    double p[2];
    const gnnir_status status = gnnir_predict_proba(me->model, &one, p, 2);
    if (status != GNNIR_OK || memcmp(p, me->expected + 2 * g, sizeof p) != 0) ++me->wrong;
    if (i % 64 == 0 && gnnir_predict_proba(me->model, &one, p, 1) != GNNIR_USAGE) ++me->wrong; /* its own errors */
  }
  return NULL;
}

static void eight_threads_get_what_one_gets(const char* golden, int64_t predictions) {
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  gnnir_model* model = load_or_die(golden, "classes_3.safetensors");
  static golden_graph own[12];
  for (int64_t g = 0; g < 12; ++g) {
    own[g] = graph_of(&graphs, g);
    const gnnir_graphs one = as_one(&own[g]);
    EXPECT(gnnir_predict_proba(model, &one, room + 2 * g, 2) == GNNIR_OK);
  }
  asker askers[8];
  void* contexts[8];
  for (int t = 0; t < 8; ++t) {
    const asker one = {model, own, room, predictions / 8, 0};
    askers[t] = one;
    contexts[t] = &askers[t];
  }
  run_threads(8, ask, contexts);
  for (int t = 0; t < 8; ++t) EXPECT(askers[t].wrong == 0);
  EXPECT(strcmp(gnnir_last_error(), "") == 0); /* errors are each thread's own */
  gnnir_model_free(model);
}

static void leaves_the_process_alone(const char* golden) {
  const process_state before = state_of_process();
  const golden_graphs graphs = read_golden_graphs(golden, "classes");
  const gnnir_graphs batch = as_batch(&graphs);
  gnnir_model* model = load_or_die(golden, "classes_3.safetensors");
  const gnnir_options options = {.struct_size = sizeof options, .threads = 4, .batch_size = 3};
  const gnnir_answers answers = {.struct_size = sizeof answers, .values = room, .values_size = 24};
  EXPECT(gnnir_predict(model, &batch, &options, &answers) == GNNIR_OK);
  gnnir_model_free(model);
  const process_state after = state_of_process();
  EXPECT(memcmp(&before, &after, sizeof before) == 0);
}

void refuses_what_cannot_be(const char* golden);
void survives_damaged_files(const char* golden);
void answers_questions_from_attributes(const char* folder);

int main(int argc, char** argv) {
  EXPECT(argc >= 3);
  const char* golden = argv[2];
  const int64_t number = argc > 3 ? strtoll(argv[3], NULL, 10) : 4000;
  if (strcmp(argv[1], "golden") == 0) {
    predicts_what_the_golden_files_say(golden);
  } else if (strcmp(argv[1], "one") == 0) {
    gives_one_graph_what_it_gives_a_batch(golden);
  } else if (strcmp(argv[1], "info") == 0) {
    tells_what_a_model_expects(golden);
  } else if (strcmp(argv[1], "embed") == 0) {
    embeds_graphs_and_nodes(golden);
  } else if (strcmp(argv[1], "threads") == 0) {
    eight_threads_get_what_one_gets(golden, number);
  } else if (strcmp(argv[1], "process") == 0) {
    leaves_the_process_alone(golden);
  } else if (strcmp(argv[1], "refuse") == 0) {
    refuses_what_cannot_be(golden);
  } else if (strcmp(argv[1], "damage") == 0) {
    survives_damaged_files(golden);
  } else if (strcmp(argv[1], "attributes") == 0) {
    answers_questions_from_attributes(golden);
  } else {
    fail(__FILE__, __LINE__, "the name of a test");
  }
  return 0;
}
