#include "gnnir/data/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>

#include "gnnir/base/error.h"
#include "gnnir/data/generators/csl.h"
#include "gnnir/data/tu_writer.h"
#include "support/datasets.h"
#include "support/errors.h"
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

TEST(OpenDataset, GeneratesCslInAnyCase) {
  testing::expect_same(open_dataset("csl"), generate_csl());
  testing::expect_same(open_dataset("CSL"), generate_csl());
}

TEST(OpenDataset, SaysWhatItTriedAndSuggestsTheNearestName) {
  const TempFolder folder;
  EXPECT_THAT(complaint("MUTGA", folder.path()),
              AllOf(HasSubstr("'MUTGA'"), HasSubstr("CSL, TRIANGLES"), HasSubstr(folder.path().string()),
                    HasSubstr("MUTGA.zip"), HasSubstr("Did you mean 'MUTAG'?")));
  EXPECT_THAT(complaint("triangels", folder.path()), HasSubstr("Did you mean 'TRIANGLES'?"));
}

TEST(OpenDataset, DoesNotSuggestWhatWasAskedFor) {
  const Environment environment("GNNIR_DATA", std::nullopt);
  EXPECT_THAT(complaint("NCI1", {}), AllOf(HasSubstr("GNNIR_DATA"), Not(HasSubstr("Did you mean"))));
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

TEST(KnownDatasets, AreDescribedAndListedOnce) {
  std::vector<std::string> names;
  for (const KnownDataset& known : known_datasets()) {
    EXPECT_FALSE(known.description.empty()) << known.name;
    EXPECT_EQ(known.generated, known.name == "CSL" || known.name == "TRIANGLES");
    names.push_back(known.name);
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace
}  // namespace gnnir
