#include "gnnir/report/run_report.h"

#include "gnnir/base/files.h"
#include "gnnir/record/run_record.h"
#include "gnnir/report/data_facts.h"
#include "gnnir/report/report_of.h"
#include "gnnir/report/test_figures.h"

namespace gnnir {
namespace fs = std::filesystem;

void describe_result(RunResult& result, const fs::path& folder, const Dataset& dataset, std::span<const Split> splits) {
  result.data = data_facts(dataset, splits);
  const RunRecord record(folder);
  const auto note_file = [&](const fs::path& file) {
    if (fs::exists(file)) result.files.push_back(file.lexically_relative(folder).generic_string());
  };
  for (const std::string& job : result.jobs) {
    note_file(record.training(job).metrics());
    note_file(record.training(job).timings());
  }
  note_file(record.test_predictions());
  result.figures = Json::object();
  if (const auto paper = record.read_environment().paper; !paper.empty()) {
    result.figures["paper"] = paper_scores_json(paper);
  }
  if (!fs::exists(record.test_predictions())) return;
  const TestTable table = parse_test_table(read_file(record.test_predictions()), record.test_predictions().string());
  result.figures.update(test_figures(table, promises_in(folder, result.jobs, table)).to_json());
}

fs::path write_run_report(const fs::path& folder, const RunPageOptions& options) {
  const RunView view = view_run(folder);
  const fs::path file = RunRecord(folder).report();
  write_page_file(file, run_page(view, options));
  return file;
}

}  // namespace gnnir
