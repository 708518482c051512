#include "gnnir/infer/predictor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/data/check_dataset.h"
#include "gnnir/infer/doubt.h"
#include "gnnir/infer/ensemble.h"
#include "gnnir/infer/run_network.h"
#include "gnnir/infer/unusual.h"
#include "gnnir/metrics/main_metric.h"

namespace gnnir {
namespace {

std::vector<std::int64_t> graphs_of(const Dataset& dataset, const PredictOptions& options) {
  check_graph_numbers(options.graphs, dataset);
  return options.graphs.empty() ? all_graphs(dataset) : options.graphs;
}

/// The pool that was given, or one of this thread alone.
class PoolToUse {
 public:
  explicit PoolToUse(ThreadPool* given)
      : own_(given ? nullptr : std::make_unique<ThreadPool>(1)), used_(given ? given : own_.get()) {}
  ThreadPool& operator*() { return *used_; }

 private:
  std::unique_ptr<ThreadPool> own_;
  ThreadPool* used_;
};

/// What one or more models say of some graphs of a data set.
struct Answer {
  EncodedDataset data;  ///< as the first of them sees it
  std::vector<std::int64_t> graphs;
  NetworkResults results;
  std::vector<double> deviations = {};         ///< see CombinedResults
  std::vector<NetworkResults> of_models = {};  ///< what each says; empty if it is one

  [[nodiscard]] std::vector<MemberResults> members(const std::vector<const ModelHeader*>& headers) const {
    if (of_models.empty()) return {{headers.front()->targets, results}};
    std::vector<MemberResults> said;
    for (std::size_t i = 0; i < headers.size(); ++i) said.push_back({headers[i]->targets, of_models[i]});
    return said;
  }
};

Answer ask_one(const Predictor& predictor, const Dataset& dataset, const PredictOptions& options,
               std::int64_t batch_size, bool labels) {
  predictor.network().require_fit(dataset);
  Answer answer{labels ? EncodedDataset::from(dataset, predictor.model())
                       : EncodedDataset::features_of(dataset, predictor.model()),
                graphs_of(dataset, options),
                {}};
  PoolToUse pool(options.pool);
  answer.results = run_network(predictor.network(), answer.data, answer.graphs, batch_size, *pool);
  return answer;
}

Answer ask(const Predictor& predictor, const Dataset& dataset, const PredictOptions& options, std::int64_t batch_size,
           bool labels) {
  const std::span<const Predictor> models = predictor.members();
  if (models.empty()) return ask_one(predictor, dataset, options, batch_size, labels);
  Answer together = ask_one(models.front(), dataset, options, batch_size, labels);
  together.of_models.push_back(std::move(together.results));
  std::vector<const ModelHeader*> headers = {&models.front().model()};
  for (const Predictor& model : models.subspan(1)) {
    together.of_models.push_back(ask_one(model, dataset, options, batch_size, /*labels=*/false).results);
    headers.push_back(&model.model());
  }
  CombinedResults combined = combine(together.members(headers));
  together.results = std::move(combined.results);
  together.deviations = std::move(combined.deviations);
  return together;
}

/// "" if the model knows all labels of nodes, or of edges.
std::string remark_on_labels(const Dataset& dataset, const FeatureEncoding& encoding, FeatureOf of) {
  if (encoding.label_values.empty()) return "";
  std::set<std::int64_t> unknown;
  std::int64_t count = 0;
  std::int64_t all = 0;
  for (const Example& example : dataset.examples) {
    for (const std::int64_t label : of == FeatureOf::nodes ? example.node_labels : example.edge_labels) {
      ++all;
      if (std::binary_search(encoding.label_values.begin(), encoding.label_values.end(), label)) continue;
      ++count;
      unknown.insert(label);
    }
  }
  if (count == 0) return "";
  constexpr std::size_t most = 5;
  std::vector<std::int64_t> shown(unknown.begin(), unknown.end());
  shown.resize(std::min(shown.size(), most));
  return fmt::format("{} of {} {} have a label that the model was not trained on ({}{})", count, all,
                     of == FeatureOf::nodes ? "nodes" : "edges", fmt::join(shown, ", "),
                     unknown.size() > most ? ", …" : "");
}

/// In each target's own unit, which their mean has none of; empty if there is only one, and without those that no graph
/// has.
std::vector<std::pair<std::string, double>> error_of_each_target(const TargetEncoding& encoding, const Scores& scores) {
  std::vector<std::pair<std::string, double>> errors;
  for (const std::string& name : encoding.names) {
    const auto found = scores.find(score_of("mae", name));
    if (found != scores.end()) errors.emplace_back(name, found->second);
  }
  return errors;
}

std::string remark_on_unusual(std::size_t count, std::size_t all) {
  if (count == 0) return "";
  return fmt::format("{} of {} graph{} unlike what the model was trained on: predictions marked unusual are guesses",
                     count, all,
                     all == 1     ? " is"
                     : count == 1 ? "s is"
                                  : "s are");
}

void add_remark(std::vector<std::string>& remarks, std::string remark) {
  if (!remark.empty()) remarks.push_back(std::move(remark));
}

}  // namespace

ReadOptions Predictor::read_options(bool labels, const std::vector<Setting>& said) const {
  RunConfig as_asked = model_.config;
  as_asked.data.separator = Separator::automatic;  // each file has its own
  apply_settings(as_asked, said, "");
  ReadOptions options = as_asked.data.read_options();
  options.zero_labels = !model_.features.label_values.empty();
  options.labels = labels;
  options.keep.clear();  // what graphs count for and how they were split is of the training
  options.questions = model_.targets.task == Task::yes_no;
  if (options.task == TaskChoice::automatic) {  // of a few graphs it may look otherwise
    options.task = model_.targets.task == Task::regression ? TaskChoice::regression : TaskChoice::classification;
  }
  return options;
}

std::vector<std::string> Predictor::remarks_on(const Dataset& dataset) const {
  std::vector<std::string> remarks;
  add_remark(remarks, remark_on_labels(dataset, model_.features, FeatureOf::nodes));
  add_remark(remarks, remark_on_labels(dataset, model_.edge_features, FeatureOf::edges));
  return remarks;
}

std::vector<const ModelHeader*> Predictor::headers() const {
  if (members_.empty()) return {&model_};
  std::vector<const ModelHeader*> all;
  for (const Predictor& member : members_) all.push_back(&member.model_);
  return all;
}

std::int64_t Predictor::batch_size(const PredictOptions& options) const {
  return options.batch_size > 0 ? options.batch_size : model_.config.train.batch_size;
}

std::int64_t unwanted_cuts(const IrOptions& ir, const NetworkResults& results) {
  const bool wants_cells = ir.ties == TiePolicy::cell && ir.selector != SelectorKind::random;
  return wants_cells ? std::ssize(results.cut_graphs) : 0;
}

Predictions predictions_of(const ModelHeader& model, const EncodedDataset& data, std::span<const std::int64_t> graphs,
                           const NetworkResults& results) {
  Predictions predictions;
  predictions.names = model.targets.names;
  predictions.answers = model.targets.answers;
  const IrOptions& ir = model.config.model.ir;
  add_remark(predictions.remarks, remark_on_cut_cells(unwanted_cuts(ir, results), ir));
  add_remark(predictions.remarks, remark_on_bad_outputs(results.outputs, graphs));
  const std::set<std::int64_t> cut(results.cut_graphs.begin(), results.cut_graphs.end());
  const auto columns = static_cast<std::size_t>(model.targets.outputs());
  std::size_t unusual = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    Prediction prediction = decode(model.targets, std::span(results.outputs).subspan(i * columns, columns));
    prediction.graph = graphs[i];
    prediction.order_may_matter = cut.count(graphs[i]) > 0 || !results.order_matters_because.empty();
    prediction.unusual = unusual_in(model, data, graphs[i]);
    unusual += prediction.unusual.empty() ? 0 : 1;
    predictions.graphs.push_back(std::move(prediction));
  }
  add_remark(predictions.remarks, remark_on_unusual(unusual, graphs.size()));
  return predictions;
}

Predictions Predictor::predict(const Dataset& dataset, const PredictOptions& options) const {
  const Doubt doubt(headers(), options.confidence, options.calibrate);
  Answer answer = ask(*this, dataset, options, batch_size(options), /*labels=*/false);
  const std::vector<Bounds> bounds =
      doubt.bounds() ? doubt.bounds_of(answer.members(headers())) : std::vector<Bounds>();
  doubt.calibrate(answer.results.outputs);
  const auto& [data, graphs, results, deviations, of_models] = answer;
  Predictions predictions = predictions_of(model_, data, graphs, results);
  predictions.confidence = options.confidence;
  for (std::size_t i = 0; i < bounds.size(); ++i) predictions.graphs[i].bounds = bounds[i];
  for (std::string& remark : doubt.remarks()) add_remark(predictions.remarks, std::move(remark));
  if (members_.empty()) return predictions;
  predictions.models = std::ssize(members_);
  const auto columns = static_cast<std::size_t>(model_.targets.outputs());
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto row = deviations.begin() + static_cast<std::ptrdiff_t>(i * columns);
    predictions.graphs[i].deviations.assign(row, row + static_cast<std::ptrdiff_t>(columns));
  }
  return predictions;
}

Evaluation Predictor::evaluate(const Dataset& dataset, const PredictOptions& options) const {
  const Doubt doubt(headers(), options.confidence, options.calibrate);
  Answer answer = ask(*this, dataset, options, batch_size(options), /*labels=*/true);
  const auto& [data, graphs, results, deviations, of_models] = answer;
  Evaluation evaluation;
  if (doubt.bounds()) {
    evaluation.coverage = coverage_of(model_.targets, doubt.bounds_of(answer.members(headers())),
                                      own_labels(model_, data, graphs), doubt.held_out());
  }
  if (doubt.calibrates()) evaluation.before_calibration = score(model_, data, graphs, results.outputs);
  doubt.calibrate(answer.results.outputs);
  evaluation.temperatures = doubt.temperatures();
  evaluation.assumptions = doubt.assumptions();
  for (std::string& remark : doubt.remarks()) add_remark(evaluation.remarks, std::move(remark));
  evaluation.cut_cells = unwanted_cuts(model_.config.model.ir, results);
  add_remark(evaluation.remarks, remark_on_cut_cells(evaluation.cut_cells, model_.config.model.ir));
  add_remark(evaluation.remarks, remark_on_bad_outputs(results.outputs, graphs));
  evaluation.scores = score(model_, data, graphs, results.outputs, &evaluation.lacks);
  if (evaluation.scores.empty()) {
    throw data_error("[eval] {} has no {} to compare with", dataset.name,
                     model_.targets.task == Task::classification ? "classes"
                     : model_.targets.task == Task::yes_no       ? "answers"
                                                                 : "targets");
  }
  evaluation.metric = main_metric(model_.config.train.metric, model_.targets).name;
  evaluation.confusion = confusion(model_, data, graphs, results.outputs);
  evaluation.mae_by_target = error_of_each_target(model_.targets, evaluation.scores);
  return evaluation;
}

Predictor Predictor::together(std::vector<Predictor> models) {
  if (models.empty()) throw usage_error("[model] expected at least one model, found none");
  if (models.size() == 1) return std::move(models.front());
  const NetworkResults nothing;
  std::vector<MemberResults> silent;
  for (const Predictor& model : models) silent.push_back({model.model().targets, nothing});
  combine(silent);  // throws if they do not predict the same
  Predictor all = models.front();
  all.members_ = std::move(models);
  return all;
}

namespace {

/// Rows of further columns, of the same graphs.
void append_columns(Embeddings& to, const Embeddings& more) {
  std::vector<float> rows;
  const auto add = [&](const Embeddings& from, std::size_t row) {
    const auto begin = from.rows.begin() + static_cast<std::ptrdiff_t>(row) * from.columns;
    rows.insert(rows.end(), begin, begin + from.columns);
  };
  for (std::size_t row = 0; row < to.graph_of_row.size(); ++row) {
    add(to, row);
    add(more, row);
  }
  to.rows = std::move(rows);
  to.columns += more.columns;
}

}  // namespace

Embeddings Predictor::embed(const Dataset& dataset, EmbeddingKind kind, const PredictOptions& options) const {
  if (!members_.empty()) {
    Embeddings all = members_.front().embed(dataset, kind, options);
    for (const Predictor& model : members().subspan(1)) append_columns(all, model.embed(dataset, kind, options));
    return all;
  }
  network_->require_fit(dataset);
  const EncodedDataset data = EncodedDataset::features_of(dataset, model_);
  PoolToUse pool(options.pool);
  return embed_graphs(*network_, data, graphs_of(dataset, options), batch_size(options), kind, *pool);
}

std::string remark_on_cut_cells(std::int64_t cut_cells, const IrOptions& options) {
  if (cut_cells == 0) return "";
  return fmt::format(
      "in {} graph{} more nodes are equal than model.max_branches ({}) allows: some were left out, so the result may "
      "depend on the order of nodes",
      cut_cells, cut_cells == 1 ? "" : "s", options.max_branches);
}

}  // namespace gnnir
