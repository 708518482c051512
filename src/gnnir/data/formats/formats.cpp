#include "gnnir/data/formats/formats.h"

#include <algorithm>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/dimacs.h"
#include "gnnir/data/formats/graph6.h"
#include "gnnir/data/formats/jsonl.h"
#include "gnnir/data/formats/powerful_gnns.h"
#include "gnnir/data/formats/sdf.h"
#include "gnnir/data/formats/smiles.h"
#include "gnnir/data/formats/tables.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/molecules/molecule.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

bool writes_ending(const Format& format, const std::string& ending) {
  return format.is_written() && std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
}

/// "a, b and c"
std::string listed(const std::vector<std::string>& texts, std::string_view last = " and ") {
  if (texts.size() < 2) return fmt::format("{}", fmt::join(texts, ""));
  return fmt::format("{}{}{}", fmt::join(texts.begin(), texts.end() - 1, ", "), last, texts.back());
}

}  // namespace

bool FormatPlaces::has(Knowledge what) const {
  return std::find(knowledge.begin(), knowledge.end(), what) != knowledge.end();
}

const std::vector<const Format*>& formats() {
  static const std::vector<const Format*> table = {
      &tu_format(),      &jsonl_format(),    &tables_format(), &powerful_gnns_format(), &graph6_format(),
      &sparse6_format(), &digraph6_format(), &dimacs_format(), &smiles_format(),        &sdf_format()};
  return table;
}

std::vector<std::string> written_formats() {
  std::vector<std::string> names;
  for (const Format* format : formats()) {
    if (format->is_written()) names.push_back(format->name);
  }
  return names;
}

const Format& find_written_format(std::string_view name, std::string_view what) {
  for (const Format* format : formats()) {
    if (format->is_written() && format->name == name) return *format;
  }
  const std::vector<std::string> known = written_formats();
  throw usage_error("{}: expected one of {}, found '{}'.{}", what, fmt::join(known, ", "), name,
                    suggestion(name, known));
}

const Format& format_of_path(const fs::path& path) {
  const std::string extension = path.filename().empty() ? "" : path.extension().string();  // "" for x/ too
  if (extension.empty()) return tu_format();
  std::vector<std::string> folders;
  for (const Format* format : formats()) {
    if (writes_ending(*format, extension)) return *format;
    if (format->is_folder()) folders.push_back(format->name);
  }
  throw usage_error("[data] {}: '{}' does not tell the format: name it with write.format ({}); {} make a folder",
                    path.string(), extension, fmt::join(written_formats(), ", "), listed(folders));
}

std::vector<std::string> single_file_endings() {
  std::vector<std::string> endings;
  for (const Format* format : formats()) {
    endings.insert(endings.end(), format->endings.begin(), format->endings.end());
  }
  return endings;
}

std::string ending_of_format(std::string_view name, std::string_view what) {
  std::vector<std::string> known;
  for (const std::string& ending : single_file_endings()) {
    if (ending.substr(1) == name) return ending;
    known.push_back(ending.substr(1));
  }
  for (const Format* format : formats()) {
    if (format->is_folder()) continue;
    if (format->name == name) return format->endings.front();
    known.push_back(format->name);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  throw usage_error("{}: expected one of {}, found '{}'.{}", what, fmt::join(known, ", "), name,
                    suggestion(name, known));
}

std::string understood_formats() {
  const bool chemistry = find_chemistry() != nullptr;
  std::vector<std::string> folders;
  std::vector<std::string> files;
  for (const Format* format : formats()) {
    if (format->is_folder()) {
      folders.push_back(fmt::format("{} ({})", format->title, format->folder.files));
    } else if (!format->needs_chemistry || chemistry) {
      files.push_back(fmt::format("{} ({})", format->title, fmt::join(format->endings, ", ")));
    }
  }
  return fmt::format("{} in a folder or an archive; {}, each also compressed (.gz, .xz)", listed(folders, " or "),
                     listed(files));
}

}  // namespace gnnir
