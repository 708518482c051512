#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "cli.h"
#include "commands.h"
#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "words.h"

using gnnir::ErrorKind;
using gnnir::app::exit_code_of;

int main(int argc, char** argv) {
  try {
    gnnir::set_module_folders(gnnir::app::program_module_folders());
    const int exit_code = gnnir::app::run(argc, argv);
    if (std::fflush(stdout) != 0) throw gnnir::io_error("[output] writing to standard output failed");
    return exit_code;
  } catch (const gnnir::Error& error) {
    fmt::print(stderr, "gnnir: {}\n", gnnir::app::with_options(error.what()));
    return exit_code_of(error.kind());
  } catch (const std::system_error& error) {
    fmt::print(stderr, "gnnir: {}\n", error.what());
    return exit_code_of(ErrorKind::io);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gnnir: out of memory; try a smaller --batch-size or --width\n");
    return exit_code_of(ErrorKind::internal);
  } catch (const std::exception& error) {
    fmt::print(stderr, "gnnir: unexpected error: {}\n", error.what());
    return exit_code_of(ErrorKind::internal);
  }
}
