#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"

namespace gnnir {

struct Safetensors;

/// What a model said of some graphs that it was not trained on, and what is true of them.
struct HeldOutPart {
  std::vector<std::int64_t> graphs = {};  ///< numbers in the data set
  std::vector<float> outputs = {};        ///< [graphs, TargetEncoding::outputs()] as the model gives them
  /// [graphs]: the class, as TargetEncoding counts; or [graphs, outputs]: answers as 0 and 1, targets in their own
  /// units. NaN = missing.
  std::vector<float> labels = {};
  bool operator==(const HeldOutPart&) const = default;
};

/// What a model file keeps of the graphs that its training held out: how far the model can be trusted is measured
/// there (infer/doubt.h).
struct HeldOut {
  std::string data;         ///< fingerprint of the data set
  std::int64_t graphs = 0;  ///< that trained, picked the epoch or tested
  HeldOutPart validation = {};
  HeldOutPart test = {};  ///< kept where a run has several splits, as the folds of a cross-validation
};

/// Columns of labels in a HeldOutPart.
std::size_t label_columns(const TargetEncoding& targets);

/// Puts it into a file: metadata and tensors named held_out.…
void store_held_out(const HeldOut& held_out, const TargetEncoding& targets, Safetensors& file);

/// Whether a file has it.
bool has_held_out(const Safetensors& file);
/// Throws an Error of kind data that begins with `where` if a tensor is missing, or is not what it should be.
HeldOut read_held_out(const Safetensors& file, const TargetEncoding& targets, const std::string& where);

/// What is left are the model's own tensors.
void remove_held_out_tensors(Safetensors& file);

}  // namespace gnnir
