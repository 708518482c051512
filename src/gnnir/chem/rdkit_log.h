#pragma once

#include <string>

namespace gnnir {

/// Takes RDKit's error log, which would go to the user's screen, and silences its other logs. It belongs to the whole
/// process: one thread at a time.
class RdkitLog {
 public:
  RdkitLog();
  ~RdkitLog();
  RdkitLog(const RdkitLog&) = delete;
  RdkitLog& operator=(const RdkitLog&) = delete;

  /// The first thing that RDKit has said, without time and preamble; "" if it was silent.
  [[nodiscard]] std::string first_words() const;
};

}  // namespace gnnir
