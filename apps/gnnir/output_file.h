#pragma once

#include <string>
#include <vector>

namespace gnnir::app {

/// Before anything is computed: refuses to write to a file that is there and is read, or is in a folder that is read,
/// and to a folder that is not there. `option` begins messages; nothing is checked if `out` is empty.
void check_output(const std::string& option, const std::string& out, const std::vector<std::string>& read);

}  // namespace gnnir::app
