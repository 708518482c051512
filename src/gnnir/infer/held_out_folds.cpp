#include "gnnir/infer/held_out_folds.h"

#include <algorithm>
#include <set>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

using Models = std::span<const ModelHeader* const>;

const HeldOutPart& part_for(const ModelHeader& model, bool folds) {
  return folds ? model.held_out->test : model.held_out->validation;
}

void require_held_out(Models models) {
  for (const ModelHeader* model : models) {
    if (!model->held_out) {
      throw usage_error(
          "[model] confidence and calibration go by what a model said of graphs that it was not trained on, and {} "
          "keeps nothing of that: it was made by an older version, or is not the best model of a training that has "
          "come to its end. Train it again",
          models.size() == 1 ? "this one" : "one of these");
    }
    if (model->held_out->data != models.front()->held_out->data) {
      throw usage_error(
          "[model] models that were trained on different data answer together, but of their confidence nothing is "
          "known: no graphs are held out from all of them");
    }
  }
}

/// Places of the models that have the same held-out graphs, in the order of the first of each.
std::vector<std::vector<std::size_t>> groups_of(Models models) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const HeldOut& own = *models[i]->held_out;
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const std::vector<std::size_t>& group) {
      const HeldOut& other = *models[group.front()]->held_out;
      return own.validation.graphs == other.validation.graphs && own.test.graphs == other.test.graphs;
    });
    if (found == groups.end()) {
      groups.push_back({i});
    } else {
      found->push_back(i);
    }
  }
  return groups;
}

void require_whole_cross_validation(Models models, const std::vector<std::vector<std::size_t>>& groups) {
  std::set<std::int64_t> tested;
  std::size_t all = 0;
  bool tests = true;
  for (const auto& group : groups) {
    const HeldOutPart& test = models[group.front()]->held_out->test;
    tests = tests && !test.graphs.empty();
    tested.insert(test.graphs.begin(), test.graphs.end());
    all += test.graphs.size();
  }
  if (!tests || tested.size() != all) {
    throw usage_error(
        "[model] confidence and calibration of models that answer together are known of seeds with the same "
        "validation graphs and of the folds of one cross-validation; these are neither: no graphs are held out from "
        "all of them");
  }
  const std::int64_t graphs = models.front()->held_out->graphs;
  if (static_cast<std::int64_t>(all) != graphs) {
    throw usage_error(
        "[model] confidence and calibration of a cross-validation take all of its folds: these test {} of {} graphs",
        all, graphs);
  }
}

std::vector<float> together(std::span<const MemberResults> models) {
  return models.size() == 1 ? models.front().results.outputs : combine(models).results.outputs;
}

HeldOutFold fold_of(Models models, const std::vector<std::size_t>& group, bool folds) {
  std::vector<NetworkResults> results;
  for (const std::size_t i : group) results.push_back({.outputs = part_for(*models[i], folds).outputs});
  std::vector<MemberResults> members;
  for (std::size_t m = 0; m < group.size(); ++m) members.push_back({models[group[m]]->targets, results[m]});
  const ModelHeader& first = *models[group.front()];
  return {group, first.targets, together(members), part_for(first, folds).labels};
}

}  // namespace

std::vector<float> HeldOutFold::outputs_of(std::span<const MemberResults> all) const {
  std::vector<MemberResults> members;
  for (const std::size_t i : models) members.push_back(all[i]);
  return together(members);
}

std::vector<HeldOutFold> held_out_folds(Models models) {
  require_held_out(models);
  const auto groups = groups_of(models);
  const bool folds = groups.size() > 1;
  if (folds) require_whole_cross_validation(models, groups);
  std::vector<HeldOutFold> all;
  for (const auto& group : groups) all.push_back(fold_of(models, group, folds));
  if (!folds && all.front().labels.empty()) {
    throw usage_error(
        "[model] confidence and calibration go by validation graphs, and the model was trained without any");
  }
  return all;
}

}  // namespace gnnir
