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

}  // namespace

void register_conv(ConvDescriptor descriptor) { convolutions().add(std::move(descriptor)); }

const ConvDescriptor& conv_named(const std::string& name) {
  return convolutions().at(conv_entry(name).name);  // the entry's error names what there is
}

std::shared_ptr<Conv> make_conv(const GnnOptions& options, const GraphFacts& facts) {
  return conv_named(options.conv).make(options, facts);
}

}  // namespace gnnir
