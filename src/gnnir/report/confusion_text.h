#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/metrics/confusion.h"

namespace gnnir {

/// Of so many classes a matrix is shown unasked.
inline constexpr std::size_t most_classes_unasked = 12;

/// A confusion matrix as a table for a terminal of so many columns: names of classes are cut short (…) to fit. "" if it
/// cannot fit.
std::string confusion_text(const ConfusionMatrix& matrix, std::size_t width = std::numeric_limits<std::size_t>::max());

/// The matrices of test graphs that a result has (report/test_figures.h); those of many classes are not kept there.
std::vector<ConfusionMatrix> confusion_in(const Json& figures);

}  // namespace gnnir
