#pragma once

#include <span>

#include "gnnir/base/json.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

/// What a run's question was about, as result.json keeps it under "data": sizes of the graphs (least, mean and most
/// `nodes` and `edges`), `parts` of the first split by their names, `splits`, and `labels`, a row for each class,
/// question or target: of classes how many graphs of each part have it, of questions the answers, of targets least,
/// mean, deviation and most. Of many classes the most frequent ones.
Json data_facts(const Dataset& dataset, std::span<const Split> splits);

}  // namespace gnnir
