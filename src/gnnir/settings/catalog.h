#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/settings/own_options.h"

/// What settings need to know of convolutions and models: names, options, use of edges. Those that come with gnnir are
/// known by name from the start; the rest is told by their registries (nn/conv/registry.h, models/registry.h), which
/// need torch, when it is asked for.
namespace gnnir {

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
};

struct ModelEntry {
  std::string name;     ///< "top-k-pooling"
  std::string summary;  ///< one line
  std::vector<OwnOption> options = {};
  /// The settings of the table's [model] section that it reads, by key; what it does not read is refused. Empty: all.
  std::vector<std::string> reads = {};
  /// Its own use of edges; nothing: what the convolution and `edge_variables` say.
  std::optional<EdgeUse> edges = {};
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
/// All options of entries that are there; with `ask`, also of those that are known by name only.
std::vector<OwnedOption> own_options(bool ask);

/// Who adds the entries that are known by name only; called once, when one of them is asked for.
void set_catalog_source(std::function<void()> source);

}  // namespace gnnir
