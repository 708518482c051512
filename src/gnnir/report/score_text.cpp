#include "gnnir/report/score_text.h"

#include <fmt/format.h>

#include <cmath>

#include "gnnir/metrics/metric.h"

namespace gnnir {

std::string format_score(const std::string& name, double value) {
  if (!std::isfinite(value)) return "–";
  const Metric* metric = find_metric(name);
  if (metric && metric->share) return fmt::format("{:.2f}", 100 * value);
  return std::abs(value) < 0.001 && value != 0 ? fmt::format("{:.3g}", value) : fmt::format("{:.4f}", value);
}

std::string format_summary(const std::string& name, const Summary& summary) {
  return fmt::format("{} ± {}", format_score(name, summary.mean), format_score(name, summary.std));
}

std::string score_title(const std::string& name) {
  const Metric* metric = find_metric(name);
  if (!metric) return name;
  const std::string title = fmt::format("{}{}", metric->title, metric->share ? " in %" : "");
  const std::size_t colon = name.find(':');
  return is_of_one(name) && colon != std::string::npos ? fmt::format("{} of {}", title, name.substr(colon + 1)) : title;
}

std::string model_words(const ModelOptions& options) {
  const bool of_ours = options.architecture == "gnn-ir" || options.architecture == "exact-ir";
  if (!of_ours) return options.architecture;
  if (options.ir.layers == 0) return "plain GNN (L=0)";
  if (options.architecture == "exact-ir") return fmt::format("exact IR (L={})", options.ir.layers);
  return fmt::format("GNN-IR (L={} k={})", options.ir.layers, width_name(options.ir.width));
}

}  // namespace gnnir
