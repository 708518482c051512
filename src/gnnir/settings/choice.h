#pragma once

#include <string>

#include "gnnir/data/dataset.h"
#include "gnnir/settings/config.h"

namespace gnnir {

/// What all trainings of a run may take.
struct Budget {
  double seconds = 0;           ///< 0: two hours of one core, counted rather than measured
  double bytes = 0;             ///< 0: what this process could have
  bool cross_validate = false;  ///< a training per fold, else one; of each as many as there are seeds
};

struct ChosenConfig {
  RunConfig config;
  std::string words;  ///< what was chosen and why, in a line; empty if there was nothing to choose
};

/// Whether the graphs of a data set have a say in the settings: not where it has a published protocol, nor where
/// another model than exact IR is named, or an option that only other models read.
bool leaves_choice(const SaidSettings& said);

/// What graphs get if they are small, few, labelled, and have numbers to learn.
RunConfig settings_of_small_graphs();

/// Settings for graphs of one's own: exact IR (model.architecture = exact-ir, L = 1, or as said) with as many epochs as
/// the budget allows. Where its n² rows (n³ with L = 2, …) for a graph of n nodes would take more: the same network
/// without individualization (L = 0), or GNN-IR if L is said. What is said stays as said; where there is no choice, as
/// build_config; though graphs without a protocol, whose settings are in no file, stop early in any case, unless along
/// a cosine. The same graphs get the same settings on every machine, unless its memory decides; no graphs at all get
/// those of small ones. docs/defaults.md has the study that they come from.
ChosenConfig choose_config(const SaidSettings& said, const Dataset& dataset, const Budget& budget);

}  // namespace gnnir
