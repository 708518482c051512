#include "gnnir/base/module.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "support/errors.h"
#include "support/module_folders.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Modules, AreLookedForWhereTheyAreInstalledNotBesideTheProgram) {
  const testing::ModuleFolders unset;
  ASSERT_EQ(module_folders().size(), 1u);
  EXPECT_TRUE(module_folders().front().is_absolute());
  EXPECT_NE(module_folders().front(), fs::read_symlink("/proc/self/exe").parent_path());
}

TEST(Modules, AreLookedForInFoldersThatAreSetAfterThatOfTheEnvironment) {
  const testing::ModuleFolders folders({"/a", "/b"});
  EXPECT_THAT(module_folders(), ElementsAre("/a", "/b"));
  setenv("GNNIR_MODULES", "/c", 1);
  EXPECT_THAT(module_folders(), ElementsAre("/c", "/a", "/b"));
}

TEST(Modules, ThatAreMissingAreNothingOrAnErrorWhichSaysWhereTheyWereLookedFor) {
  const testing::ModuleFolders folders({"/nowhere", "/none"});
  EXPECT_EQ(load_from_module("x.so", "entry"), nullptr);
  const Error error = testing::error_of([] { require_from_module("x.so", "entry"); });
  EXPECT_EQ(error.kind(), ErrorKind::internal);
  EXPECT_THAT(error.what(), HasSubstr("looked for /nowhere/x.so, /none/x.so"));
}

TEST(Modules, ThatAreDamagedAreAnErrorNotPassedOver) {
  const testing::TempFolder folder;
  folder.write("x.so", "no module");
  const testing::ModuleFolders folders({folder.path()});
  EXPECT_EQ(testing::error_of([] { load_from_module("x.so", "entry"); }).kind(), ErrorKind::internal);
}

}  // namespace
}  // namespace gnnir
