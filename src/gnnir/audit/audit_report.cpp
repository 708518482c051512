#include <fmt/format.h>

#include <algorithm>

#include "gnnir/audit/audit.h"
#include "gnnir/data/graph_list.h"

namespace gnnir {
namespace {

using Texts = std::vector<std::string>;

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

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

GraphList graphs_of(std::span<const GraphAudit> audits, const Dataset& dataset, bool named) {
  GraphList list{.dataset = dataset, .graphs = {}, .named = named};
  for (const GraphAudit& one : audits) list.graphs.push_back(one.graph);
  return list;
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
  Texts columns = {"verdict", "spread", "cells", "orbits", "because"};
  for (std::size_t layer = 1; layer <= layers; ++layer) {
    columns.insert(columns.end(), {fmt::format("cut_{}", layer), fmt::format("cut_orbit_{}", layer)});
  }
  return csv_of(graphs_of(audits, dataset, named), columns,
                [&](std::size_t i) { return FieldRows{findings_of(audits[i])}; });
}

Json audits_json(std::span<const GraphAudit> audits, const Dataset& dataset, bool named) {
  const Texts keys = {"graph", "verdict", "spread", "cells", "orbits", "cells_are_orbits", "layers", "because"};
  return json_of(graphs_of(audits, dataset, named), keys, [&](std::size_t i) { return audits[i].to_json(); });
}

const GraphAudit& worst_of(std::span<const GraphAudit> audits) {
  return *std::max_element(audits.begin(), audits.end(), [](const GraphAudit& a, const GraphAudit& b) {
    return std::pair(a.verdict, a.spread) < std::pair(b.verdict, b.spread);
  });
}

}  // namespace gnnir
