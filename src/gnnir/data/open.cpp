#include "gnnir/data/open.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generators/csl.h"
#include "gnnir/data/generators/triangles.h"
#include "gnnir/data/readers/file_source.h"
#include "gnnir/data/readers/tu.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::vector<std::string> known_names(bool only_generated) {
  std::vector<std::string> names;
  for (const KnownDataset& known : known_datasets()) {
    if (known.generated || !only_generated) names.push_back(known.name);
  }
  return names;
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Dataset read(const fs::path& path, const ReadOptions& options) {
  Dataset dataset = read_tu(FileSource::open(path), options.edges);
  std::int64_t published = 0;
  for (const Dataset::Part& part : triangles_parts()) published += part.size;
  if (dataset.name == "TRIANGLES" && dataset.size() == published) dataset.parts = triangles_parts();
  return dataset;
}

fs::path data_folder(const fs::path& data_dir) {
  if (!data_dir.empty()) return data_dir;
  const char* folder = std::getenv("GNNIR_DATA");
  return folder != nullptr ? folder : "";
}

/// Where a name is looked for: as it was typed, and as it is known.
std::vector<fs::path> places(const std::string& name, const fs::path& folder) {
  std::vector<fs::path> paths = {folder / (name + ".zip"), folder / name};
  const std::vector<std::string> known = known_names(false);
  const std::string proper = upper_case(name);
  if (proper != name && std::find(known.begin(), known.end(), proper) != known.end()) {
    paths.push_back(folder / (proper + ".zip"));
    paths.push_back(folder / proper);
  }
  return paths;
}

/// Says what was tried, and what to try next.
Error not_found(const std::string& source, const fs::path& folder) {
  if (source.find('/') != std::string::npos) return usage_error("[data] {}: no such file or folder", source);
  const std::vector<std::string> known = known_names(false);
  const bool is_known = std::find(known.begin(), known.end(), upper_case(source)) != known.end();
  const std::string in_folder =
      folder.empty() ? "there is no data folder to look in (--data-dir or GNNIR_DATA)"
                     : fmt::format("{} has neither {}.zip nor a folder {}", folder.string(), source, source);
  return usage_error("[data] '{}': not a file or folder, not a generated data set ({}), and {}.{}", source,
                     fmt::join(known_names(true), ", "), in_folder,
                     is_known ? "" : suggestion(upper_case(source), known));
}

}  // namespace

const std::vector<KnownDataset>& known_datasets() {
  static const std::vector<KnownDataset> known = {
      {"CSL", "150 circulant skip-link graphs, 10 classes that 1-WL cannot tell apart", true},
      {"TRIANGLES", "45,000 graphs, 10 classes: the number of triangles", true},
      {"EXP", "1,200 graphs in 600 pairs that 1-WL cannot tell apart, 2 classes", false},
      {"IMDB-BINARY", "1,000 networks of actors, 2 classes: genre of their films", false},
      {"IMDB-MULTI", "1,500 networks of actors, 3 classes: genre of their films", false},
      {"MUTAG", "188 molecules, 2 classes: mutagenic or not", false},
      {"NCI1", "4,110 molecules, 2 classes: active against lung cancer cells or not", false},
      {"PROTEINS", "1,113 proteins, 2 classes: enzyme or not", false},
  };
  return known;
}

Dataset open_dataset(const std::string& source, const fs::path& data_dir, const ReadOptions& options) {
  if (source.empty()) throw usage_error("[data] expected a path or the name of a data set, found nothing");
  if (is_there(source)) return read(source, options);
  if (upper_case(source) == "CSL") return generate_csl();
  if (upper_case(source) == "TRIANGLES") return generate_triangles();
  const fs::path folder = data_folder(data_dir);
  if (!folder.empty() && source.find('/') == std::string::npos) {
    for (const fs::path& path : places(source, folder)) {
      if (is_there(path)) return read(path, options);
    }
  }
  throw not_found(source, folder);
}

}  // namespace gnnir
