#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gnnir/settings/own_options.h"

/// What is known of convolutions and models without making one: names, options, use of edges, what they take. Those
/// that come with gnnir are in the room catalog/, an entry to a file; others are added when they are registered
/// (nn/conv/registry.h, models/registry.h).
namespace gnnir {

struct Colours;
struct ConvCost;
struct GnnOptions;
class Graph;
struct GraphSize;
struct ModelCost;
struct ModelOptions;
struct ModelShape;

/// How features of edges are used.
enum class EdgeUse {
  none,
  optional,  ///< where there are any
  required,
};

struct ConvEntry {
  std::string name;     ///< "gat"
  std::string summary;  ///< one line
  EdgeUse edges = EdgeUse::none;
  std::vector<OwnOption> options = {};
  /// What it takes (catalog/cost.h). edges: whether there are edge features
  ConvCost (*cost)(const GnnOptions& options, bool edges) = nullptr;
};

struct ModelEntry {
  std::string name;     ///< "top-k-pooling"
  std::string summary;  ///< one line
  std::vector<OwnOption> options = {};
  /// The settings of the table's [model] section that it reads, by key; what it does not read is refused. Empty: all.
  std::vector<std::string> reads = {};
  /// Its own use of edges; nothing: what the convolution and `edge_variables` say.
  std::optional<EdgeUse> edges = {};
  /// What it takes (catalog/cost.h).
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

/// What convolutions and models may be called: those that come with gnnir, and those that were added.
std::vector<std::string> conv_names();
std::vector<std::string> model_names();

/// An Error of kind usage with the nearest name if there is none.
const ConvEntry& conv_entry(const std::string& name);
const ModelEntry& model_entry(const std::string& name);

/// Adds an entry. An Error of kind usage if its name, or the key of one of its options, is taken.
/// Models may have an option in common if it is the same in all but its help.
void add_to_catalog(ConvEntry entry);
void add_to_catalog(ModelEntry entry);

/// An option of convolutions or of models.
struct OwnedOption {
  enum class Owner { conv, model };
  Owner owner;
  std::vector<std::string> owner_names;  ///< one, or several models that have the same option
  const OwnOption* option;
};
/// All options of all entries.
std::vector<OwnedOption> own_options();

}  // namespace gnnir
