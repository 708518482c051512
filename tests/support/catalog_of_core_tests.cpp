#include "support/known_catalog.h"

namespace {

[[maybe_unused]] const bool known = gnnir::testing::know_catalog();

}  // namespace
