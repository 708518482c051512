#include "gnnir/chem/drawing.h"

#include <GraphMol/MolDraw2D/MolDraw2DSVG.h>
#include <GraphMol/MolDraw2D/MolDraw2DUtils.h>

#include <cstdlib>
#include <map>

#include "gnnir/chem/about_molecule.h"

namespace gnnir {
namespace {

/// "#77aadd"
RDKit::DrawColour colour_of(const std::string& hex) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::strtol(hex.substr(at, 2).c_str(), nullptr, 16)) / 255;
  };
  return {part(1), part(3), part(5)};
}

/// Colours that can be read on white and on black; what has none is drawn in black, which becomes the ink.
RDKit::ColourPalette palette() {
  return {{-1, {0, 0, 0}},         {0, {0.5, 0.5, 0.5}},    {7, {0.25, 0.5, 0.9}},   {8, {0.88, 0.25, 0.2}},
          {9, {0.15, 0.6, 0.35}},  {15, {0.85, 0.45, 0.1}}, {16, {0.7, 0.55, 0.05}}, {17, {0.15, 0.6, 0.35}},
          {35, {0.7, 0.35, 0.15}}, {53, {0.6, 0.35, 0.75}}};
}

/// What stands behind atoms and bonds.
struct Highlights {
  std::vector<int> atoms;
  std::vector<int> bonds;
  std::map<int, RDKit::DrawColour> atom_colours;
  std::map<int, RDKit::DrawColour> bond_colours;

  Highlights(const RDKit::ROMol& molecule, const MoleculeColours& colours) {
    for (unsigned int i = 0; i < molecule.getNumAtoms() && i < colours.atoms.size(); ++i) {
      if (colours.atoms[i].empty()) continue;
      atoms.push_back(static_cast<int>(i));
      atom_colours[static_cast<int>(i)] = colour_of(colours.atoms[i]);
    }
    for (const MoleculeColours::Bond& wanted : colours.bonds) {
      const RDKit::Bond* bond =
          molecule.getBondBetweenAtoms(static_cast<unsigned int>(wanted.begin), static_cast<unsigned int>(wanted.end));
      if (bond == nullptr || wanted.colour.empty()) continue;
      bonds.push_back(static_cast<int>(bond->getIdx()));
      bond_colours[bonds.back()] = colour_of(wanted.colour);
    }
  }
};

/// The element <svg> alone, with black as the ink.
std::string tidied(std::string svg, const std::string& ink) {
  svg.erase(0, svg.find("<svg"));
  svg.insert(4, " overflow=\"visible\"");  // what is behind atoms at the edge
  for (std::size_t at = svg.find("#000000"); at != std::string::npos; at = svg.find("#000000", at + ink.size())) {
    svg.replace(at, 7, ink);
  }
  return svg;
}

MoleculeDrawing drawing_of(const RDKit::RWMol& molecule, const MoleculeColours& colours) {
  RDKit::RWMol drawn(molecule);
  RDKit::MolDraw2DUtils::prepareMolForDrawing(drawn, /*kekulize=*/true, /*addChiralHs=*/false, /*wedgeBonds=*/false,
                                              /*forceCoords=*/true);
  RDKit::MolDraw2DSVG drawer(-1, -1);  // as large as it needs
  RDKit::MolDrawOptions& options = drawer.drawOptions();
  options.prepareMolsBeforeDrawing = false;
  options.clearBackground = false;
  options.includeMetadata = false;
  options.scalingFactor = 30;
  options.bondLineWidth = 1.6;
  options.minFontSize = 9;
  options.fixedFontSize = 14;
  options.atomColourPalette = palette();
  const Highlights highlights(drawn, colours);
  drawer.drawMolecule(drawn, &highlights.atoms, &highlights.bonds, &highlights.atom_colours, &highlights.bond_colours);
  drawer.finishDrawing();
  MoleculeDrawing drawing{.svg = tidied(drawer.getDrawingText(), colours.ink.empty() ? "#000000" : colours.ink),
                          .width = static_cast<double>(drawer.width()),
                          .height = static_cast<double>(drawer.height())};
  for (unsigned int i = 0; i < drawn.getNumAtoms(); ++i) {
    const Point2D at = drawer.getDrawCoords(static_cast<int>(i));
    drawing.places.push_back({at.x, at.y});
  }
  return drawing;
}

}  // namespace

AboutMolecule<MoleculeDrawing> draw_molecule(const std::string& smiles, const MoleculeColours& colours) {
  return about_molecule<MoleculeDrawing>(smiles, colours.hydrogens,
                                         [&](const RDKit::RWMol& molecule) { return drawing_of(molecule, colours); });
}

}  // namespace gnnir
