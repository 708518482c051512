#include "gnnir/data/molecules/molecules.h"

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/molecules/sdf.h"
#include "gnnir/data/molecules/smiles.h"

namespace gnnir {

Dataset read_molecules(const std::string& content, const std::string& file, const ReadOptions& options) {
  Rejects rejects(options.on_error);
  const auto read = file.ends_with(".sdf") ? read_sdf : file.ends_with(".smi") ? read_smi : read_smiles_csv;
  Dataset dataset = read(content, file, options, rejects);
  dataset.repairs.rejected = rejects.count();
  if (rejects.count() > 0) {
    write_file_atomically(options.rejects.empty() ? file + ".rejects.csv" : options.rejects, rejects.csv());
  }
  if (dataset.examples.empty()) {
    throw data_error("[molecules] {}: expected molecules, found none{}", file,
                     rejects.count() > 0 ? fmt::format(" that can be read, {} rejected", rejects.count()) : "");
  }
  return dataset;
}

}  // namespace gnnir
