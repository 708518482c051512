#include <fmt/format.h>

#include <algorithm>

#include "gnnir/audit/audit.h"
#include "gnnir/data/names.h"
#include "gnnir/data/source/csv.h"

namespace gnnir {
namespace {

using Texts = std::vector<std::string>;

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

/// The rest has as many fields as the header.
std::string row_of(const std::string& graph, const Texts& names, Texts rest, std::size_t width = 0) {
  if (width > 0) rest.resize(width);
  Texts row = {graph};
  row.insert(row.end(), names.begin(), names.end());
  row.insert(row.end(), rest.begin(), rest.end());
  return csv_row(row);
}

Texts findings_of(const GraphAudit& one) {
  Texts findings = {name_of(one.verdict), fmt::format("{:.3g}", one.spread),
                    fmt::format("{}", one.certificate.num_cells), fmt::format("{}", one.certificate.num_orbits),
                    one.certificate.because};
  for (const LayerFinding& layer : one.certificate.layers) {
    findings.emplace_back(yes_or_no(layer.cut));
    findings.emplace_back(layer.cut ? yes_or_no(layer.cut_cell_is_orbit) : "");
  }
  return findings;
}

template <typename OnGraph, typename OnSkipped>
void visit(std::span<const GraphAudit> audits, const Dataset& dataset, const OnGraph& on_graph,
           const OnSkipped& on_skipped) {
  std::vector<std::int64_t> graphs;
  for (const GraphAudit& one : audits) graphs.push_back(one.graph);
  in_order_of_file(
      graphs, dataset.skipped, [&](std::size_t i) { on_graph(audits[i]); }, on_skipped);
}

}  // namespace

Json GraphAudit::to_json() const {
  Json layers = Json::array();
  for (std::size_t l = 0; l < certificate.layers.size(); ++l) {
    const LayerFinding& layer = certificate.layers[l];
    Json entry = {{"cut", layer.cut}, {"chosen", chosen[l]}};
    if (layer.cut) entry["cut_cell_is_orbit"] = layer.cut_cell_is_orbit;
    layers.push_back(entry);
  }
  Json json = {{"graph", graph},
               {"verdict", name_of(verdict)},
               {"spread", spread},
               {"cells", certificate.num_cells},
               {"orbits", certificate.num_orbits},
               {"cells_are_orbits", certificate.cells_are_orbits()},
               {"layers", layers}};
  if (!certificate.because.empty()) json["because"] = certificate.because;
  return json;
}

AuditTotals AuditTotals::of(std::span<const GraphAudit> audits) {
  AuditTotals totals;
  totals.graphs = std::ssize(audits);
  for (const auto& [name, verdict] : EnumNames<Verdict>::table) {
    const auto has_it = [v = verdict](const GraphAudit& one) { return one.verdict == v; };
    totals.verdicts.emplace_back(verdict, std::count_if(audits.begin(), audits.end(), has_it));
  }
  totals.layers.resize(audits.empty() ? 0 : audits.front().certificate.layers.size());
  if (!audits.empty()) totals.by_construction = audits.front().certificate.because;
  for (const GraphAudit& one : audits) {
    if (one.verdict != Verdict::certified || one.certificate.because != totals.by_construction) {
      totals.by_construction.clear();
    }
    if (!(one.spread <= totals.largest_spread)) totals.largest_spread = one.spread;  // what is no number stays
    totals.cells_are_orbits += one.certificate.cells_are_orbits() ? 1 : 0;
    for (std::size_t layer = 0; layer < std::min(totals.layers.size(), one.certificate.layers.size()); ++layer) {
      const LayerFinding& finding = one.certificate.layers[layer];
      if (!finding.cut) continue;
      ++totals.layers[layer].graphs;
      totals.layers[layer].of_them_orbits += finding.cut_cell_is_orbit ? 1 : 0;
    }
  }
  return totals;
}

Json AuditTotals::to_json() const {
  Json by_verdict = Json::object();
  for (const auto& [verdict, count] : verdicts) by_verdict[name_of(verdict)] = count;
  Json cuts = Json::array();
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    cuts.push_back(
        {{"layer", layer + 1}, {"graphs", layers[layer].graphs}, {"of_them_orbits", layers[layer].of_them_orbits}});
  }
  Json json = {{"event", "result"},      {"graphs", graphs},
               {"verdicts", by_verdict}, {"cells_are_orbits", cells_are_orbits},
               {"cut_cells", cuts},      {"largest_spread", largest_spread}};
  if (!by_construction.empty()) json["by_construction"] = by_construction;
  return json;
}

std::string audits_csv(std::span<const GraphAudit> audits, const Dataset& dataset, bool named) {
  const std::size_t layers = audits.empty() ? 0 : audits.front().certificate.layers.size();
  Texts others = {"verdict", "spread", "cells", "orbits", "because"};
  for (std::size_t layer = 1; layer <= layers; ++layer) {
    others.insert(others.end(), {fmt::format("cut_{}", layer), fmt::format("cut_orbit_{}", layer)});
  }
  if (!dataset.skipped.empty()) others.emplace_back("error");
  Texts taken = others;
  taken.emplace_back("graph");
  const NameColumns names = named ? NameColumns(dataset, taken) : NameColumns();
  std::string csv = row_of("graph", names.header(), others);
  visit(
      audits, dataset,
      [&](const GraphAudit& one) {
        csv += row_of(fmt::format("{}", one.graph), names.of_graph(one.graph), findings_of(one), others.size());
      },
      [&](const SkippedGraph& graph) {
        Texts rest(others.size());
        rest.back() = graph.reason;
        csv += row_of("", names.of_skipped(graph), rest);
      });
  return csv;
}

Json audits_json(std::span<const GraphAudit> audits, const Dataset& dataset, bool named) {
  const Texts taken = {"graph",  "verdict", "spread", "cells", "orbits", "cells_are_orbits",
                       "layers", "because", "error"};
  const NameColumns names = named ? NameColumns(dataset, taken) : NameColumns();
  const auto add_names = [&](Json& row, const Texts& values) {
    for (std::size_t c = 0; c < values.size(); ++c) row[names.header()[c]] = values[c];
  };
  Json all = Json::array();
  visit(
      audits, dataset,
      [&](const GraphAudit& one) {
        all.push_back(one.to_json());
        add_names(all.back(), names.of_graph(one.graph));
      },
      [&](const SkippedGraph& graph) {
        all.push_back({{"graph", nullptr}, {"error", graph.reason}});
        add_names(all.back(), names.of_skipped(graph));
      });
  return all;
}

const GraphAudit& worst_of(std::span<const GraphAudit> audits) {
  return *std::max_element(audits.begin(), audits.end(), [](const GraphAudit& a, const GraphAudit& b) {
    return std::pair(a.verdict, a.spread) < std::pair(b.verdict, b.spread);
  });
}

}  // namespace gnnir
