#include "gnnir/report/promises.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gnnir/infer/doubt.h"

namespace gnnir {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

/// What a model must have said for the table to have these answers, and what is true, of one training's graphs.
struct Answers {
  std::vector<std::size_t> rows;  // in the table
  std::vector<float> outputs;     // [rows, outputs]
  std::vector<float> labels;      // [rows, label_columns]
};

float log_of(double probability) { return static_cast<float>(std::log(std::max(probability, 1e-7))); }

/// The model's output for one column of the table; column: its place among the model's own.
void set_outputs(const TestColumn& column, std::size_t i, const TargetEncoding& targets, std::size_t place,
                 float* outputs, float* labels) {
  if (targets.task == Task::regression) {
    outputs[place] = static_cast<float>((column.numbers.predictions[i] - targets.mean[place]) / targets.scale[place]);
    labels[place] = static_cast<float>(column.numbers.targets[i]);
    return;
  }
  if (targets.task == Task::yes_no) {
    const double yes = column.answers.probability(i, 1);
    outputs[place] = log_of(yes) - log_of(1 - yes);
    labels[place] = static_cast<float>(column.answers.labels[i]);
    return;
  }
  for (std::size_t c = 0; c < targets.names.size(); ++c) {
    const auto found = std::find(column.classes.begin(), column.classes.end(), targets.names[c]);
    if (found == column.classes.end()) continue;
    const auto of_class = found - column.classes.begin();
    outputs[c] = log_of(column.answers.probability(i, of_class));
    if (column.answers.labels[i] == of_class) labels[0] = static_cast<float>(c);
  }
}

Answers answers_of(const TestTable& table, const std::string& training, const TargetEncoding& targets) {
  const auto outputs = static_cast<std::size_t>(targets.outputs());
  const std::size_t columns = label_columns(targets);
  Answers answers;
  std::vector<std::size_t> place_of(table.graphs.size());
  for (std::size_t row = 0; row < table.graphs.size(); ++row) {
    if (table.trainings[row] != training) continue;
    place_of[row] = answers.rows.size();
    answers.rows.push_back(row);
  }
  answers.outputs.assign(answers.rows.size() * outputs, missing);
  answers.labels.assign(answers.rows.size() * columns, missing);
  for (const TestColumn& column : table.columns) {
    std::size_t place = 0;
    if (table.task != Task::classification) {
      const auto found = std::find(targets.names.begin(), targets.names.end(), column.name);
      if (found == targets.names.end()) continue;
      place = static_cast<std::size_t>(found - targets.names.begin());
    }
    for (std::size_t i = 0; i < column.rows.size(); ++i) {
      const std::size_t row = column.rows[i];
      if (table.trainings[row] != training) continue;
      set_outputs(column, i, targets, place, &answers.outputs[place_of[row] * outputs],
                  &answers.labels[place_of[row] * columns]);
    }
  }
  return answers;
}

/// Adds up what models came to.
void add(const Coverage& one, Coverage& all) {
  if (one.graphs == 0) return;
  const double sizes = all.size * static_cast<double>(all.graphs) + one.size * static_cast<double>(one.graphs);
  all.name = one.name;
  all.held_out += one.held_out;
  all.graphs += one.graphs;
  all.covered += one.covered;
  all.size = sizes / static_cast<double>(all.graphs);
}

/// A yes/no question that a graph has no answer to has no output in the table either: any number will do there.
void fill_gaps(const Answers& answers, const TargetEncoding& targets, std::vector<float>& outputs) {
  if (targets.task == Task::classification) return;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (std::isnan(answers.labels[i])) outputs[i] = 0;
  }
}

bool can_promise(const PromisingModels& models, Task task) {
  const auto knows = [&](const ModelHeader& header) {
    return header.held_out && header.targets.task == task && !header.held_out->validation.graphs.empty();
  };
  return !models.headers.empty() && std::all_of(models.headers.begin(), models.headers.end(), knows);
}

/// What the models promise of their test graphs, and how often that holds.
void add_promises(const TestTable& table, const PromisingModels& models, Answers answers,
                  std::vector<KeptPromise>& promises) {
  const TargetEncoding& targets = models.headers.front().targets;
  fill_gaps(answers, targets, answers.outputs);
  const NetworkResults results{.outputs = std::move(answers.outputs), .cut_graphs = {}, .order_matters_because = {}};
  std::vector<const ModelHeader*> headers;
  std::vector<MemberResults> members;  // what they say together, each of them says
  for (const ModelHeader& header : models.headers) {
    headers.push_back(&header);
    members.push_back({targets, results});
  }
  for (KeptPromise& promise : promises) {
    const Doubt doubt(headers, promise.promised, Calibration::none);
    for (const Coverage& one : coverage_of(targets, doubt.bounds_of(members), answers.labels, doubt.held_out())) {
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].name == one.name) add(one, promise.of_columns[c]);
      }
    }
  }
}

}  // namespace

std::vector<KeptPromise> kept_promises(const TestTable& table, std::span<const PromisingModels> all) {
  std::vector<KeptPromise> promises;
  for (const double level : promised_levels) {
    promises.push_back({level, std::vector<Coverage>(table.columns.size())});
  }
  bool any = false;
  for (const PromisingModels& models : all) {
    if (!can_promise(models, table.task)) continue;
    Answers answers = answers_of(table, models.training, models.headers.front().targets);
    if (answers.rows.empty()) continue;
    add_promises(table, models, std::move(answers), promises);
    any = true;
  }
  return any ? promises : std::vector<KeptPromise>();
}

}  // namespace gnnir
