#pragma once

#include <string>
#include <vector>

#include "gnnir/base/enum_names.h"
#include "gnnir/graph/graph.h"

namespace gnnir {

/// What is to be learned; automatic: classes if the data set has them, else its real targets.
enum class TaskChoice { automatic, classification, regression };
template <>
struct EnumNames<TaskChoice> {
  static constexpr std::array table = {std::pair{"auto", TaskChoice::automatic},
                                       std::pair{"classification", TaskChoice::classification},
                                       std::pair{"regression", TaskChoice::regression}};
};

/// What becomes of a graph that cannot be read, in formats with one graph to a line or record.
enum class OnError {
  stop,  ///< nothing is read
  skip,  ///< the others are; it goes to the rejects file
};
template <>
struct EnumNames<OnError> {
  static constexpr std::array table = {std::pair{"stop", OnError::stop}, std::pair{"skip", OnError::skip}};
};

/// Molecules: whether hydrogen atoms are nodes.
enum class Hydrogens { implicit, explicit_ };
template <>
struct EnumNames<Hydrogens> {
  static constexpr std::array table = {std::pair{"implicit", Hydrogens::implicit},
                                       std::pair{"explicit", Hydrogens::explicit_}};
};

/// Molecules: what an edge is.
enum class MoleculeEdges {
  bonds,
  complete,  ///< every pair of atoms
};
template <>
struct EnumNames<MoleculeEdges> {
  static constexpr std::array table = {std::pair{"bonds", MoleculeEdges::bonds},
                                       std::pair{"complete", MoleculeEdges::complete}};
};

/// CSV: what stands between fields.
enum class Separator { automatic, comma, semicolon, tab, bar };
template <>
struct EnumNames<Separator> {
  static constexpr std::array table = {std::pair{"auto", Separator::automatic}, std::pair{"comma", Separator::comma},
                                       std::pair{"semicolon", Separator::semicolon}, std::pair{"tab", Separator::tab},
                                       std::pair{"bar", Separator::bar}};
};

/// How files become graphs.
struct ReadOptions {
  EdgeRules edges = {};
  TaskChoice task = TaskChoice::automatic;
  std::vector<std::string> targets = {};  ///< columns or keys to learn; empty: what the format knows as its targets
  std::string positive = {};  ///< of two answers the one that is asked for; empty: what sounds least like no
  bool questions = false;     ///< what is learned are questions with two answers, whatever a few rows look like
  bool labels = true;         ///< false: classes and targets are not read, whatever they are; enough to predict
  bool zero_labels = false;   ///< node labels that are 0 everywhere are labels, also where a format writes 0 for none
  std::string smiles_column = {};              ///< CSV of molecules; empty: the column named smiles
  Separator separator = Separator::automatic;  ///< automatic: as the header of each file has it
  Hydrogens hydrogens = Hydrogens::implicit;
  MoleculeEdges molecule_edges = MoleculeEdges::bonds;
  std::vector<std::string> keep = {};  ///< columns or keys whose values go to Dataset::kept, beside names of graphs
  OnError on_error = OnError::stop;
  std::string rejects = {};  ///< where skipped rows go; empty: a file named after the data file in the present folder
};

}  // namespace gnnir
