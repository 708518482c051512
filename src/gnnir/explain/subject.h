#pragma once

#include <span>
#include <string>
#include <vector>

#include "gnnir/data/encode/target_encoding.h"
#include "gnnir/explain/options.h"

namespace gnnir {

/// The number of a graph that is explained. Of a class c it is its log-odds, log p_c - log(1 - p_c): a probability that
/// is close to 0 or 1 hardly moves whatever happens to the graph. Of a question the log-odds of an answer; of a target
/// its value, in its own unit.
class Subject {
 public:
  /// What the options name; an Error of kind usage if the model does not know it or there is a choice that nobody made.
  /// said: the model's probabilities for the graph, which decide what is explained of classes if nothing is named
  Subject(const TargetEncoding& targets, const ExplainOptions& options, std::span<const double> said);
  /// Throws as the constructor does.
  static void check(const TargetEncoding& targets, const ExplainOptions& options);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t output() const { return output_; }
  [[nodiscard]] bool is_target() const { return task_ == Task::regression; }

  /// outputs: of a network with such targets: logits, or standardised numbers
  [[nodiscard]] double number(const TargetEncoding& targets, std::span<const double> outputs) const;
  /// By each of the outputs.
  [[nodiscard]] std::vector<double> derivative(const TargetEncoding& targets, std::span<const double> outputs) const;
  /// What a person would call the model's answer: the probability of the class or answer, or the number itself.
  /// said: probabilities, or targets in their units
  [[nodiscard]] double answer(std::span<const double> said) const;

 private:
  Task task_;
  std::size_t output_ = 0;
  bool no_ = false;  // the first answer of a question
  std::string name_;
};

/// Probabilities, or targets in their own units, from a network's outputs.
std::vector<double> said_by(const TargetEncoding& targets, std::span<const double> outputs);

}  // namespace gnnir
