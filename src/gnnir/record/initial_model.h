#pragma once

#include <filesystem>

#include "gnnir/record/model_header.h"
#include "gnnir/settings/config.h"

namespace gnnir {

// What a training takes over from the model that it begins with (train.init), apart from its weights.

/// The file of a model that is named by its file or by its run folder. An Error of kind usage if there is none, or if
/// the run has several.
std::filesystem::path initial_model_file(const std::filesystem::path& model);

/// What is said of a run that begins with a model, and below it that model's own settings: what it is like, how its
/// graphs are read and their features encoded. As it is if train.init is not said.
SaidSettings with_initial_model(SaidSettings said);

/// The encodings of the model that it begins with; that of its targets where it learned the same ones. An Error of kind
/// usage if the settings ask for other features.
void take_over(const ModelHeader& initial, ModelHeader& header);

/// Whether both predict the same classes, answers or targets, so that the head goes on, too.
bool predict_the_same(const ModelHeader& a, const ModelHeader& b);

/// Of a file that initial_model_file names.
ModelHeader read_initial_header(const std::filesystem::path& file);

}  // namespace gnnir
