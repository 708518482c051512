#include "gnnir/data/formats/smiles.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "gnnir/base/text.h"
#include "gnnir/data/molecules/molecule_graph.h"
#include "gnnir/data/source/csv.h"
#include "gnnir/data/source/kept.h"
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
  throw csv.error("expected a column named smiles, found {}; data.smiles_column says which it is",
                  fmt::join(columns, ", "));
}

std::vector<std::size_t> target_columns(const CsvReader& csv, const std::vector<std::string>& targets) {
  check_chosen(csv.place().where, csv.header(), targets);
  std::vector<std::size_t> columns;
  for (const std::string& name : targets) columns.push_back(csv.require(name));
  return columns;
}

/// What goes through: names, SMILES, and the columns that were asked for.
class KeptFields {
 public:
  KeptFields(const CsvReader& csv, std::size_t smiles, std::span<const std::size_t> targets, const ReadOptions& options)
      : header_(csv.header()), smiles_(smiles) {
    check_kept(csv.place().where, header_, options.keep);
    std::vector<std::size_t> taken(targets.begin(), targets.end());
    taken.push_back(smiles);
    const std::size_t id = find_id_column(header_, taken);
    const bool first_is_free = std::find(taken.begin(), taken.end(), 0) == taken.end() && !header_.front().empty();
    if (id < header_.size()) {
      keep(id, KeptTable::Kind::name);
    } else if (first_is_free) {
      keep(0, KeptTable::Kind::perhaps_name);
    }
    keep(smiles, KeptTable::Kind::asked);
    for (const std::string& name : options.keep) keep(csv.require(name), KeptTable::Kind::asked);
  }

  void add(std::span<const std::string_view> fields) { table_.add(values_of(fields)); }
  auto named(std::span<const std::string_view> fields) { return table_.named(values_of(fields)); }
  /// Whether a column has become one of Dataset::kept.
  [[nodiscard]] bool is_in(const Dataset& dataset, std::size_t column) const {
    return std::any_of(dataset.kept.begin(), dataset.kept.end(),
                       [&](const KeptColumn& one) { return one.name == header_[column]; });
  }
  void store(Dataset& dataset) const { table_.store(dataset, header_[smiles_]); }

 private:
  void keep(std::size_t column, KeptTable::Kind kind) {
    table_.add_column(header_[column], kind);
    if (table_.num_columns() > columns_.size()) columns_.push_back(column);
  }
  [[nodiscard]] std::vector<std::string_view> values_of(std::span<const std::string_view> fields) const {
    std::vector<std::string_view> values;
    for (const std::size_t column : columns_) values.push_back(fields[column]);
    return values;
  }

  const std::vector<std::string>& header_;
  std::size_t smiles_;
  KeptTable table_;
  std::vector<std::size_t> columns_;  // [table_.num_columns()]
};

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
  CsvReader csv("[smiles] " + file.name, file.content, rules.options.separator);
  const std::size_t smiles = smiles_column(csv, rules.options.smiles_column);
  const std::vector<std::size_t> columns = target_columns(csv, rules.targets());
  LabelTable labels(csv.place().where, rules.targets(), rules.options);
  KeptFields kept(csv, smiles, columns, rules.options);
  Dataset dataset;
  while (csv.next()) {
    const bool read = rejects.attempt(csv.place().line, csv.text(), [&] {
      const std::span<const std::string_view> fields = csv.fields();
      const Molecule molecule = parse_smiles(fields[smiles], rules, csv.place());
      Example example = molecule_example(molecule, {.edges = rules.options.molecule_edges}, csv.place());
      std::vector<std::string_view> values;
      for (const std::size_t column : columns) values.push_back(fields[column]);
      labels.add(csv.place(), values);
      kept.add(fields);
      dataset.examples.push_back(std::move(example));
      dataset.lines.push_back(csv.place().line);
    });
    if (!read && csv.is_readable()) rejects.name_last(kept.named(csv.fields()));
  }
  labels.store(dataset);
  kept.store(dataset);
  for (std::size_t c = 0; rules.options.labels && c < csv.header().size(); ++c) {
    const bool read = kept.is_in(dataset, c) || std::find(columns.begin(), columns.end(), c) != columns.end();
    if (!read) dataset.unread.push_back(csv.header()[c]);
  }
  return dataset;
}

Dataset read_smi(const MoleculeFile& file, const MoleculeRules& rules, Rejects& rejects) {
  LineCursor line("[smiles] " + file.name, file.content);
  check_chosen(line.place().where, {}, rules.targets());
  check_kept(line.place().where, std::vector<std::string>{"name", "smiles"}, rules.options.keep);
  KeptTable kept;
  kept.add_column("name", KeptTable::Kind::name);
  kept.add_column("smiles", KeptTable::Kind::asked);
  Dataset dataset;
  while (line.next()) {
    const bool header = line.number() == 1 && is_the_word_smiles(first_word(line.text()));
    if (header || line.text().empty()) continue;
    const std::string_view smiles = first_word(line.text());
    const std::array<std::string_view, 2> values = {trimmed(line.text().substr(smiles.size())), smiles};
    const bool read = rejects.attempt(line.number(), line.text(), [&] {
      const Molecule molecule = parse_smiles(line.text(), rules, line.place());
      dataset.examples.push_back(molecule_example(molecule, {.edges = rules.options.molecule_edges}, line.place()));
      dataset.lines.push_back(line.number());
      kept.add(values);
    });
    if (!read) rejects.name_last(kept.named(values));
  }
  kept.store(dataset, "smiles");
  return dataset;
}

const Format& smiles_format() {
  static const Format format{
      .name = "smiles",
      .title = "SMILES",
      .endings = {".csv", ".tsv", ".smi"},
      .needs_chemistry = true,
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
