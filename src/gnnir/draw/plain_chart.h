#pragma once

#include <string>

#include "gnnir/draw/curve_chart.h"

namespace gnnir {

/// A chart as SVG, for a page without scripts. x ascends; y is NaN where nothing is drawn.
std::string plain_chart(const CurveChart& chart);

}  // namespace gnnir
