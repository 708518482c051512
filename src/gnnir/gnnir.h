#pragma once

/// All of gnnir for library users. Narrower headers compile faster; this one is for a first program.
///   Dataset → Split → train_model → TrainedModel → predict, save_model

#include "gnnir/base/error.h"
#include "gnnir/base/rng.h"
#include "gnnir/base/thread_pool.h"
#include "gnnir/data/dataset.h"
#include "gnnir/data/features.h"
#include "gnnir/data/generators/csl.h"
#include "gnnir/data/generators/triangles.h"
#include "gnnir/data/open.h"
#include "gnnir/data/splits.h"
#include "gnnir/data/tu_writer.h"
#include "gnnir/graph/batch.h"
#include "gnnir/graph/graph.h"
#include "gnnir/ir/gnn_ir.h"
#include "gnnir/models/collate.h"
#include "gnnir/models/graph_model.h"
#include "gnnir/nn/initialize.h"
#include "gnnir/train/config.h"
#include "gnnir/train/model_file.h"
#include "gnnir/train/predict.h"
#include "gnnir/train/trainer.h"
#include "gnnir/version.h"
