#pragma once

#include <deque>
#include <initializer_list>
#include <mutex>
#include <string>

#include "gnnir/base/error.h"
#include "gnnir/settings/catalog.h"

namespace gnnir {

/// The descriptors of a registry, each with an entry in the catalog: those that come with gnnir are there from the
/// start. References to them stay good.
template <typename Descriptor>
class NamedEntries {
 public:
  NamedEntries(std::initializer_list<Descriptor> first) : entries_(first) {}

  void add(Descriptor descriptor) {
    const std::lock_guard lock(access_);
    add_to_catalog(descriptor);  // throws if the name is taken
    entries_.push_back(std::move(descriptor));
  }

  [[nodiscard]] const Descriptor& at(const std::string& name) {
    const std::lock_guard lock(access_);
    for (const Descriptor& descriptor : entries_) {
      if (descriptor.name == name) return descriptor;
    }
    throw internal_error("[registry] '{}' is in the catalog and not in its registry", name);
  }

 private:
  std::mutex access_;
  std::deque<Descriptor> entries_;
};

}  // namespace gnnir
