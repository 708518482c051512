#pragma once

/// All of gnnir for a first program; narrower headers compile faster, and those of rooms without torch
/// (docs/design.md) need only gnnir::core. What may be included is in public_headers.txt.
///   Dataset → Split → train_model → TrainedModel → save_model
///   load_predictor → Predictor → predict, evaluate, embed; audit
///   Experiment → run_experiment: folds and seeds, with a folder to resume from

#include "gnnir/audit/audit.h"
#include "gnnir/audit/distinguish.h"
#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/base/stop.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/formats/write.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/generate/triangles.h"
#include "gnnir/data/open.h"
#include "gnnir/data/split/splits.h"
#include "gnnir/data/statistics.h"
#include "gnnir/graph/batch.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/graph/graph.h"
#include "gnnir/graph/search_tree.h"
#include "gnnir/graph/symmetry.h"
#include "gnnir/infer/predictor.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/model_file.h"
#include "gnnir/models/registry.h"
#include "gnnir/models/torch_network.h"
#include "gnnir/nn/conv/registry.h"
#include "gnnir/nn/gnn.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/nn/mlp.h"
#include "gnnir/nn/norm.h"
#include "gnnir/nn/readout/readout.h"
#include "gnnir/nn/segment.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/run/run_experiment.h"
#include "gnnir/settings/config.h"
#include "gnnir/train/train_model.h"
#include "gnnir/version.h"
