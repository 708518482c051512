#pragma once

#include <memory>
#include <string>

#include "gnnir/base/json.h"
#include "gnnir/train/run.h"

namespace gnnir::app {

/// What a person or a program sees of a run while it works.
class Console : public RunListener {
 public:
  /// `epochs`: the most that a job may take, for the time left.
  virtual void start(const std::string& title, const std::vector<Job>& jobs, std::int64_t epochs) = 0;
  /// Something that a person should know, on standard error; results and progress stay as they are.
  virtual void note(const std::string& text) = 0;
  /// The end of a run; `folder` is where its files are.
  virtual void finish(const Json& result, const std::string& folder) = 0;
};

/// One live line on a terminal, plain lines otherwise.
std::unique_ptr<Console> make_text_console();
/// One JSON object per line.
std::unique_ptr<Console> make_json_console();

/// "98.67 ± 1.83" for shares shown as percentages, "0.137 ± 0.010" for errors.
std::string format_score(const std::string& name, double mean);
std::string format_summary(const std::string& name, const Json& summary);

}  // namespace gnnir::app
