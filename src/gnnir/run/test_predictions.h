#pragma once

#include <span>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/infer/prediction.h"
#include "gnnir/record/run_record.h"
#include "gnnir/run/models_by_split.h"
#include "gnnir/run/run.h"

namespace gnnir {

/// What a trained model says of the test part: the table of `gnnir predict` with what is true beside it
/// (infer/prediction_rows.h). Nothing is written if there is no test part.
void write_test_predictions(const TrainingRecord& record, const Dataset& dataset, const TargetEncoding& targets,
                            const Predictions& predictions);

/// The tables of several trainings as one, in the run's folder: rows in the order of graphs, with a column `training`.
/// What several seeds say together stands before what each says. Columns that some lack are empty there. Nothing is
/// written for a single training, or where a table is missing, as in runs of before there were any.
void join_test_predictions(const RunRecord& record, const std::vector<Job>& jobs, const Dataset& dataset,
                           std::span<const TogetherOnTest> together);

}  // namespace gnnir
