#include "gnnir/train/schedule.h"

namespace gnnir {

void LearningRate::end_epoch(std::int64_t epoch, double validation_loss) {
  switch (options_.schedule) {
    case ScheduleKind::constant:
      return;
    case ScheduleKind::step:
      if (epoch % options_.decay_every == 0) state_.lr *= options_.decay;
      return;
    case ScheduleKind::plateau:
      // As in torch's ReduceLROnPlateau: an improvement of less than 1e-4 of the best loss does not count.
      if (validation_loss < state_.best_loss * (1 - 1e-4)) {
        state_.best_loss = validation_loss;
        state_.bad_epochs = 0;
      } else if (++state_.bad_epochs > options_.patience) {
        state_.lr *= options_.decay;
        state_.bad_epochs = 0;
      }
      return;
  }
}

}  // namespace gnnir
