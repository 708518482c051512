#include "gnnir/record/model_header.h"

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace {

/// 2: checksums, degree histogram. (1 was never released.)
constexpr std::int64_t oldest_version = 2;

/// Model files 3: what was said of held-out graphs.
std::int64_t newest_version(ModelFileKind kind) { return kind == ModelFileKind::model ? 3 : 2; }

const char* format_name(ModelFileKind kind) {
  return kind == ModelFileKind::model ? "gnnir-model" : "gnnir-checkpoint";
}

void check_format(const Safetensors& file, ModelFileKind kind, const std::string& where) {
  const std::string& format = metadata_entry(file, "format", where);
  if (format != format_name(kind)) {
    const char* expected = kind == ModelFileKind::model ? "model" : "checkpoint of a training";
    std::string found = in_quotes(format);
    if (format == format_name(ModelFileKind::model)) found = "a model";
    if (format == format_name(ModelFileKind::checkpoint)) found = "a checkpoint: `run.resume` its run folder";
    throw data_error("{}: expected a {}, found {}", where, expected, found);
  }
  const std::string& text = metadata_entry(file, "format_version", where);
  const auto version = parse_integer(text);
  if (!version) throw data_error("{}: format version: expected a whole number, found {}", where, in_quotes(text));
  const std::int64_t newest = newest_version(kind);
  if (*version > newest) {
    throw data_error("{}: format version {}; this program reads version {}: use a newer gnnir", where, *version,
                     newest);
  }
  if (*version < oldest_version) {
    throw data_error("{}: format version {} was never released; this program reads version {}: train the model again",
                     where, *version, newest);
  }
}

}  // namespace

ModelShape ModelHeader::shape() const {
  return {.num_categories = features.num_categories,
          .num_reals = features.num_reals,
          .outputs = targets.outputs(),
          .num_edge_categories = edge_features.num_categories,
          .num_edge_reals = edge_features.num_reals,
          .mean_log_degree = mean_log_degree(degrees)};
}

const std::string& metadata_entry(const Safetensors& file, const std::string& key, const std::string& where) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) throw data_error("{}: its header has no '{}'", where, key);
  return found->second;
}

void write_model_header(const ModelHeader& header, ModelFileKind kind, Safetensors& file) {
  file.metadata["format"] = format_name(kind);
  file.metadata["format_version"] = fmt::format("{}", newest_version(kind));
  file.metadata["config"] = to_toml(header.config);
  file.metadata["features"] = to_text(header.features.to_json());
  // Models that do not look at edges have the same files as before there were any that do.
  if (header.edge_features.kind != FeatureKind::none) {
    file.metadata["edge_features"] = to_text(header.edge_features.to_json());
  }
  file.metadata["targets"] = to_text(header.targets.to_json());
  file.metadata["degree_histogram"] = to_text(to_json(header.degrees));
  if (header.range) file.metadata["training_range"] = to_text(header.range->to_json());
  if (header.held_out && kind == ModelFileKind::model) store_held_out(*header.held_out, header.targets, file);
}

ModelHeader read_model_header(const Safetensors& file, ModelFileKind kind, const std::string& where) {
  check_format(file, kind, where);
  ModelHeader header;
  header.config = read_stored_config(metadata_entry(file, "config", where), where);
  const auto json = [&](const char* key) { return parse_json(metadata_entry(file, key, where), where); };
  header.features = FeatureEncoding::from_json(json("features"), where);
  if (file.metadata.count("edge_features") > 0) {
    header.edge_features = FeatureEncoding::from_json(json("edge_features"), where + ": edge features");
  }
  const FeatureKind edges = header.edge_features.kind;
  if (edges == FeatureKind::degree || edges == FeatureKind::degree_scalar) {
    throw data_error("{}: edge features: edges have no degree", where);
  }
  header.targets = TargetEncoding::from_json(json("targets"), where);
  header.degrees = degree_histogram_from_json(json("degree_histogram"), where);
  if (file.metadata.count("training_range") > 0) {
    header.range = TrainingRange::from_json(json("training_range"), where);
  }
  if (kind == ModelFileKind::model && has_held_out(file)) {
    header.held_out = std::make_shared<const HeldOut>(read_held_out(file, header.targets, where));
  }
  return header;
}

}  // namespace gnnir
