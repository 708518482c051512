#pragma once

/**
 * Trained models in a program in C, or in any language that calls C: libgnnir. No libtorch, no other file.
 *
 *   gnnir_model* model = NULL;
 *   if (gnnir_model_load("best.safetensors", &model) != GNNIR_OK) fail(gnnir_last_error());
 *   const int64_t edge_index[] = {0, 1, 1, 2, 1, 0, 2, 1};  // [2, 4]: sources, then targets
 *   gnnir_graphs path = {.struct_size = sizeof path, .num_graphs = 1, .num_nodes = 3, .num_edges = 4,
 *                        .edge_index = edge_index};
 *   double probabilities[2];
 *   if (gnnir_predict_proba(model, &path, probabilities, 2) != GNNIR_OK) fail(gnnir_last_error());
 *   gnnir_model_free(model);
 *
 * Models: a file or a run folder that gnnir has trained, of architecture gnn-ir or exact-ir; several of a run answer
 * together. Numbers are those of `gnnir predict`.
 *
 * Threads: a model may be asked by any number of threads at once, and gives each the same to the last bit. Loading and
 * freeing are for one thread. A call starts at most the threads that its options say, and they end with it: fork() is
 * safe while no call runs.
 *
 * The process: no function changes environment, signals, locale, streams, or counts of threads, but
 * gnnir_use_single_threaded_products(), which does so because it is asked to.
 *
 * Errors: a function that can fail returns a gnnir_status. Null pointers, negative numbers and sizes that do not fit
 * are errors, and nothing is written then. No exception leaves a function. Pointers that are not null must point to as
 * many values as the sizes say, aligned as C wants it; nothing is kept after a call but in the model.
 *
 * ABI: GNNIR_ABI is in the file's name (libgnnir.so.1) and in the version of its symbols. While it stays as it is,
 * functions are never removed or changed, numbers of constants never change, and structs grow only at their end:
 * struct_size, which the caller sets to sizeof the struct, tells which fields there are. So a program goes on with
 * every later libgnnir of the same ABI without being compiled anew. Fields that are not set must be 0.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GNNIR_API __attribute__((visibility("default")))
#else
#define GNNIR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define GNNIR_ABI 1

/** "0.1.0"; the GNNIR_ABI that the library was built with. */
GNNIR_API const char* gnnir_version(void);
GNNIR_API int32_t gnnir_abi_version(void);

/** What became of a call; the constants of an enum whose size is no question of the compiler. */
typedef int32_t gnnir_status;
enum {
  GNNIR_OK = 0,
  GNNIR_USAGE = 1,    /**< what was asked for is wrong: a null pointer, a size, a setting */
  GNNIR_DATA = 2,     /**< a model file, or graphs, are wrong */
  GNNIR_IO = 3,       /**< a file cannot be read */
  GNNIR_MEMORY = 4,   /**< there is not enough of it, or no thread can be started */
  GNNIR_INTERNAL = 5, /**< a mistake of ours */
};

/** Of the last call in this thread that failed: what to tell a person, in UTF-8; "" and GNNIR_OK if none has. Valid
 * until the next call that fails in this thread. */
GNNIR_API const char* gnnir_last_error(void);
GNNIR_API gnnir_status gnnir_last_error_status(void);
/** The path of the setting that it is about, such as train.lr; "" if it is about none. */
GNNIR_API const char* gnnir_last_error_setting(void);

/** A trained model, or several that answer together. */
typedef struct gnnir_model gnnir_model;

/** path: a model file or a run folder. *model is null where it fails. */
GNNIR_API gnnir_status gnnir_model_load(const char* path, gnnir_model** model);
/** The bytes of a model file; they are not needed afterwards. */
GNNIR_API gnnir_status gnnir_model_load_memory(const void* bytes, size_t size, gnnir_model** model);
/** Null: nothing happens. */
GNNIR_API void gnnir_model_free(gnnir_model* model);

/** What a model predicts. */
enum {
  GNNIR_CLASSES = 0,   /**< one of several classes */
  GNNIR_QUESTIONS = 1, /**< several questions, each with two answers */
  GNNIR_NUMBERS = 2,   /**< targets in their own units */
};

/** Whose features. */
enum { GNNIR_NODES = 0, GNNIR_EDGES = 1 };

/** What a model is, and what it looks at: what it needs of graphs. */
typedef struct gnnir_info {
  size_t struct_size;
  int32_t task;              /**< GNNIR_CLASSES, … */
  int32_t needs_node_labels; /**< 0 or 1, as the next */
  int32_t needs_edge_labels;
  int32_t adds_reverse_edges;  /**< an edge without its reverse is joined by it, as in training */
  int32_t keeps_self_loops;    /**< else they are left out, as in training */
  int32_t reserved;            /**< 0 */
  int64_t num_models;          /**< that answer together */
  int64_t num_outputs;         /**< classes, questions or targets */
  int64_t num_node_attributes; /**< columns that it needs; 0: it looks at none */
  int64_t num_edge_attributes; /**< likewise */
} gnnir_info;

GNNIR_API gnnir_status gnnir_model_info(const gnnir_model* model, gnnir_info* info);

/** Texts that live as long as the model. Null, and an error, for a number that is not there. */

/** Of class, question or target number `output`. */
GNNIR_API const char* gnnir_model_output_name(const gnnir_model* model, int64_t output);
/** What answer 0 (no) and 1 (yes) to a question are called. */
GNNIR_API const char* gnnir_model_answer_name(const gnnir_model* model, int64_t question, int32_t answer);
/** labels, attributes, labels+attributes, degree, degree-scalar, constant or none. of: GNNIR_NODES or GNNIR_EDGES */
GNNIR_API const char* gnnir_model_features(const gnnir_model* model, int32_t of);
/** Of column `column` of attributes; "" where the training data did not name them. */
GNNIR_API const char* gnnir_model_attribute_name(const gnnir_model* model, int32_t of, int64_t column);
/** What a person should know of the model as it was loaded, a line each; "" mostly. */
GNNIR_API const char* gnnir_model_remarks(const gnnir_model* model);
/** The labels that it was trained on, ascending: *count of them. Others are one more label, "unknown". Null, without an
 * error, if it looks at none. */
GNNIR_API const int64_t* gnnir_model_known_labels(const gnnir_model* model, int32_t of, int64_t* count);

/** Graphs as plain arrays, in the layout of a batch of PyTorch Geometric. Edges are directed; an undirected one is
 * there in both directions, or in one where the model adds the other (gnnir_info). Of several edges from one node to
 * another the first counts. What a model does not look at may be null, and is not looked at. */
typedef struct gnnir_graphs {
  size_t struct_size;
  int64_t num_graphs;
  int64_t num_nodes;         /**< of all graphs together */
  int64_t num_edges;         /**< likewise */
  const int64_t* node_ptr;   /**< [num_graphs + 1], from 0 to num_nodes: where nodes of each begin; null: one graph */
  const int64_t* edge_index; /**< [2, num_edges] row by row: sources, then targets, among the nodes of all graphs */
  const int32_t* edge_index_32; /**< the same in 32 bits; one of the two is null */
  const int64_t* node_labels;   /**< [num_nodes], or null */
  const int64_t* edge_labels;   /**< [num_edges], or null */
  int64_t num_node_attributes;  /**< columns */
  const float* node_attributes; /**< [num_nodes, num_node_attributes] row by row, finite numbers; or null */
  int64_t num_edge_attributes;
  const float* edge_attributes; /**< [num_edges, num_edge_attributes] likewise */
} gnnir_graphs;

/** How probabilities are calibrated, on held-out graphs of the training; others than none need a model file that has
 * them. */
enum { GNNIR_NOT_CALIBRATED = 0, GNNIR_TEMPERATURE = 1, GNNIR_ISOTONIC = 2 };

/** How a question is answered. Answers do not depend on threads and batch_size. */
typedef struct gnnir_options {
  size_t struct_size;
  int32_t threads;    /**< of this call; 0 or 1: the calling thread alone */
  int32_t calibrate;  /**< GNNIR_NOT_CALIBRATED, … */
  int64_t batch_size; /**< graphs at one time; 0: as in training */
  double confidence;  /**< of gnnir_answers::lower and upper: 0.9, say. 0: none are wanted */
} gnnir_options;

/** Of a graph in gnnir_answers::flags, added up. */
enum {
  GNNIR_NOT_FINITE = 1,       /**< the model has no finite output for it: values are NaN, the class is -1 */
  GNNIR_ORDER_MAY_MATTER = 2, /**< another order of nodes may give another answer */
  GNNIR_UNUSUAL = 4,          /**< far from all that the model was trained on: the answer is a guess */
};

/** Where answers go: arrays of the caller, each with its size; null: not wanted. */
typedef struct gnnir_answers {
  size_t struct_size;
  double* values;       /**< [num_graphs, num_outputs]: probabilities of classes, of yes, or targets */
  int64_t values_size;  /**< numbers that there is room for: at least num_graphs · num_outputs */
  int64_t* classes;     /**< [num_graphs]: the likeliest class, from 0; -1 where the model predicts none */
  int64_t classes_size; /**< at least num_graphs, as the next */
  int32_t* flags;       /**< [num_graphs] */
  int64_t flags_size;
  double* lower;       /**< [num_graphs, num_outputs]: of targets, with gnnir_options::confidence */
  double* upper;       /**< likewise */
  int64_t bounds_size; /**< of each of the two */
} gnnir_answers;

/** options: null: as they are by themselves. */
GNNIR_API gnnir_status gnnir_predict(const gnnir_model* model, const gnnir_graphs* graphs, const gnnir_options* options,
                                     const gnnir_answers* answers);
/** Probabilities alone, [num_graphs, num_outputs], on the calling thread; size: numbers that there is room for. An
 * error if the model predicts numbers, or has no finite output. */
GNNIR_API gnnir_status gnnir_predict_proba(const gnnir_model* model, const gnnir_graphs* graphs, double* probabilities,
                                           int64_t size);

/** What is embedded. */
enum { GNNIR_EMBED_GRAPHS = 0, GNNIR_EMBED_NODES = 1 };

/** Numbers in an embedding; an error if the model has none of nodes. */
GNNIR_API gnnir_status gnnir_embedding_columns(const gnnir_model* model, int32_t kind, int64_t* columns);
/** rows: [num_graphs or num_nodes, columns]; of several models side by side. size: numbers that there is room for. */
GNNIR_API gnnir_status gnnir_embed(const gnnir_model* model, const gnnir_graphs* graphs, int32_t kind,
                                   const gnnir_options* options, float* rows, int64_t size);

/** OpenBLAS, which multiplies matrices, has threads of its own in the process, and uses them for large graphs: answers
 * may then differ in their last bits from those on another number of cores. This, called once, makes it multiply on the
 * calling thread alone, in the whole process. OPENBLAS_NUM_THREADS=1 in the environment does the same. */
GNNIR_API void gnnir_use_single_threaded_products(void);

#ifdef __cplusplus
}
#endif
