#include "gnnir/data/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "gnnir/base/error.h"
#include "gnnir/data/formats/tu.h"
#include "gnnir/data/generate/csl.h"
#include "gnnir/data/named/known_datasets.h"
#include "gnnir/data/named/parts.h"
#include "support/compress.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/module_folders.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::AllOf;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempFolder;
using testing::write_zip;
namespace fs = std::filesystem;

/// Sets an environment variable, or takes it away, until the end of the test.
class Environment {
 public:
  Environment(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) before_ = before;
    set(value);
  }
  ~Environment() { set(before_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    value ? ::setenv(name_.c_str(), value->c_str(), 1) : ::unsetenv(name_.c_str());
  }
  std::string name_;
  std::optional<std::string> before_;
};

testing::Entries one_graph(const std::string& name) {
  return {{name + "_A.txt", "1,2\n"}, {name + "_graph_indicator.txt", "1\n1\n"}};
}

void write_folder(const TempFolder& folder, const std::string& name) {
  for (const auto& [file, content] : one_graph(name)) folder.write(name + "/" + file, content);
}

std::string complaint(const std::string& source, const fs::path& data_dir) {
  const Error error = error_of([&] { open_dataset(source, data_dir); });
  EXPECT_EQ(error.kind(), ErrorKind::usage);
  return error.what();
}

TEST(OpenDataset, OpensAFolderByItsPath) {
  const TempFolder folder;
  write_folder(folder, "TOY");
  EXPECT_EQ(open_dataset((folder.path() / "TOY").string()).name, "TOY");
}

TEST(OpenDataset, OpensAnArchiveByItsPath) {
  const TempFolder folder;
  EXPECT_EQ(open_dataset(write_zip(folder.path() / "any.zip", one_graph("TOY")).string()).name, "TOY");
}

TEST(OpenDataset, PassesTheEdgeRulesOn) {
  const TempFolder folder;
  const std::string zip = write_zip(folder.path() / "any.zip", one_graph("TOY")).string();
  EXPECT_EQ(open_dataset(zip).examples[0].graph.num_edges(), 2);
  EXPECT_EQ(open_dataset(zip, {}, {.edges = {.undirected = false}}).examples[0].graph.num_edges(), 1);
}

TEST(OpenDataset, FindsNamesInTheDataFolder) {
  const TempFolder folder;
  write_zip(folder.path() / "ZIPPED.zip", one_graph("ZIPPED"));
  write_folder(folder, "PLAIN");
  EXPECT_EQ(open_dataset("ZIPPED", folder.path()).name, "ZIPPED");
  EXPECT_EQ(open_dataset("ZIPPED.zip", folder.path()).name, "ZIPPED");
  EXPECT_EQ(open_dataset("PLAIN", folder.path()).name, "PLAIN");
}

TEST(OpenDataset, FindsKnownNamesInAnyCase) {
  const TempFolder folder;
  write_zip(folder.path() / "MUTAG.zip", one_graph("MUTAG"));
  EXPECT_EQ(open_dataset("mutag", folder.path()).name, "MUTAG");
}

TEST(OpenDataset, TakesTheDataFolderFromTheEnvironment) {
  const TempFolder folder;
  write_zip(folder.path() / "ZIPPED.zip", one_graph("ZIPPED"));
  const Environment environment("GNNIR_DATA", folder.path().string());
  EXPECT_EQ(open_dataset("ZIPPED").name, "ZIPPED");
  const TempFolder other;
  complaint("ZIPPED", other.path());  // what is asked for goes before what is set
}

/// Makes a folder the present one until the end of the test.
class PresentFolder {
 public:
  explicit PresentFolder(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~PresentFolder() { fs::current_path(before_); }
  PresentFolder(const PresentFolder&) = delete;
  PresentFolder& operator=(const PresentFolder&) = delete;

 private:
  fs::path before_;
};

TEST(OpenDataset, LooksInTheDataFolderThatIsNamedBeforeThePresentOne) {
  const TempFolder here;
  const TempFolder data;
  const PresentFolder present(here.path());
  here.write("toy.jsonl", "{\"num_nodes\": 1, \"edges\": []}\n");
  data.write("toy.jsonl", "{\"num_nodes\": 2, \"edges\": []}\n");
  const auto nodes = [](const Dataset& dataset) { return dataset.examples.at(0).graph.num_nodes(); };
  EXPECT_EQ(nodes(open_dataset("toy.jsonl", data.path())), 2);
  EXPECT_EQ(nodes(open_dataset("./toy.jsonl", data.path())), 1);
  const Environment environment("GNNIR_DATA", data.path().string());
  EXPECT_EQ(nodes(open_dataset("toy.jsonl")), 1);
  EXPECT_EQ(nodes(open_published("toy.jsonl", "", {})), 2);
  write_folder(here, "CSL");
  EXPECT_EQ(open_dataset("CSL").size(), 1);
  EXPECT_EQ(open_published("CSL", "", {}).size(), 150);
}

TEST(OpenDataset, RefusesANameThatTwoFormatsHave) {
  const TempFolder folder;
  for (const char* name : {"A.jsonl", "A.jsonl.gz", "B.jsonl", "B.g6"})
    folder.write(name, "{\"num_nodes\": 1, \"edges\": []}\n");
  EXPECT_EQ(open_dataset("A", folder.path()).size(), 1);  // one of them is the other, packed
  EXPECT_THAT(complaint("B", folder.path()), HasSubstr("B.g6 are both there: name the one that is meant"));
}

TEST(OpenDataset, GeneratesCslInAnyCase) {
  testing::expect_same(open_dataset("csl"), generate_csl());
  testing::expect_same(open_dataset("CSL"), generate_csl());
}

TEST(OpenDataset, SaysWhatItTriedAndSuggestsTheNearestName) {
  const TempFolder folder;
  EXPECT_THAT(complaint("MUTGA", folder.path()),
              AllOf(HasSubstr("'MUTGA'"), HasSubstr("CSL, CFI, SR, MOTIFS, TRIANGLES"),
                    HasSubstr(folder.path().string()), HasSubstr("MUTGA.zip"), HasSubstr("Did you mean 'MUTAG'?")));
  EXPECT_THAT(complaint("triangels", folder.path()), HasSubstr("Did you mean 'TRIANGLES'?"));
}

TEST(OpenDataset, DoesNotSuggestWhatWasAskedFor) {
  const Environment environment("GNNIR_DATA", std::nullopt);
  EXPECT_THAT(complaint("NCI1", {}),
              AllOf(HasSubstr("GNNIR_DATA"), HasSubstr("gnnir data download NCI1"), Not(HasSubstr("Did you mean"))));
}

TEST(OpenDataset, LooksForPathsAsPathsOnly) {
  const TempFolder folder;
  write_folder(folder, "TOY");
  fs::create_directory(folder.path() / "data");
  EXPECT_THAT(complaint("../TOY", folder.path() / "data"), HasSubstr("../TOY: no such file or folder"));
}

TEST(OpenDataset, RefusesNothing) {
  const TempFolder folder;
  complaint("", folder.path());
}

TEST(OpenDataset, ReportsWrongDataAsSuch) {
  const TempFolder folder;
  folder.write("X/X_A.txt", "1,2\n");
  EXPECT_EQ(error_of([&] { open_dataset((folder.path() / "X").string()); }).kind(), ErrorKind::data);
}

TEST(OpenDataset, GivesPartsToTrianglesOnlyIfTheyAreComplete) {
  std::vector<std::int64_t> classes(45000, 0);
  Dataset dataset = testing::dataset_with_classes(classes);
  dataset.name = "TRIANGLES";
  const TempFolder folder;
  write_tu(dataset, folder.path() / "whole");
  const Dataset whole = open_dataset((folder.path() / "whole").string());
  ASSERT_EQ(whole.parts.size(), 4u);
  EXPECT_EQ(whole.parts[3], (Dataset::Part{"test-large", 5000}));
  dataset.examples.pop_back();
  dataset.classes.pop_back();
  write_tu(dataset, folder.path() / "part");
  EXPECT_TRUE(open_dataset((folder.path() / "part").string()).parts.empty());
}

TEST(OpenDataset, OpensATextFileOfPowerfulGnnsAloneOrInAnArchive) {
  const TempFolder folder;
  const std::string text = "1\n2 7\n0 1 1\n0 1 0\n";
  folder.write("folder/GRAPHS.txt", text);
  folder.write("folder/README.txt", "These are graphs.\n");
  for (const fs::path& path :
       {folder.write("GRAPHS.txt", text), folder.write("GRAPHS.txt.gz", testing::gzipped(text)),
        write_zip(folder.path() / "x.zip", {{"x/GRAPHS.txt", text}}), folder.path() / "folder"}) {
    const Dataset dataset = open_dataset(path.string());
    EXPECT_EQ(dataset.name, "GRAPHS") << path;
    EXPECT_EQ(dataset.class_names, std::vector<std::string>{"7"}) << path;
  }
}

TEST(OpenDataset, ListsWhatItUnderstandsIfAFileIsSomethingElse) {
  const TempFolder folder;
  const auto complaint_about = [&](const fs::path& path) {
    const Error error = error_of([&] { open_dataset(path.string()); });
    EXPECT_EQ(error.kind(), ErrorKind::data);
    return std::string(error.what());
  };
  EXPECT_THAT(complaint_about(folder.write("cat.png", "meow")),
              AllOf(HasSubstr("cat.png: expected a data set, found cat.png. Understood are TU files"),
                    HasSubstr(".jsonl"), HasSubstr(".xz")));
  fs::create_directory(folder.path() / "empty");
  EXPECT_THAT(complaint_about(folder.path() / "empty"), HasSubstr("empty: expected a data set, found no files."));
  EXPECT_THAT(complaint_about(write_zip(folder.path() / "x.zip", {{"a.smi", "C"}, {"b.smi", "C"}})),
              HasSubstr("x.zip: expected one data set, found several: a.smi, b.smi"));
}

TEST(OpenDataset, SaysWhatMoleculesNeed) {
  const TempFolder folder;
  const testing::ModuleFolders nowhere({"/nowhere"});
  for (const char* name : {"m.csv", "m.smi", "m.sdf"}) {
    const Error error = error_of([&] { open_dataset(folder.write(name, "smiles\nC\n").string()); });
    EXPECT_EQ(error.what(), "[data] " + std::string(name) +
                                ": molecules are read through RDKit, which this gnnir does not have: in a clone, "
                                "`scripts/bootstrap --chem && "
                                "scripts/build` installs librdkit-dev and libboost-dev and builds it with them");
  }
}

/// ZINC_train and so on, each with one graph whose target is its place in the list.
void write_parts(const TempFolder& folder, const std::string& name, const std::vector<std::string>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    testing::Entries entries = one_graph(name + "_" + parts[i]);
    entries.emplace_back(name + "_" + parts[i] + "_graph_attributes.txt", std::to_string(i) + ".5\n");
    write_zip(folder.path() / (name + "_" + parts[i] + ".zip"), entries);
  }
}

TEST(OpenDataset, JoinsTrainValidationAndTestToOneDataSetWithParts) {
  const TempFolder folder;
  write_parts(folder, "ZINC", {"train", "val", "test"});
  for (const Dataset& dataset :
       {open_dataset("zinc", folder.path()), open_dataset((folder.path() / "ZINC").string())}) {
    EXPECT_EQ(dataset.name, "ZINC");
    EXPECT_EQ(dataset.targets, (std::vector<float>{0.5f, 1.5f, 2.5f}));
    EXPECT_EQ(dataset.num_targets, 1);
    EXPECT_EQ(dataset.parts, (std::vector<Dataset::Part>{{"train", 1}, {"validation", 1}, {"test", 1}}));
  }
}

TEST(OpenDataset, NamesThePartThatIsMissing) {
  const TempFolder folder;
  write_parts(folder, "MINE", {"train", "val"});
  EXPECT_THAT(complaint("MINE", folder.path()),
              HasSubstr("MINE_train.zip is there, but neither MINE_test.zip nor a folder MINE_test"));
}

TEST(OpenDataset, SaysWhatTheDataFolderShouldHave) {
  const TempFolder folder;
  EXPECT_THAT(complaint("ZINC", folder.path()),
              HasSubstr("It should have ZINC_train.zip, ZINC_val.zip and ZINC_test.zip"));
  EXPECT_THAT(complaint("qm9", folder.path()), HasSubstr("It should have QM9.sdf"));
}

TEST(OpenDataset, RefusesPartsThatDoNotAgree) {
  const TempFolder folder;
  write_parts(folder, "MINE", {"train", "val"});
  write_zip(folder.path() / "MINE_test.zip", one_graph("MINE_test"));
  const Error error = error_of([&] { open_dataset("MINE", folder.path()); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("MINE_train and MINE_test are parts of one data set, but differ"),
                                  HasSubstr("targets [target_0]"), HasSubstr("targets []")));
}

TEST(OpenDataset, MergesTheClassesOfParts) {
  std::vector<NamedPart> parts = {{"train", testing::dataset_with_classes({0, 1})},
                                  {"test", testing::dataset_with_classes({0})}};
  parts[0].dataset.class_names = {"b", "c"};
  parts[1].dataset.class_names = {"a"};
  const Dataset whole = join_parts("WHOLE", parts);
  EXPECT_EQ(whole.class_names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(whole.classes, (std::vector<std::int64_t>{1, 2, 0}));
}

TEST(OpenDataset, FindsAlchemyUnderItsPublishedName) {
  const TempFolder folder;
  write_zip(folder.path() / "alchemy_full.zip", one_graph("alchemy_full"));
  EXPECT_EQ(open_dataset("ALCHEMY", folder.path()).name, "alchemy_full");
}

TEST(OpenDataset, OpensZincWithItsParts) {
  GNNIR_NEEDS_REAL_DATA("ZINC_train.zip");
  const Dataset dataset = open_dataset("ZINC", testing::real_data());
  EXPECT_EQ(dataset.parts, (std::vector<Dataset::Part>{{"train", 10'000}, {"validation", 1000}, {"test", 1000}}));
  EXPECT_EQ(dataset.num_targets, 1);
  EXPECT_EQ(dataset.targets[10'000], 0.629915774f);
  EXPECT_TRUE(dataset.has_edge_labels());
}

TEST(KnownDatasets, AreDescribedAndListedOnce) {
  std::vector<std::string> names;
  for (const KnownDataset& known : known_datasets()) {
    EXPECT_FALSE(known.description.empty()) << known.name;
    const std::set<std::string> generated = {"CSL", "CFI", "SR", "MOTIFS", "TRIANGLES"};
    EXPECT_EQ(known.generated, generated.contains(known.name)) << known.name;
    names.push_back(known.name);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace gnnir
