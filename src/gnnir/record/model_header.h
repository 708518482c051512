#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gnnir/data/encode/degrees.h"
#include "gnnir/data/encode/features.h"
#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/data/encode/training_range.h"
#include "gnnir/record/held_out.h"
#include "gnnir/settings/config.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

struct Safetensors;

/// What a model file says of its model apart from the weights: with them, all that it takes to use it on new graphs.
struct ModelHeader {
  RunConfig config;
  FeatureEncoding features;
  FeatureEncoding edge_features;  ///< of kind none if the model does not look at edges
  TargetEncoding targets;
  DegreeHistogram degrees;             ///< of the training graphs
  std::optional<TrainingRange> range;  ///< files of before it was kept have none
  /// Of a training that has come to its end; null: not known, as in files of format version 2.
  std::shared_ptr<const HeldOut> held_out = nullptr;

  [[nodiscard]] ModelShape shape() const;
};

/// What kind of file it is: a model to use, or the state of a training to go on with.
enum class ModelFileKind { model, checkpoint };

/// Puts the header into a file's metadata, and what it has of held-out graphs among its tensors.
void write_model_header(const ModelHeader& header, ModelFileKind kind, Safetensors& file);

/// Reads it back. Throws an Error of kind data that begins with `where`: another kind of file, another version of the
/// format, a broken entry. Whether the tensors suffice for the model is another question (models/model_file.h).
ModelHeader read_model_header(const Safetensors& file, ModelFileKind kind, const std::string& where);

/// One metadata entry; an Error of kind data that begins with `where` if there is none.
const std::string& metadata_entry(const Safetensors& file, const std::string& key, const std::string& where);

}  // namespace gnnir
