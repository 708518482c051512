#include "gnnir/data/molecules/sdf.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/data/molecules/molecule_graph.h"
#include "gnnir/data/molecules/sdf_records.h"
#include "gnnir/data/molecules/target_columns.h"

namespace gnnir {
namespace {

Place place_of(const std::string& where, const SdfRecord& record, std::int64_t line) {
  return {.where = where, .line = record.line + std::max<std::int64_t>(line, 1) - 1};
}

/// The number of atoms that a V3000 block promises; RDKit takes small letters and lines that a hyphen continues.
std::optional<long long> promised_atoms(std::string_view block) {
  std::string line;
  for (const std::string_view part : split_text(block, '\n')) {
    const std::string_view text = trimmed(part);
    if (!text.starts_with("M  V30 ")) continue;
    line += text.substr(7);
    if (line.ends_with('-')) {
      line.pop_back();
      continue;
    }
    std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::toupper(c); });
    const std::string_view counts = trimmed(line);
    if (counts.starts_with("COUNTS")) {
      const std::string_view numbers = trimmed(counts.substr(6));
      return parse_integer(numbers.substr(0, numbers.find_first_of(" \t")));
    }
    line.clear();
  }
  return std::nullopt;
}

/// RDKit makes room for the promised atoms before it sees the first: a few bytes would fill the memory.
bool promises_more_atoms_than_lines(std::string_view block) {
  return promised_atoms(block).value_or(0) > std::count(block.begin(), block.end(), '\n');
}

ParsedMolecule parse_record(const SdfRecord& record, Hydrogens hydrogens, const Chemistry& chemistry) {
  if (promises_more_atoms_than_lines(record.block)) return {{}, "its COUNTS promise more atoms than it has lines", 0};
  return chemistry.from_mol_block(std::string(record.block), hydrogens);
}

bool lacks_positions(const Molecule& molecule) { return molecule.atoms.size() > 1 && molecule.positions.empty(); }

/// A target that no record has is a slip of the hand.
void check_target_names(const std::vector<SdfRecord>& records, const std::string& where, const ReadOptions& options) {
  std::set<std::string> known;
  for (const std::string& target : options.targets) {
    const bool found = std::any_of(records.begin(), records.end(),
                                   [&](const SdfRecord& record) { return record.property(target).has_value(); });
    if (found) continue;
    for (const SdfRecord& record : records) {
      for (const std::string_view name : record.property_names()) known.emplace(name);
    }
    const std::vector<std::string> names(known.begin(), known.end());
    throw data_error("{}: expected records with a property '{}', found {}.{}", where, target,
                     names.empty() ? "none with any property" : fmt::format("{}", fmt::join(names, ", ")),
                     suggestion(target, names));
  }
}

}  // namespace

Dataset read_sdf(const std::string& content, const std::string& file, const ReadOptions& options, Rejects& rejects) {
  const Chemistry& chemistry = require_chemistry();
  const std::string where = "[sdf] " + file;
  const std::vector<SdfRecord> records = split_sdf(content);
  check_target_names(records, where, options);

  TargetColumns targets(options.targets, options.task);
  std::vector<ParsedMolecule> molecules;
  molecules.reserve(records.size());
  Dataset dataset;
  for (const SdfRecord& record : records) {
    if (targets.undecided()) targets.look_at(record.property(options.targets.front()).value_or(""));
    molecules.push_back(parse_record(record, options.hydrogens, chemistry));
    const Molecule& molecule = molecules.back().molecule;
    if (molecule.atoms.size() > 1 && !molecule.positions.empty()) dataset.num_edge_attributes = 1;
  }
  const bool distances = dataset.num_edge_attributes > 0;
  dataset.name = file.substr(0, file.find('.'));
  dataset.num_attributes = num_atom_attributes;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const SdfRecord& record = records[i];
    const ParsedMolecule& parsed = molecules[i];
    const Place place = place_of(where, record, parsed.line);
    rejects.attempt(record.line, record.text, [&] {
      if (!parsed.mistake.empty()) throw place.error("record {} is no molecule: {}", record.number, parsed.mistake);
      if (distances && lacks_positions(parsed.molecule)) {
        throw place.error("record {} has no coordinates in three dimensions, which others have", record.number);
      }
      Example example =
          molecule_example(parsed.molecule, {.edges = options.molecule_edges, .distances = distances}, place);
      std::vector<std::string_view> values;
      for (const std::string& name : options.targets) values.push_back(record.property(name).value_or(""));
      targets.add(values, place);
      dataset.examples.push_back(std::move(example));
      dataset.lines.push_back(record.line);
    });
  }
  targets.store(dataset);
  return dataset;
}

}  // namespace gnnir
