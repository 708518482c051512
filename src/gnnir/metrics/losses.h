#pragma once

#include <cstdint>
#include <span>

#include "gnnir/data/dataset.h"
#include "gnnir/settings/train_options.h"

/// What a training makes small, of one label, in double precision; train/loss.h has the same with gradients.
namespace gnnir {

/// What `automatic` means for a task. An Error of kind usage if a loss or a weight is asked for that the task has no
/// use for; questions: whether there are several targets.
LossKind resolve_loss(const LossOptions& options, Task task);

/// -(1 - p)^gamma · log p, p = softmax(logits)_c; gamma is 0 but for focal.
double loss_of_class(const LossOptions& options, std::span<const float> logits, std::int64_t c);
/// The same with p = sigmoid(logit) for yes, 1 - that for no.
double loss_of_answer(const LossOptions& options, float logit, bool yes);
/// l1: |e|; l2: e²; huber: e²/2 within delta, delta·(|e| - delta/2) beyond; quantile q: q·e where e = y - output > 0,
/// else (q - 1)·e.
double loss_of_number(const LossOptions& options, float output, float y);

}  // namespace gnnir
