#include "gnnir/data/formats.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/readers/dimacs.h"
#include "gnnir/data/readers/graph6.h"
#include "gnnir/data/readers/jsonl.h"
#include "gnnir/data/readers/molecules.h"
#include "gnnir/data/readers/powerful_gnns.h"
#include "gnnir/data/readers/tables.h"
#include "gnnir/data/readers/tu.h"

namespace gnnir {
namespace {

constexpr std::string_view understood =
    "TU files (NAME_A.txt, …) or CSV tables (edges.csv, …) in a folder or an archive; JSON lines (.jsonl, .ndjson), "
    "the text format of powerful-gnns (.txt), graph6, sparse6 and digraph6 (.g6, .s6, .d6), DIMACS (.dimacs, .col, "
    ".clq), SMILES (.csv, .smi) and SDF (.sdf), each also compressed (.gz, .xz)";

enum class Format { jsonl, powerful_gnns, graph6, dimacs, molecules };

struct Ending {
  std::string_view text;
  Format format;
};
constexpr std::array<Ending, 12> endings = {{{".jsonl", Format::jsonl},
                                             {".ndjson", Format::jsonl},
                                             {".csv", Format::molecules},
                                             {".smi", Format::molecules},
                                             {".sdf", Format::molecules},
                                             {".txt", Format::powerful_gnns},
                                             {".g6", Format::graph6},
                                             {".s6", Format::graph6},
                                             {".d6", Format::graph6},
                                             {".dimacs", Format::dimacs},
                                             {".col", Format::dimacs},
                                             {".clq", Format::dimacs}}};

/// A file that is a data set on its own.
struct Candidate {
  Format format;
  std::string name;
  std::string content = {};
};

std::vector<Candidate> candidates_of(FileSource& files) {
  std::vector<Candidate> candidates;
  for (const std::string& name : files.names()) {
    const auto* const ending = std::find_if(endings.begin(), endings.end(), [&](const Ending& known) {
      return upper_case(name).ends_with(upper_case(known.text));
    });
    if (ending == endings.end()) continue;
    Candidate candidate{ending->format, name};
    if (ending->format == Format::powerful_gnns) {
      std::optional<std::string> content = files.take(name);
      if (!content || !looks_like_powerful_gnns(*content)) continue;
      candidate.content = *std::move(content);
    }
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// The only format whose data sets are several files that each could be one.
bool all_dimacs(const std::vector<Candidate>& candidates) {
  return !candidates.empty() && std::all_of(candidates.begin(), candidates.end(),
                                            [](const Candidate& one) { return one.format == Format::dimacs; });
}

std::vector<std::string> names_of(const std::vector<Candidate>& candidates) {
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  return names;
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
  const auto all_end_in = [&](const char* ending) {
    return !names.empty() &&
           std::all_of(names.begin(), names.end(), [&](const auto& n) { return n.ends_with(ending); });
  };
  const char* hint = all_end_in(".txt") ? " A .txt of powerful-gnns begins with a line of one integer, the number of "
                                          "graphs, and a line of two, the nodes and the class of the first."
                     : all_end_in(".json") ? " JSON lines, a graph to a line, end in .jsonl."
                                           : "";
  return data_error("[data] {}: expected a data set, found {}. Understood are {}.{}", files.description(),
                    list.empty() ? "no files" : list, understood, hint);
}

/// Formats in which a line tells of a graph by its number or name, far from the others: there is no skipping one.
Dataset read_whole(Dataset (*read)(const FileSource&, const ReadOptions&), const FileSource& files,
                   const ReadOptions& options) {
  try {
    return read(files, options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::data || options.on_error == OnError::stop) throw;
    throw data_error("{} (--on-error skip: of TU files and CSV tables no graph can be skipped)", error.what());
  }
}

}  // namespace

std::vector<std::string> single_file_endings() {
  std::vector<std::string> texts;
  texts.reserve(endings.size());
  for (const Ending& ending : endings) texts.emplace_back(ending.text);
  return texts;
}

Dataset read_files(FileSource files, const ReadOptions& options, Rejects& rejects) {
  const std::vector<std::string> names = files.names();
  if (std::any_of(names.begin(), names.end(), [](const auto& name) { return name.ends_with("_A.txt"); })) {
    return read_whole(read_tu, files, options);
  }
  if (files.has("edges.csv") || files.has("nodes.csv")) return read_whole(read_tables, files, options);
  std::vector<Candidate> candidates = candidates_of(files);
  if (all_dimacs(candidates)) return read_dimacs(files, names_of(candidates), options, rejects);
  if (candidates.size() != 1) throw not_understood(files, candidates);
  auto& [format, name, content] = candidates.front();
  if (format == Format::powerful_gnns) return read_powerful_gnns(name, std::move(content), options, rejects);
  content = files.take(name).value();
  if (format == Format::jsonl) return read_jsonl(name, std::move(content), options, rejects);
  if (format == Format::graph6) return read_graph6(name, std::move(content), options, rejects);
  return read_molecules({.name = name, .content = std::move(content)}, options, rejects);
}

}  // namespace gnnir
