#include "gnnir/metrics/losses.h"

#include <algorithm>
#include <cmath>

#include "gnnir/base/error.h"

namespace gnnir {
namespace {

/// log(1 + e^x) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

/// log_p: of what is true.
double of_probability(const LossOptions& options, double log_p) {
  if (options.kind != LossKind::focal) return -log_p;
  return -std::pow(-std::expm1(log_p), options.focal_gamma) * log_p;
}

}  // namespace

LossKind resolve_loss(const LossOptions& options, Task task) {
  const bool of_numbers = options.kind == LossKind::l1 || options.kind == LossKind::l2 ||
                          options.kind == LossKind::huber || options.kind == LossKind::quantile;
  const bool learns_numbers = task == Task::regression;
  if (options.kind != LossKind::automatic && of_numbers != learns_numbers) {
    throw setting_error("train.loss", "{} is for {}, but {} learned here: choose {}", name_of(options.kind),
                        of_numbers ? "numbers" : "classes", learns_numbers ? "numbers are" : "classes are",
                        learns_numbers ? "l1, l2, huber or quantile" : "cross-entropy or focal");
  }
  if (options.class_weights != ClassWeights::none && learns_numbers) {
    throw setting_error("train.class_weights", "numbers are learned here, which are of no class");
  }
  if (!options.task_weights.empty() && task == Task::classification) {
    throw setting_error("train.task_weights", "one column of classes is learned here: there are no targets to weigh");
  }
  if (options.kind != LossKind::automatic) return options.kind;
  return learns_numbers ? LossKind::l1 : LossKind::cross_entropy;
}

double loss_of_class(const LossOptions& options, std::span<const float> logits, std::int64_t c) {
  const double top = *std::max_element(logits.begin(), logits.end());
  double exponentials = 0;
  for (const float x : logits) exponentials += std::exp(x - top);
  return of_probability(options, -(top + std::log(exponentials) - logits[static_cast<std::size_t>(c)]));
}

double loss_of_answer(const LossOptions& options, float logit, bool yes) {
  return of_probability(options, -softplus(yes ? -logit : logit));
}

double loss_of_number(const LossOptions& options, float output, float y) {
  const double error = static_cast<double>(y) - static_cast<double>(output);
  const double size = std::abs(error);
  switch (options.kind) {
    case LossKind::l2:
      return error * error;
    case LossKind::huber:
      return size <= options.huber_delta ? error * error / 2 : options.huber_delta * (size - options.huber_delta / 2);
    case LossKind::quantile:
      return std::max(options.quantile * error, (options.quantile - 1) * error);
    default:
      return size;
  }
}

}  // namespace gnnir
