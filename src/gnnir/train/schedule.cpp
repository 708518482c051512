#include "gnnir/train/schedule.h"

namespace gnnir {

void LearningRate::end_epoch(std::int64_t epoch, double validation_loss) {
  switch (options_.schedule) {
    case ScheduleKind::constant:
      return;
    case ScheduleKind::step:
      if (epoch % options_.decay_every == 0) lr_ *= options_.decay;
      return;
    case ScheduleKind::plateau:
      // As in torch's ReduceLROnPlateau: an improvement of less than 1e-4 of the best loss does not count.
      if (validation_loss < best_loss_ * (1 - 1e-4)) {
        best_loss_ = validation_loss;
        bad_epochs_ = 0;
      } else if (++bad_epochs_ > options_.patience) {
        lr_ *= options_.decay;
        bad_epochs_ = 0;
      }
      return;
  }
}

}  // namespace gnnir
