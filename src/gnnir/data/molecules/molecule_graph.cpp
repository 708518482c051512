#include "gnnir/data/molecules/molecule_graph.h"

#include <cmath>

#include "gnnir/data/edge_list.h"

namespace gnnir {
namespace {

class EdgesOfMolecule {
 public:
  EdgesOfMolecule(const Molecule& molecule, bool distances, const Place& place)
      : molecule_(molecule), distances_(distances), place_(place) {}

  /// Both directions of an edge.
  void add(NodeId a, NodeId b, BondKind kind) {
    list_.edges.insert(list_.edges.end(), {{a, b}, {b, a}});
    list_.labels.insert(list_.labels.end(), 2, static_cast<std::int64_t>(kind));
    if (distances_) list_.attributes.insert(list_.attributes.end(), 2, distance(a, b));
  }
  [[nodiscard]] const EdgeList& list() const { return list_; }

 private:
  [[nodiscard]] float distance(NodeId a, NodeId b) const {
    const auto& from = molecule_.positions.at(static_cast<std::size_t>(a));
    const auto& to = molecule_.positions.at(static_cast<std::size_t>(b));
    const auto distance = static_cast<float>(std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
    if (!std::isfinite(distance)) throw place_.error("atoms {} and {} are no finite distance apart", a + 1, b + 1);
    return distance;
  }

  const Molecule& molecule_;
  bool distances_;
  const Place& place_;
  EdgeList list_;
};

}  // namespace

Example molecule_example(const Molecule& molecule, const MoleculeGraphOptions& options, const Place& place) {
  const std::size_t atoms = molecule.atoms.size();
  const auto num_nodes = static_cast<NodeId>(atoms);
  EdgesOfMolecule edges(molecule, options.distances, place);
  for (const Molecule::Bond& bond : molecule.bonds) edges.add(bond.begin, bond.end, bond.kind);
  if (options.edges == MoleculeEdges::complete) {
    if (atoms > most_atoms_of_a_complete_graph) {
      throw place.error("expected at most {} atoms for an edge between every two of them, found {}",
                        most_atoms_of_a_complete_graph, atoms);
    }
    // After the bonds: of the lines for one edge the first counts.
    for (NodeId a = 0; a < num_nodes; ++a) {
      for (NodeId b = a + 1; b < num_nodes; ++b) edges.add(a, b, BondKind::none);
    }
  }
  Dataset::Repairs of_no_interest;
  Example example = build_example(num_nodes, edges.list(), {}, of_no_interest);
  example.node_labels = molecule.atoms;
  example.node_attributes = molecule.attributes;
  return example;
}

}  // namespace gnnir
