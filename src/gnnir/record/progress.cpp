#include "gnnir/record/progress.h"

#include <cmath>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/record/stored_values.h"

namespace gnnir {
namespace {

/// JSON has no infinity, and text reads back to the same bits.
double exact(const Json& json, const char* key, const std::string& where) {
  const auto number = parse_number(json.at(key).get<std::string>());
  if (!number) throw data_error("{}: '{}': expected a number, found {}", where, key, in_quotes(json.at(key).dump()));
  return *number;
}

Scores scores_of(const Json& object, const char* key, const std::string& where) {
  const Json& json = object.at(key);
  if (!json.is_object()) throw data_error("{}: '{}': expected an object, found {}", where, key, json.type_name());
  Scores scores;
  for (const auto& [name, value] : json.items()) scores[name] = value.is_null() ? NAN : value.get<double>();
  return scores;
}

/// What no training has.
void check(const Progress& progress, const std::string& where) {
  if (progress.epoch < 1) throw data_error("{}: 'epoch': expected at least 1, found 0", where);
  for (const auto& [key, lr] : {std::pair{"lr", progress.rate.lr}, {"last_lr", progress.last_lr}}) {
    if (!(lr >= 0 && std::isfinite(lr))) throw data_error("{}: '{}': expected at least 0, found {}", where, key, lr);
  }
  const auto& [begin, end] = std::pair(progress.rate.cosine_begin, progress.rate.cosine_end);
  if (!(0 <= begin && begin <= end && end <= 1)) {
    throw data_error("{}: 'cosine': expected shares that rise from 0 to 1, found {} to {}", where, begin, end);
  }
  if (!(progress.seconds >= 0 && progress.epoch_seconds >= 0 && progress.epoch_estimate >= 0)) {
    throw data_error("{}: a negative time", where);
  }
}

}  // namespace

Json Progress::to_json() const {
  Json json = {{"epoch", epoch},
               {"batch", batch},
               {"lr", format_exact(rate.lr)},
               {"best_loss", format_exact(rate.best_loss)},
               {"bad_epochs", rate.bad_epochs},
               {"cosine", {{"begin", format_exact(rate.cosine_begin)}, {"end", format_exact(rate.cosine_end)}}},
               {"last_lr", format_exact(last_lr)},
               {"best_epoch", best_epoch},
               {"optimizer_steps", optimizer_steps},
               {"epoch_seconds", format_exact(epoch_seconds)},
               {"epoch_estimate", format_exact(epoch_estimate)},
               {"seconds", format_exact(seconds)},
               {"stopped_because", stopped_because}};
  if (best) json["best"] = {{"cost", format_exact(best->first)}, {"loss", format_exact(best->second)}};
  return json;
}

Progress Progress::from_json(const Json& json, const std::string& where) {
  try {
    Progress progress;
    progress.epoch = stored_count(json.at("epoch"), "epoch", where);
    progress.batch = stored_count(json.at("batch"), "batch", where);
    progress.rate.lr = exact(json, "lr", where);
    progress.rate.best_loss = exact(json, "best_loss", where);
    progress.rate.bad_epochs = stored_count(json.at("bad_epochs"), "bad_epochs", where);
    if (json.contains("cosine")) {
      progress.rate.cosine_begin = exact(json["cosine"], "begin", where);
      progress.rate.cosine_end = exact(json["cosine"], "end", where);
    }
    if (json.contains("last_lr")) progress.last_lr = exact(json, "last_lr", where);
    if (json.contains("epoch_estimate")) progress.epoch_estimate = exact(json, "epoch_estimate", where);
    progress.best_epoch = stored_count(json.at("best_epoch"), "best_epoch", where);
    if (json.contains("best")) {
      progress.best = {exact(json["best"], "cost", where), exact(json["best"], "loss", where)};
    }
    for (const Json& steps : stored_list(json, "optimizer_steps", where)) {
      progress.optimizer_steps.push_back(stored_count(steps, "optimizer_steps", where));
    }
    progress.epoch_seconds = exact(json, "epoch_seconds", where);
    progress.seconds = exact(json, "seconds", where);
    progress.stopped_because = json.at("stopped_because").get<std::string>();
    check(progress, where);
    return progress;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken progress: {}", where, error.what());
  }
}

Json TrainResult::to_json() const {
  Json json = {
      {"best_epoch", best_epoch}, {"epochs", epochs}, {"parameters", parameters}, {"stopped_because", stopped_because},
      {"last_lr", last_lr},       {"test", test},     {"validation", validation}, {"extra_tests", Json::array()},
      {"seconds", seconds}};
  for (const auto& [name, scores] : extra_tests) json["extra_tests"].push_back({{"name", name}, {"scores", scores}});
  return json;
}

TrainResult TrainResult::from_json(const Json& json, const std::string& where) {
  try {
    TrainResult result;
    result.best_epoch = stored_count(json.at("best_epoch"), "best_epoch", where);
    result.epochs = stored_count(json.at("epochs"), "epochs", where);
    result.parameters = stored_count(json.at("parameters"), "parameters", where);
    result.stopped_because = json.at("stopped_because").get<std::string>();
    result.validation = scores_of(json, "validation", where);
    result.test = scores_of(json, "test", where);
    for (const Json& extra : stored_list(json, "extra_tests", where)) {
      result.extra_tests.emplace_back(extra.at("name").get<std::string>(), scores_of(extra, "scores", where));
    }
    result.seconds = json.at("seconds").get<double>();
    result.last_lr = json.value("last_lr", 0.0);
    return result;
  } catch (const Json::exception& error) {
    throw data_error("{}: broken outcome: {}", where, error.what());
  }
}

}  // namespace gnnir
