#include "gnnir/data/formats/sdf.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "gnnir/base/text.h"
#include "gnnir/data/formats/sdf_records.h"
#include "gnnir/data/molecules/molecule_graph.h"
#include "gnnir/data/source/kept.h"
#include "gnnir/data/source/labels.h"

namespace gnnir {
namespace {

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

ParsedMolecule parse_record(const SdfRecord& record, const MoleculeRules& rules) {
  if (promises_more_atoms_than_lines(record.block)) return {{}, "its COUNTS promise more atoms than it has lines", 0};
  return rules.chemistry.from_mol_block(std::string(record.block), rules.options.hydrogens);
}

bool has_distances(const Molecule& molecule) { return molecule.atoms.size() > 1 && !molecule.positions.empty(); }

/// The names of all properties that a record has, ascending.
std::vector<std::string> properties_of(const std::vector<SdfRecord>& records) {
  std::set<std::string> names;
  for (const SdfRecord& record : records) {
    for (const std::string_view name : record.property_names()) names.emplace(name);
  }
  return {names.begin(), names.end()};
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The title, the SMILES and the properties that are to be kept.
KeptTable kept_table(const ReadOptions& options) {
  KeptTable kept;
  kept.add_column("name", KeptTable::Kind::name);
  kept.add_column("smiles", KeptTable::Kind::name);
  for (const std::string& name : options.keep) kept.add_column(name, KeptTable::Kind::asked);
  return kept;
}

std::vector<std::string_view> names_of(const SdfRecord& record, const Molecule& molecule, const ReadOptions& options) {
  std::vector<std::string_view> names = {trimmed(record.text.substr(0, record.text.find('\n'))), molecule.smiles};
  for (const std::string& name : options.keep) {
    if (name == "name" || name == "smiles") continue;
    const std::vector<std::string_view> given = record.values_of(name);
    names.push_back(given.empty() ? "" : given.front());
  }
  return names;
}

}  // namespace

Dataset read_sdf(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects) {
  const std::string where = "[sdf] " + file.name;
  const std::vector<SdfRecord> records = split_sdf(file.content);
  const std::vector<std::string> targets = rules.targets();
  const std::vector<std::string> properties = properties_of(records);
  check_chosen(where, properties, targets);  // one that no record has is a slip of the hand
  std::vector<std::string> known = properties;
  known.insert(known.end(), {"name", "smiles"});
  check_kept(where, known, rules.options.keep);
  LabelTable labels(where, targets, rules.options);
  KeptTable kept = kept_table(rules.options);
  std::vector<ParsedMolecule> molecules;
  molecules.reserve(records.size());
  for (const SdfRecord& record : records) molecules.push_back(parse_record(record, rules));
  const bool distances = std::any_of(molecules.begin(), molecules.end(),
                                     [](const ParsedMolecule& parsed) { return has_distances(parsed.molecule); });
  Dataset dataset;
  dataset.num_edge_attributes = distances ? 1 : 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const SdfRecord& record = records[i];
    const auto& [molecule, mistake, line] = molecules[i];
    const Place place{.where = where, .line = record.line + std::max<std::int64_t>(line, 1) - 1};
    const std::vector<std::string_view> names = names_of(record, molecule, rules.options);
    const bool read = rejects.attempt(record.line, record.text, [&, &molecule = molecule, &mistake = mistake] {
      if (!mistake.empty()) throw place.error("record {} is no molecule: {}", record.number, mistake);
      if (distances && molecule.atoms.size() > 1 && molecule.positions.empty()) {
        throw place.error("record {} has no coordinates in three dimensions, which others have", record.number);
      }
      Example example =
          molecule_example(molecule, {.edges = rules.options.molecule_edges, .distances = distances}, place);
      std::vector<std::string_view> values;
      std::vector<Place> places;
      for (const std::string& name : targets) {
        const std::vector<std::string_view> given = record.values_of(name);
        if (given.size() > 1) {
          throw place.error("record {} gives {} {} times", record.number, in_quotes(name), given.size());
        }
        values.push_back(given.empty() ? "" : given.front());
        places.push_back({where, record.line_of(values.back())});
      }
      labels.add(places, values);
      kept.add(names);
      dataset.examples.push_back(std::move(example));
      dataset.lines.push_back(record.line);
    });
    if (!read) rejects.name_last(kept.named(names));
  }
  labels.store(dataset);
  kept.store(dataset, "smiles");
  for (const std::string& name : properties) {
    const bool read = contains(targets, name) || contains(rules.options.keep, name);
    if (rules.options.labels && !read) dataset.unread.push_back(name);
  }
  return dataset;
}

const Format& sdf_format() {
  static const Format format{
      .name = "sdf",
      .title = "SDF",
      .endings = {".sdf"},
      .needs_chemistry = true,
      .read =
          [](const FormatInput& in) {
            return read_molecules(read_sdf, {in.name(), in.take_content()}, in.options, in.rejects);
          },
  };
  return format;
}

}  // namespace gnnir
