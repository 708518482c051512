#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gnnir/data/formats/format.h"

namespace gnnir {

/// Throws an Error of kind usage, which begins with the format's name, if a data set cannot be written in any format
/// (no graphs, tables of another size than the graphs have, numbers that are not finite), or not in this one: it knows
/// something that Format::places has no place for, its classes are not integers that ascend where they must be, or a
/// graph has none where all must. Directions and loops are left to the writers, which have better advice.
void check_writable(const Dataset& dataset, const Format& format);

/// Throws an Error of kind usage if `there`: "[tu] NAME: the format has no place for WHAT".
void refuse_to_write(bool there, const Dataset& dataset, const Format& format, const std::string& what);

/// For formats that name targets and classes: an Error of kind usage if a name is empty, stands twice, would read back
/// as a missing label, or is one of those that mean something else in the format.
void check_names(const Dataset& dataset, const Format& format, const std::vector<std::string>& taken);

/// What graphs are called, as far as a format with one name for each can say it: the first column of names that are no
/// SMILES; nullptr if there is none.
const std::vector<std::string>* ids_of(const Dataset& dataset);
/// The column of motifs; nullptr if there is none.
const std::vector<std::string>* motifs_of(const Dataset& dataset);

/// A folder with these files (content by name), which must be new or empty and appears complete.
void write_new_folder(const std::filesystem::path& folder, const std::map<std::string, std::string>& files);

}  // namespace gnnir
