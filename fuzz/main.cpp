// libFuzzer's entry, built once per target with its name in GNNIR_FUZZ_TARGET.
#include <cstdint>
#include <cstdlib>

#include "fuzz/targets.h"

namespace {

const gnnir::FuzzTarget& target() {
  for (const gnnir::FuzzTarget& target : gnnir::fuzz_targets()) {
    if (std::string_view(target.name) == GNNIR_FUZZ_TARGET) return target;
  }
  std::abort();  // fuzz/CMakeLists.txt names a target that targets.cpp does not have
}

}  // namespace

/// An exception that gets out of here ends the program, which libFuzzer reports as a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gnnir::FuzzTarget& the_target = target();
  the_target.run({reinterpret_cast<const char*>(data), size});
  return 0;
}
