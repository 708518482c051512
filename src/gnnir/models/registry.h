#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/graph/colours.h"
#include "gnnir/models/model.h"
#include "gnnir/settings/catalog.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

struct GraphSize {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;  ///< directed

  static GraphSize of(const Graph& graph) { return {graph.num_nodes(), graph.num_edges()}; }
};

/// What one graph takes.
struct GraphCost {
  std::int64_t work = 1;  ///< relative to other graphs: shards are cut so that each has about as much
  /// What the memory of a pass grows with: how many rows of nodes and of edges it has at one time.
  double node_rows = 0;
  double edge_rows = 0;
  double largest_level = 0;  ///< rows of nodes that one operation works on
  /// Floating-point operations (2 per multiplication with addition) of the matrix products that one forward pass needs
  /// as the model is published, nothing shared; a training step needs three times as many.
  double flops = 0;
};

/// What a model takes, known from its options alone: nothing is made. Numbers are doubles, as what a hostile file asks
/// for may not fit into an integer.
struct ModelCost {
  double parameters = 0;
  std::function<GraphCost(const GraphSize&)> of_graph;
};

/// All that gnnir knows of a model: its entry in the catalog (name, one line of help, options of its own), and this. A
/// model that comes with gnnir is a file or folder in models/ with a function `ModelDescriptor NAME_model()`, and a
/// word in src/gnnir/CMakeLists.txt; one of a user's own is registered by hand.
struct ModelDescriptor : ModelEntry {
  /// Weights are drawn later (nn/initialize.h).
  std::shared_ptr<Model> (*make)(const ModelOptions& options, const ModelShape& shape,
                                 const Execution& execution) = nullptr;
  ModelCost (*cost)(const ModelOptions& options, const ModelShape& shape) = nullptr;
  /// Throws an Error of kind usage if a graph of this size is too much for the options. Null: none is.
  void (*require_fit)(const ModelOptions& options, const GraphSize& size) = nullptr;
  /// The same model without what blurs how much a row of edges takes beside a row of nodes. Null: as it is.
  ModelOptions (*plainest)(const ModelOptions& options) = nullptr;
  /// In a few words, for titles: "GNN-IR (L=2 k=4)". Null: its name.
  std::string (*describe)(const ModelOptions& options) = nullptr;
  /// The share of a graph's rows that is computed, where features of its nodes and edges have these colours, if equal
  /// rows are computed once. Null: all.
  double (*computed_share)(const ModelOptions& options, const Graph& graph, Colours colours) = nullptr;
};

/// Lets `model.architecture` name it from now on. An Error of kind usage if the name is taken.
void register_model(ModelDescriptor descriptor);

/// An Error of kind usage with the nearest name if there is none.
const ModelDescriptor& model_named(const std::string& name);

/// On the device and in the precision that the execution says.
std::shared_ptr<Model> make_model(const ModelOptions& options, const ModelShape& shape,
                                  const Execution& execution = {});
ModelCost cost_of(const ModelOptions& options, const ModelShape& shape);
/// What would run the parts of such a model, for features that are numbers; one is made to find out.
std::vector<EnginePart> engine_parts(const ModelOptions& options, const Execution& execution);
std::string describe(const ModelOptions& options);
/// An Error of kind usage if a graph of the data set is too much for the options.
void require_fit(const ModelOptions& options, const Dataset& dataset);

}  // namespace gnnir
