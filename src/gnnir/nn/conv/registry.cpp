#include "gnnir/nn/conv/registry.h"

#include "gnnir/nn/named_entries.h"

namespace gnnir {

#define GNNIR_CONV(name) ConvDescriptor name##_conv();
#include "gnnir/convolutions.inc"

namespace {

NamedEntries<ConvDescriptor>& convolutions() {
  static NamedEntries<ConvDescriptor> entries({
#define GNNIR_CONV(name) name##_conv(),
#include "gnnir/convolutions.inc"
  });
  return entries;
}

/// So that settings know all of them in every program that has this file in it.
[[maybe_unused]] const bool convolutions_are_known = (convolutions(), true);

}  // namespace

void register_conv(ConvDescriptor descriptor) { convolutions().add(std::move(descriptor)); }

const ConvDescriptor& conv_named(const std::string& name) {
  return convolutions().at(conv_entry(name).name);  // the entry's error names what there is
}

std::shared_ptr<Conv> make_conv(const GnnOptions& options, const GraphFacts& facts) {
  return conv_named(options.conv).make(options, facts);
}

double norm_parameters(const NormOptions& norm, std::int64_t hidden) {
  return norm.kind == NormKind::none ? 0 : 2 * static_cast<double>(hidden);
}

}  // namespace gnnir
