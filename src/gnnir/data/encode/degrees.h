#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"

namespace gnnir {

/// How many nodes there are of each in-degree.
using DegreeHistogram = std::map<std::int64_t, std::int64_t>;

DegreeHistogram degree_histogram(const Dataset& dataset, std::span<const std::int64_t> graphs);

/// Mean of log(degree + 1), degrees below 1 counting as 1: what PNA measures degrees by. 1 without nodes.
double mean_log_degree(const DegreeHistogram& degrees);

/// A list of [degree, nodes]. `from_json` throws an Error of kind data that begins with `where`.
Json to_json(const DegreeHistogram& degrees);
DegreeHistogram degree_histogram_from_json(const Json& json, const std::string& where);

}  // namespace gnnir
