#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gnnir/base/json.h"
#include "gnnir/infer/prediction_rows.h"

namespace gnnir {

/// The columns of a table about the nearest training graphs; none where they were not asked for.
class NearestColumns {
 public:
  /// The table must outlive it.
  explicit NearestColumns(const PredictionTable& table) : table_(table) {}

  [[nodiscard]] std::vector<std::string> header() const;
  /// Of the i-th prediction.
  [[nodiscard]] std::vector<std::string> of(std::size_t i) const;
  void add_to(Json& row, std::size_t i) const;

 private:
  [[nodiscard]] std::string name_of_graph(std::int64_t graph) const;

  const PredictionTable& table_;
};

}  // namespace gnnir
