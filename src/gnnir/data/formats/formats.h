#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// All formats, in the order in which they are tried and listed. A new one is a file beside this and a line there.
const std::vector<const Format*>& formats();

/// The names of those that are written.
std::vector<std::string> written_formats();

/// One of these by its name; `what` names the option in the Error of kind usage if there is none: "write.format".
const Format& find_written_format(std::string_view name, std::string_view what);

/// By how the path ends, nothing being a folder of TU files. An Error of kind usage if it ends in anything that is not
/// written.
const Format& format_of_path(const std::filesystem::path& path);

/// How the name of a file that is a data set on its own may end: ".jsonl", …
std::vector<std::string> single_file_endings();

/// How a file ends that holds a whole data set in a format, which is called by its name ("graph6") or by such an ending
/// ("smi"). `what` names the option in the Error of kind usage if there is none: "data.format".
std::string ending_of_format(std::string_view name, std::string_view what);

/// "TU files (NAME_A.txt, …) or … in a folder or an archive; JSON lines (.jsonl, .ndjson), …"; molecules only where
/// they can be read.
std::string understood_formats();

}  // namespace gnnir
