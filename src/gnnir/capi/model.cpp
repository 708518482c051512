#include "gnnir/capi/model.h"

#include <cstring>
#include <memory>

#include "gnnir/base/error.h"
#include "gnnir/capi/arguments.h"
#include "gnnir/capi/last_error.h"
#include "gnnir/infer/load.h"
#include "gnnir/kernels/matrix_product.h"
#include "gnnir/version.h"

using namespace gnnir;
using namespace gnnir::capi;

namespace {

const FeatureEncoding& features_of(const gnnir_model& model, std::int32_t of) {
  require_number("of", of, GNNIR_NODES, GNNIR_EDGES);
  return of == GNNIR_NODES ? model.predictor.model().features : model.predictor.model().edge_features;
}

bool looks_at_attributes(const FeatureEncoding& features) { return !features.mean.empty(); }

gnnir_info info_of(const gnnir_model& model) {
  const ModelHeader& header = model.predictor.model();
  const auto columns = [](const FeatureEncoding& features) {
    return looks_at_attributes(features) ? features.num_reals : std::int64_t{0};
  };
  gnnir_info info{};
  info.task = header.targets.task == Task::classification ? GNNIR_CLASSES
              : header.targets.task == Task::yes_no       ? GNNIR_QUESTIONS
                                                          : GNNIR_NUMBERS;
  info.needs_node_labels = header.features.label_values.empty() ? 0 : 1;
  info.needs_edge_labels = header.edge_features.label_values.empty() ? 0 : 1;
  info.adds_reverse_edges = model.edges.undirected ? 1 : 0;
  info.keeps_self_loops = model.edges.keep_self_loops ? 1 : 0;
  info.num_models = std::max<std::int64_t>(1, std::ssize(model.predictor.members()));
  info.num_outputs = header.targets.outputs();
  info.num_node_attributes = columns(header.features);
  info.num_edge_attributes = columns(header.edge_features);
  return info;
}

}  // namespace

const char* gnnir_version() { return GNNIR_VERSION; }
std::int32_t gnnir_abi_version() { return GNNIR_ABI; }

gnnir_status gnnir_model_load(const char* path, gnnir_model** model) {
  return guarded([&] {
    given(model, "model") = nullptr;
    given(path, "path");
    std::string remarks;
    Predictor predictor = predictor_on_kernels(std::filesystem::path(path), [&](const std::string& remark) {
      remarks += (remarks.empty() ? "" : "\n") + remark;
    });
    *model = new gnnir_model(std::move(predictor), std::move(remarks));
  });
}

gnnir_status gnnir_model_load_memory(const void* bytes, std::size_t size, gnnir_model** model) {
  return guarded([&] {
    given(model, "model") = nullptr;
    const std::string_view file(&given(static_cast<const char*>(bytes), "bytes"), size);
    const StoredModel stored = parse_model(file, "[model] memory");
    *model = new gnnir_model(predictor_on_kernels(std::span(&stored, 1)), "");
  });
}

void gnnir_model_free(gnnir_model* model) { delete model; }

gnnir_status gnnir_model_info(const gnnir_model* model, gnnir_info* info) {
  return guarded([&] {
    const gnnir_model& asked = given(model, "model");
    const std::size_t size = read_struct(info, "info").struct_size;
    *info = info_of(asked);
    info->struct_size = size;
  });
}

const char* gnnir_model_output_name(const gnnir_model* model, std::int64_t output) {
  return guarded_pointer([&] {
    const auto& names = given(model, "model").predictor.model().targets.names;
    require_number("output", output, 0, std::ssize(names) - 1);
    return names[static_cast<std::size_t>(output)].c_str();
  });
}

const char* gnnir_model_answer_name(const gnnir_model* model, std::int64_t question, std::int32_t answer) {
  return guarded_pointer([&] {
    const auto& answers = given(model, "model").predictor.model().targets.answers;
    require_number("question", question, 0, std::ssize(answers) - 1);
    require_number("answer", answer, 0, 1);
    return answers[static_cast<std::size_t>(question)][static_cast<std::size_t>(answer)].c_str();
  });
}

const char* gnnir_model_features(const gnnir_model* model, std::int32_t of) {
  return guarded_pointer([&] {
    const gnnir_model& asked = given(model, "model");
    require_number("of", of, GNNIR_NODES, GNNIR_EDGES);
    return (of == GNNIR_NODES ? asked.node_features : asked.edge_features).c_str();
  });
}

const char* gnnir_model_attribute_name(const gnnir_model* model, std::int32_t of, std::int64_t column) {
  return guarded_pointer([&] {
    const FeatureEncoding& features = features_of(given(model, "model"), of);
    require_number("column", column, 0, looks_at_attributes(features) ? features.num_reals - 1 : -1);
    return features.attribute_names.empty() ? "" : features.attribute_names[static_cast<std::size_t>(column)].c_str();
  });
}

const char* gnnir_model_remarks(const gnnir_model* model) {
  return guarded_pointer([&] { return given(model, "model").remarks.c_str(); });
}

const std::int64_t* gnnir_model_known_labels(const gnnir_model* model, std::int32_t of, std::int64_t* count) {
  return guarded_pointer([&]() -> const std::int64_t* {
    given(count, "count") = 0;
    const std::vector<std::int64_t>& labels = features_of(given(model, "model"), of).label_values;
    *count = std::ssize(labels);
    return labels.empty() ? nullptr : labels.data();
  });
}

void gnnir_use_single_threaded_products() { kernels::multiply_on_own_thread(); }
