#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gnnir/data/molecules/molecule.h"

namespace gnnir {

/// Clusters of Butina (1999): molecules are neighbours if their fingerprints are similar by at least 0.6 (Tanimoto:
/// shared bits to all bits; a distance of at most 0.4). The molecule with most neighbours is the centre of the first
/// cluster, with all of them; then, of those that are left, the one that had most, with those of its neighbours that
/// are left, and so on; of equals the first. Each cluster is ascending. Time n² (most of it memory of two bytes to a
/// pair that shares a bit), memory n.
std::vector<std::vector<std::int64_t>> butina_clusters(std::span<const Fingerprint> fingerprints);

}  // namespace gnnir
