#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "gnnir/base/enum_names.h"
#include "gnnir/data/encode/features.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {

enum class SelfLoops { keep, drop };
template <>
struct EnumNames<SelfLoops> {
  static constexpr std::array table = {std::pair{"keep", SelfLoops::keep}, std::pair{"drop", SelfLoops::drop}};
};

enum class Direction {
  undirected,  ///< every edge counts in both directions, whether the file lists one or both
  directed,    ///< edges as they are in the file
};
template <>
struct EnumNames<Direction> {
  static constexpr std::array table = {std::pair{"undirected", Direction::undirected},
                                       std::pair{"directed", Direction::directed}};
};

template <>
struct EnumNames<InnerValidation> {
  static constexpr std::array table = {std::pair{"next-fold", InnerValidation::next_fold},
                                       std::pair{"fraction", InnerValidation::fraction}};
};

/// Which graphs, seen how, divided how.
struct DataOptions {
  std::string dataset;   ///< a name, a file, a folder or an archive
  std::string data_dir;  ///< where named data sets are looked for; empty: the environment's GNNIR_DATA
  TaskChoice task = TaskChoice::automatic;
  FeatureKind features = FeatureKind::automatic;
  FeatureKind edge_features = FeatureKind::automatic;  ///< for models that look at edges
  std::int64_t max_degree =
      0;  ///< degree features: larger degrees count as this; 0: the largest in the training graphs
  SelfLoops self_loops = SelfLoops::keep;
  Direction direction = Direction::undirected;
  std::vector<std::string> targets;  ///< names of columns or keys to learn; empty: all that the format knows
  std::string positive;              ///< of two answers the one that is asked for; empty: what sounds least like no
  std::string weight_column;         ///< what each graph counts for in the loss; empty: 1
  std::string smiles_column;         ///< CSV of molecules; empty: the column named smiles
  Separator separator = Separator::automatic;
  Hydrogens hydrogens = Hydrogens::implicit;
  MoleculeEdges molecule_edges = MoleculeEdges::bonds;
  OnError on_error = OnError::stop;
  std::string rejects;         ///< on_error = skip: where skipped rows go
  std::string split = "auto";  ///< how graphs are divided: a name of data/split/methods.h
  std::string split_column;    ///< the column that decides, for those that go by one
  std::string split_file;      ///< published folds (.json), a prefix or a folder of index files; empty: made by us
  std::int64_t fold = 1;       ///< train with a split file: which of its folds, from 1
  std::int64_t folds = 10;
  InnerValidation inner_validation = InnerValidation::fraction;
  double train_fraction = 0.8;
  double validation_fraction = 0.1;
  std::uint64_t split_seed = 0;

  [[nodiscard]] ReadOptions read_options() const {
    std::vector<std::string> keep;
    for (const std::string& column : {weight_column, split_column}) {
      if (!column.empty() && std::find(keep.begin(), keep.end(), column) == keep.end()) keep.push_back(column);
    }
    return {
        .edges = {.keep_self_loops = self_loops == SelfLoops::keep, .undirected = direction == Direction::undirected},
        .task = task,
        .targets = targets,
        .positive = positive,
        .smiles_column = smiles_column,
        .separator = separator,
        .hydrogens = hydrogens,
        .molecule_edges = molecule_edges,
        .keep = std::move(keep),
        .on_error = on_error,
        .rejects = rejects};
  }
  [[nodiscard]] FoldOptions fold_options() const {
    return {.folds = static_cast<int>(folds),
            .inner = inner_validation,
            .validation_fraction = validation_fraction,
            .seed = split_seed};
  }
};

}  // namespace gnnir
