#pragma once

#include <string>

#include "gnnir/c.h"
#include "gnnir/data/read_options.h"
#include "gnnir/infer/predictor.h"

/// What the opaque pointer points to: const once it is made, so that any number of threads may ask it.
struct gnnir_model {
  gnnir_model(gnnir::Predictor asked, std::string said)
      : predictor(std::move(asked)),
        remarks(std::move(said)),
        edges(predictor.read_options().edges),
        node_features(gnnir::to_string(predictor.model().features.kind)),
        edge_features(gnnir::to_string(predictor.model().edge_features.kind)) {}

  gnnir::Predictor predictor;
  std::string remarks;
  gnnir::EdgeRules edges;
  std::string node_features;
  std::string edge_features;
};
