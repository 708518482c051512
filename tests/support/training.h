#pragma once

#include "gnnir/run/run.h"
#include "gnnir/train/trainer.h"
#include "support/small_graphs.h"

namespace gnnir::testing {

/// Rings of 3 to 6 nodes; the class says whether the ring is long, the targets are its length and half of it.
inline Dataset ring_dataset(std::int64_t size) {
  Dataset dataset;
  dataset.name = "RINGS";
  dataset.class_names = {"short", "long"};
  dataset.num_targets = 2;
  dataset.target_names = {"length", "half"};
  for (std::int64_t i = 0; i < size; ++i) {
    const auto length = static_cast<NodeId>(3 + i % 4);
    dataset.examples.push_back({.graph = rings(1, length)});
    dataset.classes.push_back(length > 4 ? 1 : 0);
    dataset.targets.push_back(static_cast<float>(length));
    dataset.targets.push_back(static_cast<float>(length) / 2);
  }
  return dataset;
}

inline RunConfig small_config() {
  RunConfig config;
  config.model.gnn.hidden = 8;
  config.model.ir.layers = 1;
  config.model.ir.width = 2;
  config.train.epochs = 5;
  config.train.batch_size = 12;
  return config;
}

inline Split thirds(std::int64_t size) {
  Split split;
  for (std::int64_t i = 0; i < size; ++i)
    (i % 6 < 4 ? split.train : i % 6 == 4 ? split.validation : split.test).push_back(i);
  return split;
}

inline bool equal(const Weights& a, const Weights& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].first != b[i].first || !a[i].second.equal(b[i].second)) return false;
  }
  return true;
}

class Silent : public RunListener {
 public:
  void on_epoch(const Job&, const EpochReport&) override { ++epochs; }
  void on_job_end(const Job&, const TrainResult&) override { ++jobs; }
  void on_warning(const std::string& text) override { warnings.push_back(text); }
  int epochs = 0;
  int jobs = 0;
  std::vector<std::string> warnings;
};

}  // namespace gnnir::testing
