#include "gnnir/data/named/published.h"

#include <gmock/gmock.h>

#include "gnnir/base/text.h"
#include "gnnir/data/named/known_datasets.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

std::vector<std::string> stems(const std::string& name) {
  std::vector<std::string> stems;
  for (const PublishedFile& file : published_files(name)) stems.push_back(file.stem);
  return stems;
}

using Stems = std::vector<std::string>;

TEST(PublishedFiles, OfMostDataSetsAreOne) {
  EXPECT_EQ(stems("MUTAG"), Stems{"MUTAG"});
  EXPECT_EQ(stems("imdb-binary"), Stems{"IMDB-BINARY"});
  EXPECT_EQ(stems("ALCHEMY"), Stems{"alchemy_full"});
  EXPECT_EQ(published_files("alchemy_full")[0].graphs, published_files("ALCHEMY")[0].graphs);
}

TEST(PublishedFiles, OfZincAreThree) {
  EXPECT_EQ(stems("ZINC"), (Stems{"ZINC_train", "ZINC_val", "ZINC_test"}));
  EXPECT_EQ(stems("ZINC_val"), Stems{"ZINC_val"});
}

TEST(PublishedFiles, OfUnknownNamesAreCalledLikeThem) {
  EXPECT_EQ(stems("Some_Set-2"), Stems{"Some_Set-2"});
  EXPECT_EQ(published_files("Some_Set-2")[0].graphs, 0);
}

TEST(PublishedFiles, HaveAsManyGraphsAsTheListOfKnownDataSetsSays) {
  int compared = 0;
  for (const KnownDataset& known : known_datasets()) {
    if (known.generated) continue;
    const std::vector<PublishedFile> files = published_files(known.name);
    if (files.size() != 1 || files[0].graphs == 0) continue;
    std::string number = known.description.substr(0, known.description.find(' '));
    std::erase(number, ',');
    EXPECT_EQ(number, std::to_string(files[0].graphs)) << known.name;
    ++compared;
  }
  EXPECT_GE(compared, 5);
}

TEST(PublishedFiles, AreRefusedForWhatIsNoNameOrIsGenerated) {
  for (const char* name : {"", "../MUTAG", "a/b", "a.b", "a b", "x?y", "ü", "a%2e"}) {
    EXPECT_EQ(error_of([&] { published_files(name); }).kind(), ErrorKind::usage) << name;
  }
  EXPECT_EQ(error_of([] { published_files(std::string(1000, 'a')); }).kind(), ErrorKind::usage);
  EXPECT_THAT(error_of([] { published_files("csl"); }).what(), HasSubstr("CSL is generated"));
}

TEST(PublishedSuggestion, IsTheNearestNameButNeverTheSame) {
  EXPECT_EQ(published_suggestion("PROTIENS"), " Did you mean 'PROTEINS'?");
  EXPECT_EQ(published_suggestion("MUTAG"), "");
  EXPECT_EQ(published_suggestion("QQQQQQQQ"), "");
}

}  // namespace
}  // namespace gnnir
