#include "gnnir/catalog/exact_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gnnir/catalog/own_options.h"
#include "gnnir/catalog/parts_cost.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {
namespace {

struct Own {
  OwnOption mark =
      OwnOption::choice("mark", "every node is marked by its distance from the individualized one, or that one alone",
                        {"distance", "psi"});
  OwnOption exchange =
      OwnOption::choice("exchange", "what v hears from other branches: that of its own, those of u's neighbours, both",
                        {"own", "none", "neighbours", "both"});
  OwnOption update = OwnOption::choice("update", "what becomes of a row in a step", {"residual", "plain", "gru"});
  OwnOption shared_weights = OwnOption::yes_or_no("shared_weights", "all steps have the same weights", false);
  OwnOption batch_norm = OwnOption::yes_or_no("batch_norm", "normalize behind each map of a step", true);
  OwnOption dropout = OwnOption::number(
      "dropout", "training: share of channels that a graph loses in what each step adds, drawn anew each time", 0, 0,
      0.9);
  OwnOption over_nodes =
      OwnOption::choice("over_nodes", "how the nodes of a branch become one vector", {"sum", "mean"});
  OwnOption radius =
      OwnOption::choice("radius", "nodes of a branch that are read out: so many edges from the individualized one",
                        {"all", "0", "1", "2", "3"});
  OwnOption read_out =
      OwnOption::choice("read_out", "what adds up to the graph's vector: a vector per branch, or per node of a branch",
                        {"branches", "pairs"});
  OwnOption found = OwnOption::choice("found", "what a branch adds: any numbers, numbers from 0, numbers from 0 to 1",
                                      {"any", "relu", "unit"});
  OwnOption over_branches = OwnOption::choice("over_branches", "how branches become one vector", {"mean", "sum"});
  OwnOption prune = OwnOption::choice(
      "prune", "one branch for those that symmetries carry to each other, which changes no result; or a branch each",
      {"orbits", "none"});
  OwnOption children = OwnOption::choice(
      "children", "L > 1: a branch in which all nodes are told apart stands for its children, or has them all",
      {"needed", "all"});
};
const Own& its_own() {
  static const Own options;
  return options;
}

}  // namespace

ExactIrOptions ExactIrOptions::of(const ModelOptions& options) {
  const std::string& exchange = its_own().exchange.text(options.own);
  ExactIrOptions exact{.d = options.gnn.hidden,
                       .depth = options.ir.layers,
                       .steps = options.gnn.steps,
                       .distances = its_own().mark.text(options.own) == "distance",
                       .own = exchange == "own" || exchange == "both",
                       .neighbours = exchange == "neighbours" || exchange == "both",
                       .shared_weights = its_own().shared_weights.as_yes_or_no(options.own),
                       .norm = its_own().batch_norm.as_yes_or_no(options.own),
                       .sum_branches = its_own().over_branches.text(options.own) == "sum",
                       .sum_nodes = its_own().over_nodes.text(options.own) == "sum",
                       .pairs = its_own().read_out.text(options.own) == "pairs",
                       .share = share_rows_option().as_yes_or_no(options.own),
                       .orbits = its_own().prune.text(options.own) == "orbits",
                       .until_discrete = its_own().children.text(options.own) == "needed",
                       .update = parse_enum<ExactUpdate>(its_own().update.text(options.own), "model.update"),
                       .found = parse_enum<ExactFound>(its_own().found.text(options.own), "model.found"),
                       .dropout = its_own().dropout.as_number(options.own)};
  const std::string& radius = its_own().radius.text(options.own);
  if (radius != "all") exact.radius = std::stoll(radius);
  if (exact.depth == 0) exact.own = exact.neighbours = false;  // there is one branch, and no one's own
  return exact;
}

kernels::ExactPlanOptions ExactIrOptions::plan() const {
  return {.depth = depth,
          .steps = steps,
          .distances = distances,
          .own = own,
          .neighbours = neighbours,
          .share = share,
          .orbits = orbits,
          .until_discrete = until_discrete,
          .radius = radius};
}

kernels::ExactPlanOptions ExactIrOptions::plan_apart() const {
  kernels::ExactPlanOptions apart = plan();
  apart.share = apart.orbits = false;
  return apart;
}

std::int64_t ExactIrOptions::different_steps() const {
  return shared_weights ? std::min<std::int64_t>(steps, 1) : steps;
}

namespace {

ModelCost cost(const ModelOptions& options, const ModelShape& shape) {
  using namespace parts_cost;
  const ExactIrOptions exact = ExactIrOptions::of(options);
  const auto d = static_cast<double>(exact.d);
  const auto depth = static_cast<double>(exact.depth);
  const auto steps = static_cast<double>(exact.steps);
  const auto outputs = static_cast<double>(shape.outputs);
  const double exchanged = (exact.own ? 1 : 0) + (exact.neighbours ? 1 : 0);
  const double of_step =
      2 * d * d + exchanged * d * d + (exact.norm ? 4 * d : 2 * d) + (exact.update == ExactUpdate::gru ? gru(d) : 0);
  const double of_mark = exact.distances ? kernels::num_distances * d : mlp(d, d, d);
  const double products =
      2 * d * d + (exact.neighbours ? d * d : 0) + (exact.update == ExactUpdate::gru ? 6 * d * d : 0);
  return {.parameters = encoder_parameters(shape, d) + depth * of_mark +
                        static_cast<double>(exact.different_steps()) * of_step + mlp(d, d, d) +
                        mlp(static_cast<double>(exact.branch_size()), d, d) + mlp(d, d, outputs),
          .of_graph = [=](const GraphSize& graph) -> GraphCost {
            const auto n = static_cast<double>(graph.nodes);
            const double rows = kernels::exact_rows(graph.nodes, exact.depth);
            const double branches = graph.nodes > 0 ? rows / n : 0;
            const double most_work = 1e15;
            return {.work = 1 + static_cast<std::int64_t>(std::min(most_work, rows)),
                    .node_rows = (steps + 2) * rows,
                    .edge_rows = branches * static_cast<double>(graph.edges),
                    .largest_level = rows,
                    .flops = 2 * (encoder_work(shape, d, n, static_cast<double>(graph.edges)) +
                                  rows * (steps * products + 2 * d * d) +
                                  branches * (static_cast<double>(exact.branch_size()) + d) * d + d * (d + outputs))};
          }};
}

void require_fit(const ModelOptions& options, const GraphSize& size) {
  // How many branches are left of deeper ones is known once a graph is looked at (kernels/exact_branches.h).
  const ExactIrOptions exact = ExactIrOptions::of(options);
  const bool fewer = exact.orbits || exact.until_discrete;
  kernels::require_exact_rows(size.nodes, fewer ? std::min<std::int64_t>(exact.depth, 1) : exact.depth);
}

double computed_share(const ModelOptions& options, const Graph& graph, Colours colours) {
  const ExactIrOptions exact = ExactIrOptions::of(options);
  const double rows = kernels::exact_rows(graph.num_nodes(), exact.depth);
  if (exact.depth > 1 && rows > 0) {  // a plan would take long: as if no rows of the branches that are left were equal
    const kernels::ExactBranches branches = kernels::make_exact_branches(graph, colours, exact.plan().branches());
    return static_cast<double>(branches.count()) * static_cast<double>(graph.num_nodes()) / rows;
  }
  const kernels::ExactPlan plan = kernels::make_exact_plan(graph, colours, exact.plan());
  const double all = rows * static_cast<double>(exact.steps + 1);
  double computed = 0;
  for (std::int64_t level = 0; level <= exact.steps; ++level) computed += static_cast<double>(plan.rows(level));
  return all > 0 ? computed / all : 1.0;
}

}  // namespace

ModelEntry exact_ir_model_entry() {
  return {
      .name = "exact-ir",
      .summary = "individualization without approximation: all nodes, nothing merged, equal rows computed once",
      .options = {its_own().mark, its_own().exchange, its_own().update, its_own().shared_weights, its_own().batch_norm,
                  its_own().dropout, its_own().over_nodes, its_own().over_branches, its_own().found, its_own().radius,
                  its_own().read_out, its_own().prune, its_own().children, share_rows_option()},
      .reads = {"ir_layers", "hidden", "steps"},
      .edges = EdgeUse::optional,
      .cost = cost,
      .require_fit = require_fit,
      .plainest =
          [](const ModelOptions& options) {
            ModelOptions plain = options;
            plain.ir.layers = 0;
            return plain;
          },
      .describe =
          [](const ModelOptions& options) {
            if (options.ir.layers == 0) return std::string("plain GNN (L=0)");
            return fmt::format("exact IR (L={})", options.ir.layers);
          },
      .computed_share = computed_share};
}

}  // namespace gnnir
