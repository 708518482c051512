#pragma once

#include <RDGeneral/RDLog.h>

#include <mutex>
#include <string>
#include <vector>

namespace gnnir {

/// Takes RDKit's error log, which would go to the user's screen, and silences its other logs, until it ends: they
/// belong to the whole process. Another thread that wants one waits: so whoever has it may use RDKit.
class RdkitLog {
 public:
  RdkitLog();
  ~RdkitLog();
  RdkitLog(const RdkitLog&) = delete;
  RdkitLog& operator=(const RdkitLog&) = delete;

  /// The first thing that RDKit has said, without time and preamble; "" if it was silent.
  [[nodiscard]] std::string first_words() const;

 private:
  std::unique_lock<std::mutex> lock_;
  std::vector<RDLogger> before_;
};

}  // namespace gnnir
