#include "gnnir/data/generate/generators.h"

#include "gnnir/base/text.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/generate/triangles.h"

namespace gnnir {

const std::vector<Generator>& generators() {
  static const std::vector<Generator> table = {
      {.name = "CSL",
       .description = "150 circulant skip-link graphs, 10 classes that 1-WL cannot tell apart",
       .generate = [](std::uint64_t seed) { return generate_csl({.seed = seed}); }},
      {.name = "TRIANGLES",
       .description = "45,000 graphs, 10 classes: the number of triangles",
       .generate = [](std::uint64_t) { return generate_triangles(); },
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

}  // namespace gnnir
