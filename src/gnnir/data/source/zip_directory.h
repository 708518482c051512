#pragma once

#include <string>
#include <string_view>

namespace gnnir {

/// A zip tells twice what it holds: in a header before each file, and in a directory at its end. Readers believe one or
/// the other, and without the directory they take what they find; so a damaged name is another file, and a lost
/// directory no damage. Here the two must say the same, the directory be complete, and nothing stand behind it.
/// An Error of kind data that begins with `[archive] description: ` otherwise.
void check_zip_directory(std::string_view zip, const std::string& description);

}  // namespace gnnir
