#include "gnnir/data/formats/read.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/source/kept.h"

namespace gnnir {
namespace {

/// A file that is a data set on its own.
struct Candidate {
  const Format* format;
  std::string name;
};

/// In any case.
bool ends_in_one_of(const std::string& name, const std::vector<std::string>& endings) {
  const std::string upper = upper_case(name);
  return std::any_of(endings.begin(), endings.end(),
                     [&](const std::string& ending) { return upper.ends_with(upper_case(ending)); });
}

std::vector<Candidate> candidates_of(const FileSource& files) {
  constexpr std::size_t bytes_that_tell = 200;
  std::vector<Candidate> candidates;
  for (const std::string& name : files.names()) {
    const auto found = std::find_if(formats().begin(), formats().end(), [&](const Format* format) {
      return ends_in_one_of(name, format->endings) &&
             (format->begins_right == nullptr || format->begins_right(files.beginning(name, bytes_that_tell)));
    });
    if (found != formats().end()) candidates.push_back({*found, name});
  }
  return candidates;
}

/// One file, or several of a format of which each has a graph.
bool is_one_dataset(const std::vector<Candidate>& candidates) {
  if (candidates.size() < 2) return !candidates.empty();
  return std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& one) {
    return one.format == candidates.front().format && one.format->a_graph_to_a_file;
  });
}

std::vector<std::string> names_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  return names;
}

/// What is missing in files that could have been a data set.
std::string hint_for(const std::vector<std::string>& names) {
  for (const Format* format : formats()) {
    const auto is_close = [&](const std::string& name) { return name.ends_with(format->hint.ending); };
    if (format->hint.ending.empty() || names.empty() || !std::all_of(names.begin(), names.end(), is_close)) continue;
    return " " + format->hint.words;
  }
  return "";
}

Error not_understood(const FileSource& files, const std::vector<Candidate>& candidates) {
  constexpr std::size_t most = 5;
  const std::vector<std::string> names = candidates.empty() ? files.names() : names_of(candidates);
  const std::size_t shown = std::min(most, names.size());
  const std::string list = fmt::format("{}{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "),
                                       names.size() > shown ? ", …" : "");
  if (!candidates.empty()) {
    return data_error("[data] {}: expected one data set, found several: {}", files.description(), list);
  }
  return data_error("[data] {}: expected a data set, found {}. Understood are {}.{}", files.description(),
                    list.empty() ? "no files" : list, understood_formats(), hint_for(names));
}

std::vector<std::string> titles_of_folders() {
  std::vector<std::string> titles;
  for (const Format* format : formats()) {
    if (format->is_folder()) titles.push_back(format->title);
  }
  return titles;
}

/// A line tells of a graph by its number or name, far from the others: there is no skipping one.
Dataset read_folder(const Format& format, const FormatInput& input) {
  try {
    return format.read(input);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data || input.options.on_error == OnError::stop) throw;
    throw data_error("{} (data.on_error=skip: of {} no graph can be skipped)", error.what(),
                     fmt::join(titles_of_folders(), " and "));
  }
}

/// Of formats that keep nothing.
void check_all_kept(const Dataset& dataset, const ReadOptions& options) {
  std::vector<std::string> names;
  for (const KeptColumn& column : dataset.kept) names.push_back(column.name);
  check_kept(fmt::format("[data] {}", dataset.name), names, options.keep);
}

Dataset read_as_they_are(FileSource& files, const ReadOptions& options, Rejects& rejects) {
  const std::vector<std::string> names = files.names();
  for (const Format* format : formats()) {
    if (format->is_folder() && format->folder.is_made_of(names)) {
      return read_folder(*format, {files, names, options, rejects});
    }
  }
  const std::vector<Candidate> candidates = candidates_of(files);
  if (!is_one_dataset(candidates)) throw not_understood(files, candidates);
  return candidates.front().format->read({files, names_of(candidates), options, rejects});
}

}  // namespace

Dataset read_files(FileSource files, const ReadOptions& options, Rejects& rejects) {
  Dataset dataset = read_as_they_are(files, options, rejects);
  check_all_kept(dataset, options);
  return dataset;
}

}  // namespace gnnir
