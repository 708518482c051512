#include "gnnir/draw/dataset_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "gnnir/data/molecules/molecule.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/palette.h"
#include "gnnir/draw/picture_parts.h"
#include "gnnir/graph/symmetry.h"

namespace gnnir {
namespace {

/// Symbols of elements by atomic number; 0 is a place holder.
constexpr std::array<std::string_view, 119> elements = {
    "*",  "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",
    "Cl", "Ar", "K",  "Ca", "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As",
    "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn",
    "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho",
    "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po",
    "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md",
    "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"};

constexpr NodeId most_atoms = 200;  ///< more are no drawing that anybody reads

/// A graph with the labels of its bonds; edges that are no bonds are left out.
struct Skeleton {
  Graph graph;
  std::vector<std::int64_t> atoms;
  std::vector<std::int64_t> kinds;  ///< [num_edges]

  [[nodiscard]] Colours colours() const { return {.nodes = atoms, .edges = kinds}; }
  bool operator==(const Skeleton&) const = default;
};

Skeleton skeleton_of(const Example& example) {
  const std::vector<Edge> edges = example.graph.edges();
  Skeleton skeleton{.atoms = example.node_labels};
  std::vector<Edge> bonds;
  for (std::size_t e = 0; e < edges.size() && e < example.edge_labels.size(); ++e) {
    if (example.edge_labels[e] == static_cast<std::int64_t>(BondKind::none)) continue;
    bonds.push_back(edges[e]);
    skeleton.kinds.push_back(example.edge_labels[e]);
  }
  skeleton.graph = Graph::from_edges(example.graph.num_nodes(), bonds, {.undirected = false});
  return skeleton;
}

Skeleton skeleton_of(const Molecule& molecule) {
  struct Bond {
    Edge edge;
    std::int64_t kind;
  };
  std::vector<Bond> bonds;
  for (const Molecule::Bond& bond : molecule.bonds) {
    const auto kind = static_cast<std::int64_t>(bond.kind);
    bonds.insert(bonds.end(), {{{bond.begin, bond.end}, kind}, {{bond.end, bond.begin}, kind}});
  }
  std::sort(bonds.begin(), bonds.end(), [](const Bond& a, const Bond& b) {  // the order of Graph::edges()
    return std::pair(a.edge.target, a.edge.source) < std::pair(b.edge.target, b.edge.source);
  });
  Skeleton skeleton{.atoms = molecule.atoms};
  std::vector<Edge> edges;
  for (const Bond& bond : bonds) {
    edges.push_back(bond.edge);
    skeleton.kinds.push_back(bond.kind);
  }
  skeleton.graph = Graph::from_edges(static_cast<NodeId>(molecule.atoms.size()), edges, {.undirected = false});
  return skeleton;
}

/// [atoms] the node that each atom is; nothing if the molecule is another graph. Where several are alike, one of them.
std::optional<std::vector<NodeId>> nodes_of_atoms(const Skeleton& graph, const Skeleton& molecule) {
  const std::size_t n = graph.atoms.size();
  std::vector<NodeId> node(n);
  if (graph == molecule) {
    for (std::size_t a = 0; a < n; ++a) node[a] = static_cast<NodeId>(a);
    return node;
  }
  if (n != molecule.atoms.size() || graph.kinds.size() != molecule.kinds.size()) return std::nullopt;
  if (!are_isomorphic(graph.graph, molecule.graph, graph.colours(), molecule.colours())) return std::nullopt;
  std::vector<NodeId> node_of_name(n);
  const Symmetry of_graph = find_symmetry(graph.graph, graph.colours());
  for (std::size_t v = 0; v < n; ++v) {
    node_of_name[static_cast<std::size_t>(of_graph.canonical_name[v])] = static_cast<NodeId>(v);
  }
  const Symmetry of_molecule = find_symmetry(molecule.graph, molecule.colours());
  for (std::size_t a = 0; a < n; ++a) node[a] = node_of_name[static_cast<std::size_t>(of_molecule.canonical_name[a])];
  return node;
}

struct KnownMolecule {
  std::string smiles;
  Hydrogens hydrogens = Hydrogens::implicit;
  std::vector<NodeId> nodes;  ///< [atoms]
};

/// The molecule that a graph was read from, if it is known and can be drawn.
std::optional<KnownMolecule> molecule_of(const Dataset& dataset, std::size_t index, const Chemistry* chemistry) {
  const Example& example = dataset.examples[index];
  if (chemistry == nullptr || chemistry->draw == nullptr || dataset.smiles_kept < 0) return std::nullopt;
  if (example.graph.num_nodes() == 0 || example.graph.num_nodes() > most_atoms || example.node_labels.empty()) {
    return std::nullopt;
  }
  const std::string& smiles = dataset.kept[static_cast<std::size_t>(dataset.smiles_kept)].values[index];
  const Skeleton graph = skeleton_of(example);
  for (const Hydrogens hydrogens : {Hydrogens::implicit, Hydrogens::explicit_}) {
    const ParsedMolecule parsed = chemistry->from_smiles(smiles, hydrogens);
    if (!parsed.mistake.empty()) return std::nullopt;
    if (auto nodes = nodes_of_atoms(graph, skeleton_of(parsed.molecule)))
      return KnownMolecule{smiles, hydrogens, *nodes};
  }
  return std::nullopt;
}

MoleculeColours colours_of(const Graph& graph, const GraphPicture& picture, const KnownMolecule& molecule) {
  MoleculeColours colours{.hydrogens = molecule.hydrogens};
  const double range = full_range(picture);
  std::vector<NodeId> atom(molecule.nodes.size());
  for (std::size_t a = 0; a < atom.size(); ++a) {
    const auto node = static_cast<std::size_t>(molecule.nodes[a]);
    atom[node] = static_cast<NodeId>(a);
    colours.atoms.push_back(fill_of_node(picture, node, range));
  }
  for (const Line& line : lines_of(graph, picture)) {
    std::string colour;
    if (std::isfinite(line.value)) colour = value_fill(line.value / range);
    if (line.colour >= 0) colour = std::string(fill_of(static_cast<std::size_t>(line.colour)));
    if (colour.empty() || line.from == line.to) continue;
    colours.bonds.push_back(
        {atom[static_cast<std::size_t>(line.from)], atom[static_cast<std::size_t>(line.to)], colour});
  }
  return colours;
}

/// Rings around marked atoms, and words under the pointer.
std::string over_atoms(const GraphPicture& picture, const KnownMolecule& molecule, const MoleculeDrawing& drawing) {
  std::string svg;
  for (std::size_t a = 0; a < drawing.places.size() && a < molecule.nodes.size(); ++a) {
    const auto [x, y] = drawing.places[a];
    const NodeId node = molecule.nodes[a];
    const bool marked = std::find(picture.marked.begin(), picture.marked.end(), node) != picture.marked.end();
    svg += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"11\" fill=\"#fff\" fill-opacity=\"0\"{}><title>{}</title></circle>\n",
        x, y, marked ? " stroke=\"#c9432f\" stroke-width=\"2.5\"" : "",
        escape_html(tip_of(picture, static_cast<std::size_t>(node))));
  }
  return svg;
}

}  // namespace

std::vector<std::string> node_names(const Dataset& dataset, std::int64_t index) {
  const std::vector<std::int64_t>& labels = dataset.examples[static_cast<std::size_t>(index)].node_labels;
  const auto other = [&](std::int64_t label) { return label != labels.front(); };
  const bool molecules = dataset.smiles_kept >= 0;
  if (labels.empty() || (!molecules && std::none_of(labels.begin(), labels.end(), other))) return {};
  std::vector<std::string> names;
  for (const std::int64_t label : labels) {
    const bool element = molecules && label >= 0 && label < static_cast<std::int64_t>(elements.size());
    names.push_back(element ? std::string(elements[static_cast<std::size_t>(label)]) : std::to_string(label));
  }
  return names;
}

std::string picture_of(const Dataset& dataset, std::int64_t index, GraphPicture picture) {
  const auto i = static_cast<std::size_t>(index);
  const Graph& graph = dataset.examples[i].graph;
  if (picture.labels.empty()) picture.labels = node_names(dataset, index);
  const Chemistry* chemistry = dataset.smiles_kept < 0 ? nullptr : find_chemistry();
  const std::optional<KnownMolecule> molecule = molecule_of(dataset, i, chemistry);
  if (!molecule) return draw_graph(graph, picture);
  MoleculeColours colours = colours_of(graph, picture, *molecule);
  const bool coloured =
      !colours.bonds.empty() || std::any_of(colours.atoms.begin(), colours.atoms.end(),
                                            [](const std::string& colour) { return !colour.empty(); });
  colours.ink = picture.in_page && !coloured ? "currentColor" : std::string(dark_ink);
  const AboutMolecule<MoleculeDrawing> drawing = chemistry->draw(molecule->smiles, colours);
  if (!drawing.mistake.empty()) return draw_graph(graph, picture);
  const MoleculeDrawing& drawn = drawing.value;
  constexpr double margin = 14;  // for what is behind and around atoms at the edge
  const double scale = std::min(1.0, (picture.width - 2 * margin) / std::max(1.0, drawn.width));
  return framed(graph, picture,
                {.svg = fmt::format("<g transform=\"translate({0} {0}) scale({1:.4f})\">\n{2}{3}</g>\n", margin, scale,
                                    drawn.svg, over_atoms(picture, *molecule, drawn)),
                 .width = drawn.width * scale + 2 * margin,
                 .height = drawn.height * scale + 2 * margin,
                 .on_white = coloured});
}

}  // namespace gnnir
