#include "gnnir/data/generate/generators.h"

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generate/cfi.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/generate/motifs.h"
#include "gnnir/data/generate/strongly_regular.h"
#include "gnnir/data/generate/triangles.h"

namespace gnnir {
namespace {

template <typename Family>
std::vector<std::string> family_names() {
  const auto names = names_of<Family>();
  return {names.begin(), names.end()};
}

/// Those asked for in the order of the table, or all.
template <typename Family>
std::vector<Family> families_of(const GenerateOptions& options) {
  std::vector<Family> families;
  for (const auto& [name, family] : EnumNames<Family>::table) {
    const auto& asked = options.families;
    if (asked.empty() || std::find(asked.begin(), asked.end(), name) != asked.end()) families.push_back(family);
  }
  return families;
}

NodeId size_or(const GenerateOptions& options, NodeId size) { return options.size > 0 ? options.size : size; }

Generator cfi_generator() {
  return {.name = "CFI",
          .description = "pairs of Cai-Fürer-Immerman graphs over small base graphs, 2 classes: plain or twisted",
          .generate =
              [](const GenerateOptions& options) {
                return generate_cfi({.bases = families_of<CfiBase>(options),
                                     .most_nodes = size_or(options, CfiOptions().most_nodes),
                                     .seed = options.seed});
              },
          .families = family_names<CfiBase>(),
          .size = CfiOptions().most_nodes};
}

Generator sr_generator() {
  return {.name = "SR",
          .description = "17 strongly and distance-regular graphs, partners with the same parameters, a class each",
          .generate =
              [](const GenerateOptions& options) {
                return generate_strongly_regular({.families = families_of<RegularFamily>(options),
                                                  .most_nodes = size_or(options, RegularOptions().most_nodes),
                                                  .seed = options.seed});
              },
          .families = family_names<RegularFamily>(),
          .size = RegularOptions().most_nodes};
}

Generator motifs_generator() {
  return {
      .name = "MOTIFS",
      .description = "1,000 trees with a house or a ring of five, 2 classes; key `motif`: which nodes these are",
      .generate =
          [](const GenerateOptions& options) {
            return generate_motifs({.tree_nodes = size_or(options, MotifsOptions().tree_nodes), .seed = options.seed});
          },
      .size = MotifsOptions().tree_nodes};
}

}  // namespace

const std::vector<Generator>& generators() {
  static const std::vector<Generator> table = {
      {.name = "CSL",
       .description = "150 circulant skip-link graphs, 10 classes that 1-WL cannot tell apart",
       .generate = [](const GenerateOptions& options) { return generate_csl({.seed = options.seed}); }},
      cfi_generator(),
      sr_generator(),
      motifs_generator(),
      {.name = "TRIANGLES",
       .description = "45,000 graphs, 10 classes: the number of triangles",
       .generate = [](const GenerateOptions&) { return generate_triangles(); },
       .fixed = "TRIANGLES are the published graphs, in their order",
       .published_parts = triangles_parts()},
  };
  return table;
}

const Generator* find_generator(std::string_view name) {
  for (const Generator& generator : generators()) {
    if (generator.name == upper_case(name)) return &generator;
  }
  return nullptr;
}

Dataset generate(const Generator& generator, const GenerateOptions& options) {
  const std::vector<std::string>& known = generator.families;
  if (!options.families.empty() && known.empty()) throw usage_error("[generate] {} has no families", generator.name);
  for (const std::string& family : options.families) {
    if (std::find(known.begin(), known.end(), family) == known.end()) {
      throw usage_error("[generate] {}: expected families of {}, found '{}'.{}", generator.name, fmt::join(known, ", "),
                        family, suggestion(family, known));
    }
  }
  if (options.size != 0 && generator.size == 0) throw usage_error("[generate] {} has one size", generator.name);
  return generator.generate(options);
}

}  // namespace gnnir
