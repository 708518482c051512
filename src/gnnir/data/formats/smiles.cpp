#include "gnnir/data/formats/smiles.h"

#include <algorithm>
#include <cctype>

#include "gnnir/base/text.h"
#include "gnnir/data/molecules/molecule_graph.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"

namespace gnnir {
namespace {

bool is_the_word_smiles(std::string_view text) {
  constexpr std::string_view word = "smiles";
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [](unsigned char a, char b) { return std::tolower(a) == b; });
}

std::string_view first_word(std::string_view text) {
  const std::string_view line = trimmed(text);
  return line.substr(0, line.find_first_of(" \t"));
}

std::size_t smiles_column(const CsvReader& csv, const std::string& name) {
  if (!name.empty()) return csv.require(name);
  const std::vector<std::string>& header = csv.header();
  const auto exact = std::find(header.begin(), header.end(), "smiles");
  const auto found = exact != header.end() ? exact : std::find_if(header.begin(), header.end(), is_the_word_smiles);
  if (found != header.end()) {
    const auto another = std::find_if(found + 1, header.end(), is_the_word_smiles);
    if (found != exact && another != header.end()) {
      throw csv.error("the columns {} and {} could both be meant; data.smiles_column says which it is",
                      in_quotes(*found), in_quotes(*another));
    }
    return static_cast<std::size_t>(found - header.begin());
  }
  std::vector<std::string> columns;
  for (const std::string& column : header) columns.push_back(in_quotes(column));
  if (header.size() == 1 && header.front().find_first_of(";\t") != std::string::npos) {
    throw csv.error("expected columns separated by commas, found {}", columns.front());
  }
  throw csv.error("expected a column named smiles, found {}; data.smiles_column says which it is",
                  fmt::join(columns, ", "));
}

std::vector<std::size_t> target_columns(const CsvReader& csv, const std::vector<std::string>& targets) {
  check_chosen(csv.place().where, csv.header(), targets);
  std::vector<std::size_t> columns;
  for (const std::string& name : targets) columns.push_back(csv.require(name));
  return columns;
}

}  // namespace

Molecule parse_smiles(std::string_view field, const MoleculeRules& rules, const Place& place) {
  const std::string smiles(first_word(field));
  if (smiles.empty()) throw place.error("expected a SMILES, found nothing");
  if (smiles.size() > longest_smiles) {
    throw place.error("expected a SMILES of at most {} characters, found {}", longest_smiles, smiles.size());
  }
  // RDKit would drop the others without a word.
  const auto odd = std::find_if(smiles.begin(), smiles.end(), [](char c) { return c < 0x21 || c > 0x7E; });
  if (odd != smiles.end()) {
    throw place.error("{} is no SMILES: character {} is not printable ASCII", in_quotes(smiles),
                      odd - smiles.begin() + 1);
  }
  ParsedMolecule parsed = rules.chemistry.from_smiles(smiles, rules.options.hydrogens);
  if (!parsed.mistake.empty()) throw place.error("{} is no molecule: {}", in_quotes(smiles), parsed.mistake);
  return std::move(parsed.molecule);
}

Dataset read_smiles_csv(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects) {
  CsvReader csv("[smiles] " + file.name, file.content);
  const std::size_t smiles = smiles_column(csv, rules.options.smiles_column);
  const std::vector<std::size_t> columns = target_columns(csv, rules.targets());
  LabelTable labels(csv.place().where, rules.targets(), rules.options);
  Dataset dataset;
  while (csv.next()) {
    rejects.attempt(csv.place().line, csv.text(), [&] {
      const std::span<const std::string_view> fields = csv.fields();
      const Molecule molecule = parse_smiles(fields[smiles], rules, csv.place());
      Example example = molecule_example(molecule, {.edges = rules.options.molecule_edges}, csv.place());
      std::vector<std::string_view> values;
      for (const std::size_t column : columns) values.push_back(fields[column]);
      labels.add(csv.place(), values);
      dataset.examples.push_back(std::move(example));
      dataset.lines.push_back(csv.place().line);
    });
  }
  labels.store(dataset);
  for (std::size_t c = 0; rules.options.labels && c < csv.header().size(); ++c) {
    const bool read = c == smiles || std::find(columns.begin(), columns.end(), c) != columns.end();
    if (!read) dataset.unread.push_back(csv.header()[c]);
  }
  return dataset;
}

Dataset read_smi(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects) {
  LineCursor line("[smiles] " + file.name, file.content);
  check_chosen(line.place().where, {}, rules.targets());
  Dataset dataset;
  while (line.next()) {
    const bool header = line.number() == 1 && is_the_word_smiles(first_word(line.text()));
    if (header || line.text().empty()) continue;
    rejects.attempt(line.number(), line.text(), [&] {
      const Molecule molecule = parse_smiles(line.text(), rules, line.place());
      dataset.examples.push_back(molecule_example(molecule, {.edges = rules.options.molecule_edges}, line.place()));
      dataset.lines.push_back(line.number());
    });
  }
  return dataset;
}

const Format& smiles_format() {
  static const Format format{
      .name = "smiles",
      .title = "SMILES",
      .endings = {".csv", ".smi"},
      .read =
          [](const FormatInput& in) {
            const bool lines = upper_case(in.name()).ends_with(".SMI");
            return read_molecules(lines ? read_smi : read_smiles_csv, {in.name(), in.take_content()}, in.options,
                                  in.rejects);
          },
  };
  return format;
}

}  // namespace gnnir
