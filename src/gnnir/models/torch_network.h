#pragma once

#include <memory>

#include "gnnir/infer/network.h"
#include "gnnir/models/model.h"
#include "gnnir/settings/model_options.h"

namespace gnnir {

/// A Model as a Network: without gradients, on one thread a call.
class TorchNetwork : public Network {
 public:
  /// model: in evaluation mode while it is asked. seed: of what is drawn by lot
  TorchNetwork(std::shared_ptr<Model> model, ModelOptions options, ModelShape shape, Execution execution,
               std::uint64_t seed);

  [[nodiscard]] NetworkOutput run(const NetworkInput& input) const override;
  [[nodiscard]] bool takes_interventions() const override { return model_->takes_interventions(); }
  [[nodiscard]] std::optional<GateGradients> by_gates(const NetworkInput& input,
                                                      const GateQuestion& question) const override;
  void require_fit(const Dataset& dataset) const override;
  [[nodiscard]] double largest_level(const Graph& graph) const override;
  [[nodiscard]] double flops(const Graph& graph) const override;
  [[nodiscard]] double computed_share(const Graph& graph, Colours colours) const override;

 private:
  [[nodiscard]] NetworkOutput ask(const NetworkInput& input) const;
  [[nodiscard]] GateGradients differentiate(const NetworkInput& input, const GateQuestion& question) const;
  [[nodiscard]] ModelInput batch_of(const NetworkInput& input) const;

  std::shared_ptr<Model> model_;
  ModelOptions options_;
  ModelShape shape_;
  Execution execution_;
  std::uint64_t seed_;
};

/// A network with random weights.
std::shared_ptr<const Network> random_network(const ModelOptions& options, const ModelShape& shape, std::uint64_t seed,
                                              const Execution& execution = {});

}  // namespace gnnir
