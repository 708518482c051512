#include "gnnir/infer/part_of_run.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/fingerprint.h"
#include "gnnir/record/run_record.h"
#include "gnnir/record/started_run.h"

namespace gnnir {
namespace fs = std::filesystem;

bool is_data_of_run(const fs::path& model, const Dataset& dataset) {
  const fs::path folder = fs::absolute(fs::is_directory(model) ? model : model.parent_path()).lexically_normal();
  for (const fs::path& run : {folder, folder.parent_path()}) {
    if (RunRecord(run).has_environment()) return RunRecord(run).read_environment().data == fingerprint(dataset);
  }
  return false;
}

std::vector<std::int64_t> part_of_run(const fs::path& model, const std::string& part, const Dataset& dataset) {
  const fs::path folder = fs::is_directory(model) ? model : model.parent_path();
  const TrainingRecord record(folder);
  if (record.has_split() && RunRecord(folder).has_environment()) {
    const std::vector<Split> splits = RunRecord(folder).read_splits(dataset.size());
    const bool one = std::all_of(splits.begin(), splits.end(), [&](const Split& split) { return split == splits[0]; });
    if (!one) {
      throw setting_error("data.part",
                          "{}: {} has a split for each of its folds: name one of them, such as {}. result.json has the "
                          "scores of all, test_predictions.csv what each says of its own test graphs",
                          part, folder.string(), RunRecord(folder).trainings().front().folder().string());
    }
  }
  if (!record.has_split()) {
    throw setting_error("data.part", "{}: {} has no splits.json; give a run folder as the model", part,
                        folder.string());
  }
  // Of one of several trainings the folder around it knows the data.
  for (const fs::path& run : {folder, fs::absolute(folder).lexically_normal().parent_path()}) {
    if (!RunRecord(run).has_environment()) continue;
    require_same_data(run, dataset, "data.part=" + part);
    break;
  }
  const Split split = record.read_split(dataset.size());
  if (part == "train") return split.train;
  if (part == "validation") return split.validation;
  if (part == "test") return split.test;
  std::vector<std::string> names = {"all", "train", "validation", "test"};
  for (const Split::Extra& extra : split.extra_tests) {
    if (extra.name == part) return extra.graphs;
    names.push_back(extra.name);
  }
  throw setting_error("data.part", "expected one of {}, found '{}'.{}", fmt::join(names, ", "), part,
                      suggestion(part, names));
}

}  // namespace gnnir
