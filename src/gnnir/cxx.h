#pragma once

/// c.h for C++17: models that free themselves, vectors for arrays, exceptions for statuses. A header alone, in a
/// namespace of its own: what it stands on is libgnnir, and its ABI that of c.h.
///   const gnnir::runtime::Model model("best.safetensors");
///   const std::vector<std::int64_t> edge_index = {0, 1, 1, 2, 1, 0, 2, 1};  // [2, 4]: sources, then targets
///   const std::vector<double> p = model.predict_proba(gnnir::runtime::one_graph(3, edge_index));

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/c.h"

namespace gnnir::runtime {

/// What a call has failed with.
class Error : public std::runtime_error {
 public:
  Error(gnnir_status status, const char* message, const char* setting)
      : std::runtime_error(message), status_(status), setting_(setting) {}
  [[nodiscard]] gnnir_status status() const { return status_; }
  /// The path of the setting that it is about; empty if it is about none.
  [[nodiscard]] const std::string& setting() const { return setting_; }

 private:
  gnnir_status status_;
  std::string setting_;
};

[[noreturn]] inline void throw_last_error() {
  throw Error(gnnir_last_error_status(), gnnir_last_error(), gnnir_last_error_setting());
}
inline void check(gnnir_status status) {
  if (status != GNNIR_OK) throw_last_error();
}
template <typename T>
const T* check(const T* found) {
  if (found == nullptr) throw_last_error();
  return found;
}

/// A graph whose other arrays are yet to be set where the model looks at them. edge_index: [2, edges], which must
/// outlive it
inline gnnir_graphs one_graph(std::int64_t num_nodes, const std::vector<std::int64_t>& edge_index) {
  gnnir_graphs graph{};
  graph.struct_size = sizeof graph;
  graph.num_graphs = 1;
  graph.num_nodes = num_nodes;
  graph.num_edges = static_cast<std::int64_t>(edge_index.size() / 2);
  graph.edge_index = edge_index.data();
  return graph;
}
gnnir_graphs one_graph(std::int64_t num_nodes, const std::vector<std::int64_t>&& edge_index) = delete;

struct Options {
  std::int32_t threads = 1;
  std::int64_t batch_size = 0;  ///< 0: as in training
  std::int32_t calibrate = GNNIR_NOT_CALIBRATED;
  double confidence = 0;  ///< with it numbers have bounds
};

struct Answers {
  std::int64_t outputs = 0;
  std::vector<double> values;         ///< [graphs, outputs]: probabilities, or targets
  std::vector<std::int64_t> classes;  ///< [graphs]; -1 where there is none
  std::vector<std::int32_t> flags;    ///< [graphs]: GNNIR_NOT_FINITE, …
  std::vector<double> lower, upper;   ///< [graphs, outputs], or empty
};

struct Embeddings {
  std::int64_t columns = 0;
  std::vector<float> rows;  ///< [graphs or nodes, columns]
};

/// A trained model: const, and several threads may ask at once. An Error for all that goes wrong.
class Model {
 public:
  /// A model file or a run folder.
  explicit Model(const std::string& path) {
    gnnir_model* loaded = nullptr;
    check(gnnir_model_load(path.c_str(), &loaded));
    model_.reset(loaded);
  }
  /// The bytes of a model file.
  static Model from_memory(std::string_view bytes) {
    gnnir_model* loaded = nullptr;
    check(gnnir_model_load_memory(bytes.data(), bytes.size(), &loaded));
    return Model(loaded);
  }

  [[nodiscard]] const gnnir_model* get() const { return model_.get(); }
  [[nodiscard]] gnnir_info info() const {
    gnnir_info info{};
    info.struct_size = sizeof info;
    check(gnnir_model_info(get(), &info));
    return info;
  }
  /// Of the classes, of the questions, or of the targets.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (std::int64_t o = 0; o < info().num_outputs; ++o) names.emplace_back(check(gnnir_model_output_name(get(), o)));
    return names;
  }

  [[nodiscard]] Answers predict(const gnnir_graphs& graphs, const Options& options = {}) const {
    const gnnir_options said = c_options(options);
    Answers all;
    all.outputs = info().num_outputs;
    const std::size_t graphs_asked = count(graphs.num_graphs);
    const std::size_t values = graphs_asked * count(all.outputs);
    all.values.resize(values);
    all.classes.resize(graphs_asked);
    all.flags.resize(graphs_asked);
    if (options.confidence != 0) {
      all.lower.resize(values);
      all.upper.resize(values);
    }
    gnnir_answers to{};
    to.struct_size = sizeof to;
    to.values = all.values.data();
    to.values_size = static_cast<std::int64_t>(values);
    to.classes = all.classes.data();
    to.flags = all.flags.data();
    to.classes_size = to.flags_size = static_cast<std::int64_t>(graphs_asked);
    to.lower = all.lower.empty() ? nullptr : all.lower.data();
    to.upper = all.upper.empty() ? nullptr : all.upper.data();
    to.bounds_size = static_cast<std::int64_t>(all.lower.size());
    check(gnnir_predict(get(), &graphs, &said, &to));
    return all;
  }

  /// [graphs, outputs]: of classes, or of yes.
  [[nodiscard]] std::vector<double> predict_proba(const gnnir_graphs& graphs) const {
    std::vector<double> probabilities(count(graphs.num_graphs) * count(info().num_outputs));
    probabilities.reserve(1);  // so that there is a pointer also for no graphs
    check(gnnir_predict_proba(get(), &graphs, probabilities.data(), static_cast<std::int64_t>(probabilities.size())));
    return probabilities;
  }

  /// kind: GNNIR_EMBED_GRAPHS or GNNIR_EMBED_NODES
  [[nodiscard]] Embeddings embed(const gnnir_graphs& graphs, std::int32_t kind = GNNIR_EMBED_GRAPHS,
                                 const Options& options = {}) const {
    const gnnir_options said = c_options(options);
    Embeddings all;
    check(gnnir_embedding_columns(get(), kind, &all.columns));
    all.rows.resize(count(kind == GNNIR_EMBED_NODES ? graphs.num_nodes : graphs.num_graphs) * count(all.columns));
    all.rows.reserve(1);
    check(gnnir_embed(get(), &graphs, kind, &said, all.rows.data(), static_cast<std::int64_t>(all.rows.size())));
    return all;
  }

 private:
  explicit Model(gnnir_model* loaded) : model_(loaded) {}
  /// What is negative is an error of the call that follows.
  static std::size_t count(std::int64_t number) { return number > 0 ? static_cast<std::size_t>(number) : 0; }
  static gnnir_options c_options(const Options& options) {
    gnnir_options said{};
    said.struct_size = sizeof said;
    said.threads = options.threads;
    said.calibrate = options.calibrate;
    said.batch_size = options.batch_size;
    said.confidence = options.confidence;
    return said;
  }

  struct Free {
    void operator()(gnnir_model* model) const { gnnir_model_free(model); }
  };
  std::unique_ptr<gnnir_model, Free> model_;
};

}  // namespace gnnir::runtime
