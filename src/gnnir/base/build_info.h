#pragma once

namespace gnnir {

/// The commit that was built, with "+changes" behind it if the tree was not clean; "unknown" outside a git checkout.
const char* build_commit();

}  // namespace gnnir
