#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gnnir/data/formats/read.h"
#include "gnnir/data/molecules/molecule.h"
#include "support/errors.h"
#include "support/module_folders.h"

namespace gnnir::testing {

/// Tests that need the chemistry component.
class WithChemistry : public ::testing::Test {
 protected:
  void SetUp() override {
    if (find_chemistry() == nullptr) GTEST_SKIP() << "built without RDKit: scripts/bootstrap --chem installs it";
  }
  const ModuleFolders built_{{GNNIR_MODULE_FOLDER}};
};

/// A structure as a person draws it, to be written as a mol block without the help of RDKit.
struct Drawing {
  struct Atom {
    std::string symbol;
    double x = 0, y = 0, z = 0;
    int charge = 0;
  };
  struct Bond {
    int begin, end;  // from 0
    int order;
  };
  std::vector<Atom> atoms;
  std::vector<Bond> bonds;
  std::string properties = {};  ///< as they stand between `M  END` and `$$$$`
};

inline std::string v2000(const Drawing& drawing) {
  std::string text = fmt::format("name\n  drawing\n\n{:3}{:3}  0  0  0  0  0  0  0  0999 V2000\n", drawing.atoms.size(),
                                 drawing.bonds.size());
  std::string charges;
  for (std::size_t i = 0; i < drawing.atoms.size(); ++i) {
    const Drawing::Atom& atom = drawing.atoms[i];
    text += fmt::format("{:10.4f}{:10.4f}{:10.4f} {:<3} 0  0  0  0  0  0  0  0  0  0  0  0\n", atom.x, atom.y, atom.z,
                        atom.symbol);
    if (atom.charge != 0) charges += fmt::format("M  CHG  1{:4}{:4}\n", i + 1, atom.charge);
  }
  for (const auto& [begin, end, order] : drawing.bonds) {
    text += fmt::format("{:3}{:3}{:3}  0\n", begin + 1, end + 1, order);
  }
  return text + charges + "M  END\n" + drawing.properties + "$$$$\n";
}

inline std::string v3000(const Drawing& drawing) {
  std::string text = fmt::format(
      "name\n  drawing\n\n  0  0  0  0  0  0  0  0  0  0999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS {} {} 0 0 0\n"
      "M  V30 BEGIN ATOM\n",
      drawing.atoms.size(), drawing.bonds.size());
  for (std::size_t i = 0; i < drawing.atoms.size(); ++i) {
    const Drawing::Atom& atom = drawing.atoms[i];
    text += fmt::format("M  V30 {} {} {} {} {} 0{}\n", i + 1, atom.symbol, atom.x, atom.y, atom.z,
                        atom.charge != 0 ? fmt::format(" CHG={}", atom.charge) : "");
  }
  text += "M  V30 END ATOM\nM  V30 BEGIN BOND\n";
  for (std::size_t i = 0; i < drawing.bonds.size(); ++i) {
    const auto& [begin, end, order] = drawing.bonds[i];
    text += fmt::format("M  V30 {} {} {} {}\n", i + 1, order, begin + 1, end + 1);
  }
  return text + "M  V30 END BOND\nM  V30 END CTAB\nM  END\n" + drawing.properties + "$$$$\n";
}

/// As open_dataset reads a file of that name; what is skipped goes to options.rejects.
inline Dataset read_text(const std::string& file, const std::string& text, const ReadOptions& options = {}) {
  Rejects rejects(options.on_error);
  Dataset dataset = read_files(FileSource::of(file, {{file, text}}), options, rejects);
  settle_rejects(rejects, options.rejects, dataset);
  return dataset;
}
inline Dataset read_csv(const std::string& text, const ReadOptions& options = {}) {
  return read_text("m.csv", text, options);
}
inline Dataset read_sdf_text(const std::string& text, const ReadOptions& options = {}) {
  return read_text("m.sdf", text, options);
}
/// One molecule.
inline Example from_smiles(const std::string& smiles, const ReadOptions& options = {}) {
  return read_csv("smiles\n" + smiles + "\n", options).examples.at(0);
}

/// What the reader of `file` says about wrong text.
inline std::string complaint_about(const std::string& file, const std::string& text, const ReadOptions& options = {}) {
  const Error error = error_of([&] { read_text(file, text, options); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

}  // namespace gnnir::testing
