#include "gnnir/data/formats.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/data/readers/jsonl.h"
#include "gnnir/data/readers/molecules.h"
#include "gnnir/data/readers/powerful_gnns.h"
#include "gnnir/data/readers/tables.h"
#include "gnnir/data/readers/tu.h"

namespace gnnir {
namespace {

constexpr std::string_view understood =
    "TU files (NAME_A.txt, …) or CSV tables (edges.csv, …) in a folder or an archive; JSON lines (.jsonl, .ndjson), "
    "the "
    "text format of powerful-gnns (.txt), SMILES (.csv, .smi) and SDF (.sdf), each also compressed (.gz, .xz)";

bool ends_in(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return name.ends_with(ending); });
}

/// A file that is a data set on its own.
struct Candidate {
  enum class Format { jsonl, powerful_gnns, molecules };
  Format format;
  std::string name;
  std::string content = {};
};

std::vector<Candidate> candidates_of(FileSource& files) {
  std::vector<Candidate> candidates;
  for (const std::string& name : files.names()) {
    if (ends_in(name, {".jsonl", ".ndjson"})) candidates.push_back({Candidate::Format::jsonl, name});
    if (ends_in(name, {".csv", ".smi", ".sdf"})) candidates.push_back({Candidate::Format::molecules, name});
    if (!name.ends_with(".txt")) continue;
    std::string content = files.take(name).value_or("");
    if (!looks_like_powerful_gnns(content)) continue;
    candidates.push_back({Candidate::Format::powerful_gnns, name, std::move(content)});
  }
  return candidates;
}

Error not_understood(const FileSource& files, const std::vector<Candidate>& candidates) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names = files.names();
  if (!candidates.empty()) {
    names.clear();
    for (const Candidate& candidate : candidates) names.push_back(candidate.name);
  }
  const std::size_t shown = std::min(most, names.size());
  const std::string list = fmt::format("{}{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "),
                                       names.size() > shown ? ", …" : "");
  if (!candidates.empty()) {
    return data_error("[data] {}: expected one data set, found several: {}", files.description(), list);
  }
  return data_error("[data] {}: expected a data set, found {}. Understood are {}", files.description(),
                    list.empty() ? "no files" : list, understood);
}

}  // namespace

Dataset read_files(FileSource files, const ReadOptions& options, Rejects& rejects) {
  const std::vector<std::string> names = files.names();
  if (std::any_of(names.begin(), names.end(), [](const auto& name) { return name.ends_with("_A.txt"); })) {
    return read_tu(files, options);
  }
  if (files.has("edges.csv") || files.has("nodes.csv")) return read_tables(files, options);
  std::vector<Candidate> candidates = candidates_of(files);
  if (candidates.size() != 1) throw not_understood(files, candidates);
  auto& [format, name, content] = candidates.front();
  if (format == Candidate::Format::powerful_gnns) return read_powerful_gnns(name, std::move(content), options, rejects);
  content = files.take(name).value_or("");
  if (format == Candidate::Format::jsonl) return read_jsonl(name, std::move(content), options, rejects);
  return read_molecules({.name = name, .content = std::move(content)}, options, rejects);
}

}  // namespace gnnir
