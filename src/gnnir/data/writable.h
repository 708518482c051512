#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/knowledge.h"

namespace gnnir {

/// Throws an Error of kind usage if a data set cannot be written in any format: no graphs, tables of another size than
/// the graphs have, numbers that are not finite. `format` begins the message: "[tu] …".
void check_writable(const Dataset& dataset, const std::string& format);

/// Throws an Error of kind usage if `there`: "[tu] NAME: the format has no place for WHAT".
void refuse_to_write(bool there, const Dataset& dataset, const std::string& format, const std::string& what);

/// As check_writable, and refuses what is known beyond what the format has places for, saying how to leave it out.
void check_place_for_all(const Dataset& dataset, const std::string& format, const std::vector<Knowledge>& places);

/// For formats whose classes are integers: the reader gives them back in ascending order.
void check_integer_classes(const Dataset& dataset, const std::string& format);

/// For formats that name targets and classes: an Error of kind usage if a name is empty, stands twice, would read back
/// as a missing label, or is one of those that mean something else in the format.
void check_names(const Dataset& dataset, const std::string& format, const std::vector<std::string>& taken);

/// A folder with these files (content by name), which must be new or empty and appears complete.
void write_new_folder(const std::filesystem::path& folder, const std::map<std::string, std::string>& files);

}  // namespace gnnir
