#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "gnnir/base/json.h"
#include "gnnir/report/table_results.h"

namespace gnnir {

/// What a file of results, which messages call `where`, holds of the table's runs, as table_results gives it; an Error
/// of kind data if it is broken.
Json parse_results(std::string_view text, const PaperTable& table, const std::string& where);
/// The same from RESULTS/TABLE.json, and of runs that the table takes from another what RESULTS/OTHER.json has; null if
/// there is nothing.
Json read_results(const std::filesystem::path& results, const PaperTable& table);

/// The first summary among a run's seeds that fits, or null; results may be null.
const Json* find_result(const Json& results, const std::string& run, const std::function<bool(const Json&)>& fits);

}  // namespace gnnir
