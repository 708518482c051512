#include <algorithm>
#include <cmath>

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "fuzz/targets.h"
#include "gnnir/data/formats/sdf.h"
#include "gnnir/data/formats/smiles.h"

namespace gnnir {
namespace {

/// In place of RDKit, which is not ours to fuzz: a letter is an atom, `?` is a mistake, `3` gives coordinates.
ParsedMolecule chain_of_letters(const std::string& text, Hydrogens) {
  if (const auto mistake = text.find('?'); mistake != std::string::npos) {
    return {{}, "?", std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mistake), '\n') + 1};
  }
  Molecule chain;
  for (const char c : text.substr(0, 100)) {
    if (c < 'A' || c > 'z') continue;
    const auto atom = static_cast<NodeId>(chain.atoms.size());
    if (atom > 0) chain.bonds.push_back({atom - 1, atom, BondKind::single});
    chain.atoms.push_back(c);
    chain.attributes.insert(chain.attributes.end(), num_atom_attributes, 0.5F);
    if (text.find('3') != std::string::npos) chain.positions.push_back({0.0, std::sqrt(atom), 1.0});
  }
  if (chain.atoms.empty()) return {{}, "no atoms", 0};
  return {chain, "", 0};
}

void check(const MoleculeFile& file, const ReadOptions& options) {
  const Chemistry chemistry{chain_of_letters, chain_of_letters};
  const auto read = file.name.ends_with(".sdf") ? read_sdf : file.name.ends_with(".smi") ? read_smi : read_smiles_csv;
  Rejects rejects(options.on_error);
  auto dataset = accepted([&] { return read(file, {.chemistry = chemistry, .options = options}, rejects); });
  if (!dataset || dataset->size() == 0) return;
  dataset->num_attributes = num_atom_attributes;
  check_dataset(*dataset, {});
  const std::int64_t last_line = std::count(file.content.begin(), file.content.end(), '\n') + 1;
  require(dataset->lines.size() == dataset->examples.size(), "every molecule has a line");
  require(std::is_sorted(dataset->lines.begin(), dataset->lines.end()), "lines ascend");
  require(dataset->lines.front() >= 1 && dataset->lines.back() <= last_line, "lines are those of the file");
}

}  // namespace

/// The first line is the name of the file.
void fuzz_molecules(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const MoleculeFile file{.name = std::string(input.substr(0, end)),
                          .content = std::string(input.substr(std::min(end + 1, input.size())))};
  for (const OnError on_error : {OnError::stop, OnError::skip}) {
    check(file, {.on_error = on_error});
    check(file, {.keep = {"k"}, .on_error = on_error});
    check(file, {.targets = {"t"}, .molecule_edges = MoleculeEdges::complete, .on_error = on_error});
  }
}

}  // namespace gnnir
