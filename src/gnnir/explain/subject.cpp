#include "gnnir/explain/subject.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

/// Names for a message, at most twenty.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most, names.size()));
  const std::vector<std::string> first(names.begin(), names.begin() + shown);
  return fmt::format("{}{}", fmt::join(first, ", "), names.size() > most ? ", …" : "");
}

std::size_t place_in(const std::vector<std::string>& names, const std::string& name, const char* setting,
                     const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw setting_error(setting, "expected {} ({}), found '{}'.{}", what, some_of(names), name, suggestion(name, names));
}

/// Of several questions or targets the one that is named.
std::size_t column_of(const TargetEncoding& targets, const std::string& name) {
  const bool questions = targets.task == Task::yes_no;
  const char* what = questions ? "a question of the model" : "a target of the model";
  if (!name.empty()) return place_in(targets.names, name, "explain.target", what);
  if (targets.names.size() == 1) return 0;
  throw setting_error("explain.target", "the model has {} {}: name one of {}", targets.names.size(),
                      questions ? "questions" : "targets", some_of(targets.names));
}

/// log Σ exp(output) over the others.
double log_of_others(std::span<const double> outputs, std::size_t output) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < outputs.size(); ++c) {
    if (c != output) best = std::max(best, outputs[c]);
  }
  double others = 0;
  for (std::size_t c = 0; c < outputs.size(); ++c) {
    if (c != output) others += std::exp(outputs[c] - best);
  }
  return best + std::log(others);
}

struct Resolved {
  std::size_t output = 0;
  bool no = false;
};

Resolved resolve(const TargetEncoding& targets, const ExplainOptions& options, std::span<const double> said) {
  if (targets.task == Task::classification) {
    if (!options.target.empty()) {
      throw setting_error("explain.target", "the model predicts classes: name one by explain.class");
    }
    if (targets.names.size() < 2)
      throw usage_error("[explain] the model knows one class only: there is nothing to explain");
    if (!options.class_name.empty()) {
      return {place_in(targets.names, options.class_name, "explain.class", "a class of the model")};
    }
    return {static_cast<std::size_t>(std::max_element(said.begin(), said.end()) - said.begin())};
  }
  const std::size_t column = column_of(targets, options.target);
  if (options.class_name.empty()) return {column};
  if (targets.task == Task::regression) {
    throw setting_error("explain.class", "the model predicts numbers: name one by explain.target");
  }
  const std::vector<std::string> answers(targets.answers[column].begin(), targets.answers[column].end());
  return {column, place_in(answers, options.class_name, "explain.class", "an answer to the question") == 0};
}

}  // namespace

void Subject::check(const TargetEncoding& targets, const ExplainOptions& options) {
  const std::vector<double> nothing(static_cast<std::size_t>(targets.outputs()), 0);
  resolve(targets, options, nothing);
}

Subject::Subject(const TargetEncoding& targets, const ExplainOptions& options, std::span<const double> said)
    : task_(targets.task) {
  const Resolved resolved = resolve(targets, options, said);
  output_ = resolved.output;
  no_ = resolved.no;
  const std::string& name = targets.names[output_];
  switch (task_) {
    case Task::classification:
      name_ = "log-odds of class " + name;
      break;
    case Task::yes_no:
      name_ = fmt::format("log-odds of {}: {}", name, targets.answers[output_][no_ ? 0 : 1]);
      break;
    case Task::regression:
      name_ = name;
  }
}

double Subject::number(const TargetEncoding& targets, std::span<const double> outputs) const {
  const double z = outputs[output_];
  if (task_ == Task::yes_no) return no_ ? -z : z;
  if (task_ == Task::regression) {
    return z * static_cast<double>(targets.scale[output_]) + static_cast<double>(targets.mean[output_]);
  }
  return z - log_of_others(outputs, output_);
}

std::vector<double> Subject::derivative(const TargetEncoding& targets, std::span<const double> outputs) const {
  std::vector<double> by(outputs.size(), 0);
  if (task_ == Task::yes_no) {
    by[output_] = no_ ? -1 : 1;
  } else if (task_ == Task::regression) {
    by[output_] = static_cast<double>(targets.scale[output_]);
  } else {
    const double others = log_of_others(outputs, output_);
    for (std::size_t c = 0; c < outputs.size(); ++c) by[c] = c == output_ ? 1 : -std::exp(outputs[c] - others);
  }
  return by;
}

double Subject::answer(std::span<const double> said) const { return no_ ? 1 - said[output_] : said[output_]; }

std::vector<double> said_by(const TargetEncoding& targets, std::span<const double> outputs) {
  std::vector<double> said(outputs.begin(), outputs.end());
  if (targets.task == Task::yes_no) {
    for (double& x : said) x = 1 / (1 + std::exp(-x));
  } else if (targets.task == Task::regression) {
    for (std::size_t t = 0; t < said.size(); ++t) {
      said[t] = said[t] * static_cast<double>(targets.scale[t]) + static_cast<double>(targets.mean[t]);
    }
  } else {
    const double best = *std::max_element(said.begin(), said.end());
    double total = 0;
    for (double& x : said) total += x = std::exp(x - best);
    for (double& x : said) x /= total;
  }
  return said;
}

}  // namespace gnnir
