#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/source/compressed.h"
#include "gnnir/data/split/entries.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

/// The one file of a folder that has a name of a part and an ending of lists of indices, packed or not.
fs::path file_of_part(const fs::path& folder, std::span<const char* const> names) {
  std::optional<fs::path> found;
  for (const char* name : names) {
    for (const char* ending : {".txt", ".csv", ".index", ".txt.gz", ".csv.gz", ".index.gz"}) {
      const fs::path path = folder / (std::string(name) + ending);
      std::error_code ignored;
      if (!fs::exists(path, ignored)) continue;
      if (found) {
        throw usage_error("[split] {} and {} are both there: which is meant?", found->string(), path.string());
      }
      found = path;
    }
  }
  if (!found) {
    throw usage_error(
        "[split] {}: expected train.txt, val.txt and test.txt (or .csv, .index, and these as .gz), found "
        "no {}.txt",
        folder.string(), names.front());
  }
  return *found;
}

std::string unpacked(const fs::path& path) {
  std::string content = read_file(path);
  if (compression_of(content) == Compression::none) return content;
  return decompress(content, "[split] " + path.filename().string());
}

/// train.txt, val.txt and test.txt, as OGB has them in train.csv.gz and so on; or a run folder with its splits.json.
std::vector<Split> read_split_folder(const fs::path& folder, std::int64_t num_graphs) {
  std::error_code ignored;
  if (fs::exists(folder / "splits.json", ignored)) return read_fold_json(folder / "splits.json", num_graphs);
  const fs::path train = file_of_part(folder, std::array{"train"});
  const fs::path validation = file_of_part(folder, std::array{"val", "valid", "validation"});
  const fs::path test = file_of_part(folder, std::array{"test"});
  return {parse_index_lists({unpacked(train), unpacked(validation), unpacked(test)},
                            {train.filename(), validation.filename(), test.filename()}, num_graphs)};
}

/// A split file is a list of folds in JSON, index files (their prefix, or one of them), or a folder.
std::vector<Split> read_split_file(const std::string& file, std::int64_t num_graphs) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return read_split_folder(file, num_graphs);
  if (file.ends_with(".json")) return read_fold_json(file, num_graphs);
  for (const std::string_view ending : {"_train.index", "_val.index", "_test.index"}) {
    if (file.ends_with(ending)) return read_index_files(file.substr(0, file.size() - ending.size()), num_graphs);
  }
  return read_index_files(file, num_graphs);
}

/// Once each: the splits.json of a run with several seeds has every split once per seed.
std::vector<Split> folds_of_file(const Dataset& dataset, const DataOptions& data) {
  if (dataset.repairs.rejected > 0) {
    throw usage_error("data.split_file={}: {} of the graphs that it counts {} skipped: mend them, or leave it out",
                      data.split_file, dataset.repairs.rejected, dataset.repairs.rejected == 1 ? "was" : "were");
  }
  std::vector<Split> folds = read_split_file(data.split_file, dataset.size());
  folds.erase(std::unique(folds.begin(), folds.end()), folds.end());
  return folds;
}

Split split_of_file(const Dataset& dataset, const DataOptions& data) {
  std::vector<Split> folds = folds_of_file(dataset, data);
  if (data.fold < 1 || data.fold > std::ssize(folds)) {
    throw setting_error("data.fold", "expected 1..{}, found {}", folds.size(), data.fold);
  }
  return std::move(folds[static_cast<std::size_t>(data.fold - 1)]);
}

}  // namespace

const SplitMethod& files_split_method() {
  static const SplitMethod method{.name = "files",
                                  .summary = "as data.split_file says",
                                  .fractions = false,
                                  .validation = false,
                                  .folds = false,
                                  .inner = false,
                                  .seed = false,
                                  .split = split_of_file,
                                  .make_folds = folds_of_file};
  return method;
}

}  // namespace gnnir
