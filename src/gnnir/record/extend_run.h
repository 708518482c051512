#pragma once

#include <cstdint>
#include <filesystem>

#include "gnnir/settings/train_options.h"

namespace gnnir {

/// Whether a training that did all its epochs could as well have been asked for more: not along a cosine, which comes
/// to its end with them.
bool could_go_on(const TrainOptions& options);

/// Lets the run in a folder, and its baseline, have so many epochs instead: whoever resumes it then goes on, to the
/// same as if they had been asked for at once. Nothing happens if it has as many. An Error of kind usage if it has
/// more, if its learning rate follows a cosine, or if it kept no state to go on from; then the folder is as it was.
void extend_run(const std::filesystem::path& folder, std::int64_t epochs);

}  // namespace gnnir
