#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "cli.h"
#include "gnnir/base/error.h"

int main(int argc, char** argv) {
  try {
    return gnnir::app::run(argc, argv);
  } catch (const gnnir::Error& error) {
    fmt::print(stderr, "gnnir: {}\n", error.what());
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gnnir: out of memory; try a smaller --batch-size or --width\n");
    return static_cast<int>(gnnir::ErrorKind::internal);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gnnir: unexpected error: {}\n", error.what());
    return static_cast<int>(gnnir::ErrorKind::internal);
  }
}
