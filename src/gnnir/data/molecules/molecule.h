#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/read_options.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// What an edge of a molecule says.
enum class BondKind : std::int64_t {
  none = 0,  ///< only where every pair of atoms has an edge
  single = 1,
  double_ = 2,
  triple = 3,
  aromatic = 4,
  other = 5,  ///< dative, quadruple, …
};

/// What is known of an atom beside its number, in this order: formal charge, hydrogens (as nodes or not), and as 0 or 1
/// aromatic, in a ring, hybridisation sp, sp2, sp3.
constexpr std::int64_t num_atom_attributes = 7;

/// A molecule as it was understood; atoms in the order of the file, added hydrogens last.
struct Molecule {
  struct Bond {
    NodeId begin;
    NodeId end;
    BondKind kind;
  };
  std::vector<std::int64_t> atoms;               ///< atomic numbers; 0: a place holder such as *
  std::vector<float> attributes;                 ///< [atoms, num_atom_attributes] row by row
  std::vector<Bond> bonds;                       ///< each pair of atoms at most once
  std::vector<std::array<double, 3>> positions;  ///< [atoms], or empty if the file has none in three dimensions
  std::string smiles = {};                       ///< of a mol block; empty if it has none
};

/// A molecule, or what is wrong with the text.
struct ParsedMolecule {
  Molecule molecule;
  std::string mistake;    ///< empty: none
  std::int64_t line = 0;  ///< of a mol block where the mistake is, from 1; 0: it is of no line in particular
};

/// Which of 2048 kinds of surroundings a molecule's atoms have: its Morgan fingerprint.
using Fingerprint = std::array<std::uint64_t, 32>;

/// Something about a molecule, or what is wrong with its SMILES.
template <typename Value>
struct AboutMolecule {
  Value value = {};
  std::string mistake = {};  ///< empty: none
};

/// How a molecule is to be drawn. Colours are "#77aadd"; "" for none.
struct MoleculeColours {
  Hydrogens hydrogens = Hydrogens::implicit;  ///< whether they are atoms, as when it was read
  std::vector<std::string> atoms;             ///< [atoms] behind them, or empty
  struct Bond {
    NodeId begin;
    NodeId end;
    std::string colour;
  };
  std::vector<Bond> bonds;  ///< behind these
  std::string ink;          ///< of carbon, and of what joins it: an SVG colour
};

/// A molecule as SVG, and where its atoms are in it.
struct MoleculeDrawing {
  std::string svg;  ///< an element <svg> without a background
  double width = 0;
  double height = 0;
  std::vector<std::array<double, 2>> places;  ///< [atoms]
};

/// What the chemistry component offers: a module of its own, as RDKit is large and not everywhere.
struct Chemistry {
  ParsedMolecule (*from_smiles)(const std::string& smiles, Hydrogens hydrogens);
  /// The part of an SDF record up to `M  END`, in version V2000 or V3000.
  ParsedMolecule (*from_mol_block)(const std::string& block, Hydrogens hydrogens);
  /// The Bemis–Murcko scaffold as canonical SMILES, without stereochemistry: rings and what joins them. "" if there is
  /// no ring.
  AboutMolecule<std::string> (*scaffold_of)(const std::string& smiles) = nullptr;
  /// Of radius 2, without stereochemistry, as RDKit folds it.
  AboutMolecule<Fingerprint> (*fingerprint_of)(const std::string& smiles) = nullptr;
  /// As chemists draw it; atoms are those of from_smiles, in that order.
  AboutMolecule<MoleculeDrawing> (*draw)(const std::string& smiles, const MoleculeColours& colours) = nullptr;
};

/// Nothing if the component is not installed.
const Chemistry* find_chemistry();

/// How molecules are to be read, and by whom.
struct MoleculeRules {
  const Chemistry& chemistry;
  const ReadOptions& options;

  /// Columns or properties that hold what is to be learned; a file of molecules has none of its own.
  [[nodiscard]] std::vector<std::string> targets() const {
    return options.labels ? options.targets : std::vector<std::string>();
  }
};

}  // namespace gnnir
