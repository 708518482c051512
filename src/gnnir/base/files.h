#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace gnnir {

/// The whole file; an Error of kind io that names the path if it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Writes a file so that readers see the old content or the new one, never a part: temporary file in the same
/// folder, write, fsync, rename, fsync of the folder. On failure the old file is untouched and the temporary
/// one removed; throws an Error of kind io.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// An Error of kind usage if something of that name exists and is not an empty folder: results are never overwritten.
void refuse_used_folder(const std::filesystem::path& path);

/// Creates a folder (and its parents) that refuse_used_folder accepts.
void create_new_folder(const std::filesystem::path& path);

}  // namespace gnnir
