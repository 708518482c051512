#pragma once

#include <string>

#include "gnnir/report/run_page.h"
#include "gnnir/report/test_figures.h"

/// The sections of a run's page (run_page.h), as HTML; empty where the run has nothing for them.
namespace gnnir {

std::string answer_section(const RunView& run);
std::string paper_section(const RunView& run);
std::string question_section(const RunView& run);
std::string curves_section(const RunView& run);
std::string classes_section(const RunView& run, const TestFigures& figures);
std::string numbers_section(const RunView& run, const TestFigures& figures);
std::string trust_section(const RunView& run, const TestFigures& figures);
std::string trainings_section(const RunView& run);
std::string predictions_section(const RunView& run, const RunPageOptions& options);
std::string order_section(const RunView& run);
std::string time_section(const RunView& run);
std::string settings_section(const RunView& run);

}  // namespace gnnir
