#include "gnnir/train/initial_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "gnnir/base/error.h"
#include "gnnir/models/weights.h"
#include "gnnir/record/initial_model.h"

namespace gnnir {
namespace {

bool is_of_head(const std::string& tensor) { return tensor.starts_with("head."); }

std::string shape_of(const at::Tensor& tensor) { return fmt::format("[{}]", fmt::join(tensor.sizes(), ", ")); }

/// Tensors of the one that the other has not, or has in another shape.
std::vector<std::string> misfits(const Weights& wanted, const std::map<std::string, at::Tensor>& found) {
  std::vector<std::string> words;
  for (const auto& [name, tensor] : wanted) {
    const auto other = found.find(name);
    if (other == found.end()) {
      words.push_back(fmt::format("it has no '{}' {}", name, shape_of(tensor)));
    } else if (other->second.sizes() != tensor.sizes()) {
      words.push_back(fmt::format("its '{}' is {}, expected {}", name, shape_of(other->second), shape_of(tensor)));
    }
  }
  return words;
}

void refuse_misfits(const std::vector<std::string>& words, const std::string& file) {
  if (words.empty()) return;
  constexpr std::size_t most = 3;
  const auto shown = std::span(words).first(std::min(most, words.size()));
  const std::string more = words.size() > most ? fmt::format("; and {} more", words.size() - most) : "";
  throw setting_error("train.init", "{} does not fit the model that is asked for: {}{}", file, fmt::join(shown, "; "),
                      more);
}

}  // namespace

void take_weights(TrainedModel& trained, const std::filesystem::path& file) {
  const TrainedModel initial = load_model(file);
  const bool with_head = predict_the_same(initial, trained);
  std::map<std::string, at::Tensor> found;
  for (const auto& [name, tensor] : tensors_of(*initial.model)) {
    if (with_head || !is_of_head(name)) found.emplace(name, tensor);
  }
  Weights wanted = tensors_of(*trained.model);
  if (!with_head) std::erase_if(wanted, [](const auto& tensor) { return is_of_head(tensor.first); });
  refuse_misfits(misfits(wanted, found), file.string());
  if (found.size() > wanted.size()) {
    for (const auto& [name, tensor] : wanted) found.erase(name);
    refuse_misfits({fmt::format("its '{}' has no place in it", found.begin()->first)}, file.string());
  }
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : wanted) tensor.detach().copy_(found.at(name));
}

void freeze_encoder(Model& model) {
  bool has_head = false;
  for (auto& parameter : model.named_parameters()) {
    const bool of_head = is_of_head(parameter.key());
    has_head = has_head || of_head;
    parameter.value().set_requires_grad(of_head);
  }
  if (!has_head) throw setting_error("train.freeze", "the model has no part that is called head");
}

std::string remark_on_head(const RunConfig& config, const ModelHeader& header) {
  if (config.train.init.empty()) return "";
  const ModelHeader initial = read_initial_header(initial_model_file(config.train.init));
  if (predict_the_same(initial, header)) return "";
  return fmt::format("the model that train.init names predicts {}: its head is drawn anew",
                     fmt::join(initial.targets.names, ", "));
}

}  // namespace gnnir
