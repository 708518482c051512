#include "gnnir/data/open.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/formats/read.h"
#include "gnnir/data/generate/generators.h"
#include "gnnir/data/named/known_datasets.h"
#include "gnnir/data/named/parts.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/source/answers.h"
#include "gnnir/data/source/file_source.h"
#include "gnnir/data/source/kept.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

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

/// The files of a data set lie together: a folder around theirs, or one of them, is not enough.
void refuse_wrong_level(const fs::path& path) {
  std::error_code ignored;
  const bool is_piece = std::any_of(formats().begin(), formats().end(), [&](const Format* format) {
    return format->is_folder() && format->folder.is_piece(path);
  });
  if (fs::is_regular_file(path, ignored) && is_piece) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    throw usage_error("[data] {} is one file of a data set: name the folder that holds them all, {}", path.string(),
                      folder.string());
  }
  if (!fs::is_directory(path, ignored)) return;
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, ignored)) {
    if (!entry.is_directory(ignored)) return;
    folders.push_back(entry.path());
  }
  if (folders.empty()) return;
  std::sort(folders.begin(), folders.end());
  throw usage_error("[data] {}: expected the files of a data set, found only folders: name one, such as {}",
                    path.string(), folders.front().string());
}

/// Of a generated data set that was kept in files, which have no place for them; if it is still complete.
void restore_published_parts(Dataset& dataset) {
  const Generator* generator = find_generator(dataset.name);
  if (generator == nullptr || generator->name != dataset.name || generator->published_parts.empty()) return;
  std::int64_t published = 0;
  for (const Dataset::Part& part : generator->published_parts) published += part.size;
  if (dataset.size() == published) dataset.parts = generator->published_parts;
}

Dataset read(FileSource files, const ReadOptions& options) {
  std::error_code ignored;
  if (fs::is_directory(options.rejects, ignored)) {
    throw setting_error("data.rejects", "expected the name of a file, found the folder {}", options.rejects);
  }
  Rejects rejects(options.on_error);
  const std::string rejects_file = files.dataset_name() + ".rejects.csv";
  Dataset dataset = read_files(std::move(files), options, rejects);
  settle_rejects(rejects, options.rejects.empty() ? rejects_file : options.rejects, dataset);
  restore_published_parts(dataset);
  return dataset;
}

Dataset read(const fs::path& path, const ReadOptions& options) {
  refuse_wrong_level(path);
  return read(FileSource::open(path), options);
}

/// PREFIX.zip or the folder PREFIX.
std::optional<fs::path> archive_or_folder(const fs::path& prefix) {
  for (const fs::path& path : {fs::path(prefix.string() + ".zip"), prefix}) {
    if (is_there(path)) return path;
  }
  return std::nullopt;
}

/// PREFIX.jsonl and so on, compressed or not. An Error of kind usage if there are files of several formats.
std::optional<fs::path> single_file(const fs::path& prefix) {
  std::optional<fs::path> found;
  for (const std::string& ending : single_file_endings()) {
    for (const char* compression : {"", ".gz", ".xz"}) {
      const fs::path path = prefix.string() + ending + compression;
      if (!is_there(path)) continue;
      if (found) {
        throw usage_error("[data] {} and {} are both there: name the one that is meant", found->string(),
                          path.string());
      }
      found = path;
      break;  // the same, packed
    }
  }
  return found;
}

/// PREFIX_train, PREFIX_val and PREFIX_test as one; nothing if there is none of them.
std::optional<Dataset> read_parts(const fs::path& prefix, const ReadOptions& options) {
  constexpr std::array suffixes = {std::pair{"_train", "train"}, std::pair{"_val", "validation"},
                                   std::pair{"_test", "test"}};
  std::vector<fs::path> paths;
  std::vector<std::string> missing;
  for (const auto& [suffix, part] : suffixes) {
    const auto path = archive_or_folder(prefix.string() + suffix);
    path ? paths.push_back(*path) : missing.push_back(prefix.filename().string() + suffix);
  }
  if (paths.empty()) return std::nullopt;
  if (!missing.empty()) {
    throw usage_error("[data] {} is there, but neither {}.zip nor a folder {}", paths.front().string(), missing.front(),
                      missing.front());
  }
  std::vector<NamedPart> parts;
  for (std::size_t i = 0; i < paths.size(); ++i) parts.push_back({suffixes[i].second, read(paths[i], options)});
  return join_parts(prefix.filename().string(), std::move(parts));
}

/// What a name may stand for: itself as it was typed, and as it is known.
std::vector<std::string> names_for(const std::string& typed) {
  std::vector<std::string> names = {typed};
  const std::vector<std::string> known = known_names(false);
  const std::string proper = upper_case(typed);
  if (proper != typed && std::find(known.begin(), known.end(), proper) != known.end()) names.push_back(proper);
  if (proper == "ALCHEMY") names.emplace_back("alchemy_full");  // as it is published
  return names;
}

std::optional<Dataset> read_from_folder(const std::string& name, const fs::path& folder, const ReadOptions& options) {
  for (const std::string& candidate : names_for(name)) {
    if (const auto path = archive_or_folder(folder / candidate)) return read(*path, options);
    if (auto dataset = read_parts(folder / candidate, options)) return dataset;
    if (const auto path = single_file(folder / candidate)) return read(*path, options);
  }
  return std::nullopt;
}

std::optional<Dataset> generate(const std::string& name, const ReadOptions& options) {
  const Generator* generator = find_generator(name);
  if (generator == nullptr) return std::nullopt;
  Dataset dataset = generator->generate({});
  std::vector<std::string> known;
  for (const KeptColumn& column : dataset.kept) known.push_back(column.name);
  check_kept("[data] " + generator->name, known, options.keep);
  std::erase_if(dataset.kept, [&](const KeptColumn& column) {
    return std::find(options.keep.begin(), options.keep.end(), column.name) == options.keep.end();
  });
  return dataset;
}

bool is_name(const std::string& source) { return source.find('/') == std::string::npos; }

/// Says what was tried, and what to try next.
Error not_found(const std::string& source, const fs::path& folder) {
  if (!is_name(source)) return usage_error("[data] {}: no such file or folder", source);
  if (fs::path(source).has_extension()) {
    return usage_error("[data] {}: no such file{}", source,
                       folder.empty() ? "" : fmt::format(", neither here nor in {}", folder.string()));
  }
  const std::vector<std::string> known = known_names(false);
  const std::string proper = upper_case(source);
  const auto& sets = known_datasets();
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](const KnownDataset& set) { return set.name == proper; });
  const std::string in_folder = folder.empty()
                                    ? "there is no data folder to look in (data.data_dir or GNNIR_DATA)"
                                    : fmt::format("{} has neither {}.zip nor a folder {} nor a file {}.csv or the like",
                                                  folder.string(), source, source, source);
  return usage_error("[data] '{}': not a file or folder, not a generated data set ({}), and {}.{}", source,
                     fmt::join(known_names(true), ", "), in_folder,
                     found == sets.end()     ? suggestion(proper, known)
                     : !found->files.empty() ? fmt::format(" It should have {}.", found->files)
                     : found->in_collection
                         ? fmt::format(" `gnnir data download {}` with data.data_dir={} may fetch it.", proper,
                                       folder.empty() ? "data" : folder.string())
                         : "");
}

}  // namespace

fs::path data_folder(const fs::path& data_dir) {
  if (!data_dir.empty()) return data_dir;
  const char* folder = std::getenv("GNNIR_DATA");
  return folder != nullptr ? folder : "";
}

static Dataset find_and_read(const std::string& source, const fs::path& data_dir, const ReadOptions& options) {
  if (source.empty()) throw usage_error("[data] expected a path or the name of a data set, found nothing");
  const fs::path folder = data_folder(data_dir);
  const auto from_folder = [&] {
    return folder.empty() || !is_name(source) ? std::nullopt : read_from_folder(source, folder, options);
  };
  if (!data_dir.empty()) {  // whoever says where to look means it
    if (auto dataset = from_folder()) return *std::move(dataset);
  }
  if (is_there(source)) return read(source, options);
  if (auto dataset = generate(source, options)) return *std::move(dataset);
  if (auto dataset = read_parts(source, options)) return *std::move(dataset);
  if (auto dataset = from_folder()) return *std::move(dataset);
  throw not_found(source, folder);
}

Dataset open_dataset(const std::string& source, const fs::path& data_dir, const ReadOptions& options) {
  Dataset dataset = find_and_read(source, data_dir, options);
  if (options.labels) choose_positive(dataset, options.positive);
  return dataset;
}

Dataset read_dataset(const std::string& name, std::string content, const ReadOptions& options) {
  Dataset dataset = read(FileSource::of_file(name, std::move(content)), options);
  if (options.labels) choose_positive(dataset, options.positive);
  return dataset;
}

Dataset open_published(const std::string& name, const fs::path& data_dir, const ReadOptions& options) {
  if (auto dataset = generate(name, options)) return *std::move(dataset);
  return open_dataset(name, data_folder(data_dir), options);
}

}  // namespace gnnir
