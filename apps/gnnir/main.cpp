#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "cli.h"
#include "gnnir/base/error.h"

int main(int argc, char** argv) {
  try {
    const int exit_code = gnnir::app::run(argc, argv);
    if (std::fflush(stdout) != 0) throw gnnir::io_error("[output] writing to standard output failed");
    return exit_code;
  } catch (const gnnir::Error& error) {
    fmt::print(stderr, "gnnir: {}\n", error.what());
    return error.exit_code();
  } catch (const std::system_error& error) {
    fmt::print(stderr, "gnnir: {}\n", error.what());
    return static_cast<int>(gnnir::ErrorKind::io);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gnnir: out of memory; try a smaller --batch-size or --width\n");
    return static_cast<int>(gnnir::ErrorKind::internal);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gnnir: unexpected error: {}\n", error.what());
    return static_cast<int>(gnnir::ErrorKind::internal);
  }
}
