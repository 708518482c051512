#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "cli.h"
#include "commands.h"
#include "exit_code.h"
#include "gnnir/base/error.h"
#include "gnnir/base/module.h"
#include "output.h"
#include "process.h"
#include "words.h"

using gnnir::ErrorKind;
using gnnir::app::exit_code_of;

int main(int argc, char** argv) {
  try {
    gnnir::app::prepare_process();
  } catch (const gnnir::Error& error) {  // as it is: a stack that is too small is too small for more
    gnnir::app::put("gnnir: " + std::string(error.what()) + "\n", stderr);
    return exit_code_of(error.kind());
  }
  try {
    gnnir::set_module_folders(gnnir::app::program_module_folders());
    const int exit_code = gnnir::app::run(argc, argv);
    gnnir::app::require_written_output();
    return exit_code;
  } catch (const gnnir::Error& error) {
    gnnir::app::say("gnnir: {}\n", gnnir::app::with_options(error.what()));
    if (error.setting() == "data.on_error") gnnir::app::say("gnnir: --on-error skip leaves out what cannot be read\n");
    return exit_code_of(error.kind());
  } catch (const std::system_error& error) {
    gnnir::app::say("gnnir: {}\n", error.what());
    return exit_code_of(ErrorKind::io);
  } catch (const std::bad_alloc&) {
    gnnir::app::say("gnnir: out of memory; try a smaller --batch-size or --width\n");
    return exit_code_of(ErrorKind::internal);
  } catch (const std::exception& error) {
    gnnir::app::say("gnnir: unexpected error: {}\n", error.what());
    return exit_code_of(ErrorKind::internal);
  }
}
