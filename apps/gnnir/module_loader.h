#pragma once

namespace gnnir::app {

/// The function of a module that lies beside the program or where modules are installed. The module stays loaded.
/// Throws an Error that says where the module was looked for.
void* load_from_module(const char* module, const char* function);

}  // namespace gnnir::app
