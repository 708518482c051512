#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "count_line.h"
#include "gnnir/audit/audit.h"
#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/feature_colours.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/graph/colour_refinement.h"
#include "gnnir/ir/branch_limit.h"
#include "gnnir/nn/single_thread.h"
#include "gnnir/report/graph_picture.h"
#include "gnnir/report/table.h"
#include "gnnir/train/memory_estimate.h"
#include "gnnir/train/trainer.h"
#include "learn_commands.h"
#include "path_checks.h"

namespace gnnir::app {
namespace {

/// A model with random weights that fits the data; what it would learn does not matter.
TrainedModel random_model(const AuditCommand& command, const Dataset& dataset) {
  Dataset unlabelled = without_graphs(dataset);
  unlabelled.examples = dataset.examples;
  unlabelled.class_names = {"0", "1", "2", "3"};
  for (std::int64_t g = 0; g < dataset.size(); ++g) unlabelled.classes.push_back(g % 4);
  Split all;
  all.train.resize(dataset.examples.size());
  std::iota(all.train.begin(), all.train.end(), 0);
  return TrainedModel::create(header_for(unlabelled, all, command.config));
}

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

std::string details_csv(const std::vector<GraphAudit>& audits, std::int64_t layers) {
  std::string csv = "graph,verdict,spread,cells,orbits,because";
  for (std::int64_t layer = 1; layer <= layers; ++layer) csv += fmt::format(",cut_{0},cut_orbit_{0}", layer);
  csv += "\n";
  for (const GraphAudit& one : audits) {
    csv += fmt::format("{},{},{:.3g},{},{},{}", one.graph, name_of(one.verdict), one.spread, one.certificate.num_cells,
                       one.certificate.num_orbits, one.certificate.because);
    for (const LayerFinding& layer : one.certificate.layers) {
      csv += fmt::format(",{},{}", yes_or_no(layer.cut), layer.cut ? yes_or_no(layer.cut_cell_is_orbit) : "");
    }
    csv += "\n";
  }
  return csv;
}

Json details_json(const GraphAudit& one) {
  Json layers = Json::array();
  for (std::size_t l = 0; l < one.certificate.layers.size(); ++l) {
    const LayerFinding& layer = one.certificate.layers[l];
    Json entry = {{"cut", layer.cut}, {"chosen", one.chosen[l]}};
    if (layer.cut) entry["cut_cell_is_orbit"] = layer.cut_cell_is_orbit;
    layers.push_back(entry);
  }
  Json json = {{"graph", one.graph},
               {"verdict", name_of(one.verdict)},
               {"spread", one.spread},
               {"cells", one.certificate.num_cells},
               {"orbits", one.certificate.num_orbits},
               {"cells_are_orbits", one.certificate.cells_are_orbits()},
               {"layers", layers}};
  if (!one.certificate.because.empty()) json["because"] = one.certificate.because;
  return json;
}

/// What the audit found over all graphs.
Json totals_of(const std::vector<GraphAudit>& audits, std::int64_t layers) {
  Json verdicts = Json::object();
  for (const auto& [name, verdict] : EnumNames<Verdict>::table) {
    verdicts[name] =
        std::count_if(audits.begin(), audits.end(), [v = verdict](const GraphAudit& a) { return a.verdict == v; });
  }
  Json cuts = Json::array();
  for (std::size_t layer = 0; layer < static_cast<std::size_t>(layers); ++layer) {
    std::int64_t cut = 0;
    std::int64_t orbits = 0;
    for (const GraphAudit& one : audits) {
      if (layer >= one.certificate.layers.size() || !one.certificate.layers[layer].cut) continue;
      ++cut;
      orbits += one.certificate.layers[layer].cut_cell_is_orbit ? 1 : 0;
    }
    cuts.push_back({{"layer", layer + 1}, {"graphs", cut}, {"of_them_orbits", orbits}});
  }
  double spread = 0;
  std::int64_t cells_are_orbits = 0;
  for (const GraphAudit& one : audits) {
    if (!(one.spread <= spread)) spread = one.spread;  // what is no number stays
    cells_are_orbits += one.certificate.cells_are_orbits() ? 1 : 0;
  }
  return {{"event", "result"},    {"graphs", audits.size()},
          {"verdicts", verdicts}, {"cells_are_orbits", cells_are_orbits},
          {"cut_cells", cuts},    {"largest_spread", spread}};
}

std::string share(std::int64_t part, std::size_t whole) {
  return fmt::format("{:.1f} %", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void print_totals(const Json& totals, const AuditOptions& options) {
  const auto graphs = totals["graphs"].get<std::size_t>();
  Table table({"", "graphs", "share"});
  const auto row = [&](const std::string& name, const Json& count) {
    table.add({name, fmt::format("{}", count.get<std::int64_t>()), share(count.get<std::int64_t>(), graphs)});
  };
  for (const auto& [name, verdict] : EnumNames<Verdict>::table) row(name, totals["verdicts"][name]);
  row("1-WL's cells are orbits", totals["cells_are_orbits"]);
  for (const Json& cut : totals["cut_cells"]) {
    const auto layer = cut["layer"].get<std::int64_t>();
    row(fmt::format("layer {} cut a cell", layer), cut["graphs"]);
    row(fmt::format("layer {} cut an orbit", layer), cut["of_them_orbits"]);
  }
  fmt::print("{}largest difference of predictions over {} relabellings of a graph: {:.2g} ({:g} counts as none)\n",
             table.text(), options.relabellings, totals["largest_spread"].get<double>(), options.tolerance);
}

void write_picture(const std::string& file, const Dataset& dataset, const TrainedModel& model,
                   const EncodedDataset& data, const GraphAudit& worst) {
  const Graph& graph = dataset.examples[static_cast<std::size_t>(worst.graph)].graph;
  const auto colours =
      feature_colours({data.features.nodes[static_cast<std::size_t>(worst.graph)]}, model.features.num_reals);
  GraphPicture picture;
  picture.title = fmt::format("{}, graph {}: {} (difference {:.2g})", dataset.name, worst.graph, name_of(worst.verdict),
                              worst.spread);
  picture.subtitle = "colours: cells of 1-WL; rings: nodes that the first layer individualized";
  const auto edges = data.features.edges.empty()
                         ? std::vector<std::vector<std::int64_t>>(1)
                         : feature_colours({data.features.edges[static_cast<std::size_t>(worst.graph)]},
                                           model.edge_features.num_reals);
  picture.colour =
      ColourRefinement(graph, {.nodes = colours.front(), .edges = edges.front()}).coarsest().cell_numbers();
  if (!worst.chosen.empty()) picture.marked = worst.chosen.front();
  write_file_atomically(file, draw_graph(graph, picture));
}

/// A spread of what is no number is none: such graphs are counted among those that depend on the order.
void warn_of_bad_outputs(const std::vector<GraphAudit>& audits) {
  std::vector<float> spreads;
  std::vector<std::int64_t> graphs;
  for (const GraphAudit& one : audits) {
    spreads.push_back(static_cast<float>(one.spread));
    graphs.push_back(one.graph);
  }
  const std::string remark = remark_on_bad_outputs(spreads, graphs);
  if (!remark.empty())
    fmt::print(stderr, "gnnir: warning: {}; they count as depending on the order of nodes\n", remark);
}

void write_details(const std::string& file, const std::vector<GraphAudit>& audits, std::int64_t layers) {
  if (file.ends_with(".json")) {
    Json all = Json::array();
    for (const GraphAudit& one : audits) all.push_back(details_json(one));
    write_file_atomically(file, to_text(all) + "\n");
  } else {
    write_file_atomically(file, details_csv(audits, layers));
  }
}

}  // namespace

int run_audit(const AuditCommand& command) {
  use_single_threaded_operations();
  if (!command.details.empty() && !command.details.ends_with(".csv") && !command.details.ends_with(".json")) {
    throw usage_error("--details: expected a name ending in .csv or .json, found '{}'", command.details);
  }
  check_output("--details", command.details, {command.model, command.data});
  check_output("--picture", command.picture, {command.model, command.data});
  if (!command.picture.empty() && !command.picture.ends_with(".svg")) {
    throw usage_error("--picture: expected a name ending in .svg, found '{}'", command.picture);
  }
  if (command.model.empty() && is_model(command.data)) {
    throw usage_error("{} is a model: name the data to audit it on", command.data);
  }
  if (!command.model.empty()) require_model_first(command.model, command.data);
  TrainedModel trained;
  if (!command.model.empty()) {
    trained = load_model(command.model, {},
                         [](const std::string& text) { fmt::print(stderr, "gnnir: warning: {}\n", text); });
  }
  ReadOptions reading = command.model.empty() ? command.config.data.read_options() : trained.config.data.read_options();
  if (!command.model.empty()) {
    RunConfig as_asked = trained.config;
    apply_settings(as_asked, command.reading, "");
    reading = as_asked.data.read_options();
    reading.zero_labels = !trained.features.label_values.empty();
  }
  reading.labels = false;
  const Dataset dataset = open_dataset(command.data, command.data_dir, reading);
  const std::string remark = remark_on_rejects(dataset);
  if (!remark.empty()) fmt::print(stderr, "gnnir: warning: {}\n", remark);
  if (dataset.examples.empty()) throw data_error("[audit] {} has no graphs", dataset.name);
  if (command.model.empty()) trained = random_model(command, dataset);
  const EncodedDataset data = EncodedDataset::features_of(dataset, trained);
  std::vector<std::int64_t> graphs(dataset.examples.size());
  std::iota(graphs.begin(), graphs.end(), 0);

  require_memory(estimate_prediction(trained, data, graphs, command.threads), command.max_memory);
  ThreadPool pool(command.threads, use_single_threaded_operations);
  std::vector<GraphAudit> audits;
  {
    CountLine line("audit", graphs.size());
    audits = audit(trained, data, graphs, command.options, pool, [&](std::size_t done) { line.show(done); });
  }
  warn_of_bad_outputs(audits);
  const auto layers = static_cast<std::int64_t>(audits.front().certificate.layers.size());
  if (!command.details.empty()) write_details(command.details, audits, layers);
  if (!command.picture.empty()) {
    const auto worst = std::max_element(audits.begin(), audits.end(), [](const GraphAudit& a, const GraphAudit& b) {
      return std::pair(a.verdict, a.spread) < std::pair(b.verdict, b.spread);
    });
    write_picture(command.picture, dataset, trained, data, *worst);
  }
  Json totals = totals_of(audits, layers);
  totals["dataset"] = dataset.name;
  totals["relabellings"] = command.options.relabellings;
  totals["tolerance"] = command.options.tolerance;
  if (command.json) {
    fmt::print("{}\n", to_text(totals));
    return 0;
  }
  const IrOptions& ir = trained.config.model.ir;
  const ModelOptions& model = trained.config.model;
  const std::string settings = model.architecture != Architecture::gnn_ir
                                   ? name_of(model.architecture)
                                   : fmt::format("L = {}, k = {}, merge = {}, ties = {}", ir.layers,
                                                 width_name(ir.width), name_of(ir.merge), name_of(ir.ties));
  fmt::print("{}: {} graphs, {}{}\n", dataset.name, dataset.size(), settings,
             command.model.empty() ? ", random weights" : "");
  print_totals(totals, command.options);
  return 0;
}

}  // namespace gnnir::app
