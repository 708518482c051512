// Run once when gnnir is built: writes what the registries of models and convolutions know to a file, so that the front
// end knows it without loading torch.
#include <cstdio>
#include <exception>
#include <string>

#include "gnnir/base/files.h"
#include "gnnir/settings/catalog_json.h"

namespace gnnir {
// As models/registry.h has it, without half a minute of torch's headers.
struct ModelDescriptor;
const ModelDescriptor& model_named(const std::string& name);
}  // namespace gnnir

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    gnnir::model_named("gnn-ir");  // so that the registries are in this program
    gnnir::write_file_atomically(argv[1], gnnir::to_text(gnnir::catalog_to_json(), 1) + "\n");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_catalog: %s\n", error.what());
    return 1;
  }
}
