#pragma once

#include <filesystem>
#include <string>

#include "gnnir/models/model_file.h"

namespace gnnir {

/// Gives a new model the weights of the one in this file. Its head stays as it was drawn if it predicts something else.
/// An Error of kind usage that names what does not fit: another width, other features, another model.
void take_weights(TrainedModel& trained, const std::filesystem::path& file);

/// Lets all but the head of a model be as it is: no gradient, and Stepper leaves running statistics alone. An Error of
/// kind usage if the model has no part called head.
void freeze_encoder(Model& model);

/// A word on a model to begin with that predicts something else; empty if it is the same, or there is none.
std::string remark_on_head(const RunConfig& config, const ModelHeader& header);

}  // namespace gnnir
