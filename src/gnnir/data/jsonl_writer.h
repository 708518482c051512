#pragma once

#include <string>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// A data set as JSON lines that read_jsonl reads back to equal examples, classes, class names and targets; every
/// directed edge is written. The format has no place for parts and for names of classes that no graph has. An Error of
/// kind usage if the data set cannot be written.
std::string jsonl_text(const Dataset& dataset);

}  // namespace gnnir
