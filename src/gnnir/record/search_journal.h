#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gnnir/base/json.h"

namespace gnnir {

/// What a search has found and decided, a line of JSON each, in an order that does not depend on how often it was
/// interrupted. A search that goes on says all of it again: what is there must be the same, what is new is added.
class SearchJournal {
 public:
  /// Reads what is there; a last line that a kill has cut is going to be written again. An Error of kind data if a line
  /// is no JSON object.
  explicit SearchJournal(std::filesystem::path path);

  /// The next line that an earlier session has written.
  [[nodiscard]] const Json* next() const { return at_ < known_.size() ? &known_[at_] : nullptr; }
  /// The same if it is of this kind: what its "event" says.
  [[nodiscard]] const Json* next(const std::string& event) const;
  /// Goes past a line that is there, or adds it, so that it stays. An Error of kind data if another one is there.
  void say(const Json& line);

 private:
  std::filesystem::path path_;
  std::vector<Json> known_;
  std::size_t at_ = 0;
};

}  // namespace gnnir
