#pragma once

#include <gtest/gtest.h>

#include <string>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/base/text.h"
#include "support/program.h"
#include "support/temp_folder.h"

namespace gnnir::testing {

/// A table X of a plain GNN and a GNN-IR, on five folds' worth of a generated data set, on one split of it, and on a
/// data set that is not there.
class Reproduce : public ::testing::Test {
 protected:
  Reproduce() {
    folder_.write("experiments/X/table.toml", R"(title = "CSL in %"
[[columns]]
key = "folds"
dataset = "CSL"
verb = "cv"
scores = [{ key = "mean", score = "accuracy" }]
[[columns]]
key = "once"
dataset = "CSL"
verb = "train"
scores = [{ key = "test", score = "accuracy" }, { key = "time", score = "seconds_per_epoch", ratio_to = "plain" }]
[[columns]]
key = "absent"
dataset = "MUTAG"
verb = "cv"
split_file = "splits/MUTAG.json"
scores = [{ key = "mean", score = "accuracy" }]
[[rows]]
name = "plain"
folds = { config = "plain_folds.toml", paper = { mean = 10 } }
once = { config = "plain_once.toml", paper = { test = [10, 1], time = 1 } }
[[rows]]
name = "Other model"
folds = { paper = { mean = 37.6 } }
[[rows]]
name = "GNN-IR"
once = { config = "ir_once.toml", paper = { test = 99 } }
absent = { config = "mutag.toml", paper = { mean = 88.7 } }
)");
    write_config("plain_folds", "CSL", 0, 2);
    write_config("plain_once", "CSL", 0, 2);
    write_config("ir_once", "CSL", 1, 2);
    write_config("mutag", "MUTAG", 1, 2);
  }

  void write_config(const std::string& name, const std::string& dataset, int layers, int epochs) const {
    folder_.write("experiments/X/" + name + ".toml",
                  fmt::format("[data]\ndataset = \"{}\"\nfolds = 2\ninner_validation = \"fraction\"\n"
                              "[model]\nir_layers = {}\nwidth = 1\nhidden = 4\n[train]\nepochs = {}\nbatch_size = 16\n"
                              "schedule = \"constant\"\n",
                              dataset, layers, epochs));
  }

  Outcome run(const std::string& arguments) {
    return run_gnnir("reproduce " + arguments + " --threads 1", folder_.path());
  }

  Json results() { return parse_json(read_file(folder_.path() / "experiments/results/X.json"), "X.json"); }
  std::string page() { return read_file(folder_.path() / "experiments/results/X.md"); }
  Json cell(const std::string& row, const std::string& column) {
    const Json all = results();
    for (const Json& candidate : all.at("rows")) {
      for (const Json& cell : candidate.at("cells")) {
        if (candidate.at("name") == row && cell.at("column") == column) return cell;
      }
    }
    ADD_FAILURE() << "no cell " << row << " " << column;
    return {};
  }
  std::filesystem::path run_folder(const std::string& key, int seed = 0) {
    return folder_.path() / "runs/reproduce/X" / key / fmt::format("seed_{}", seed);
  }

  TempFolder folder_;
};

}  // namespace gnnir::testing
