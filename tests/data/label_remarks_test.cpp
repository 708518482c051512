#include "gnnir/data/label_remarks.h"

#include <gmock/gmock.h>

#include "gnnir/data/generate/csl.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Dataset small() { return generate_csl({.nodes = 9, .skips = {2, 3}, .copies = 3}); }
Split all_in_three() { return {.train = {0, 1, 3}, .validation = {4}, .test = {2, 5}}; }

std::vector<std::string> remarks(const Dataset& dataset) {
  return remarks_on_labels(dataset, all_in_three(), Task::classification);
}

TEST(LabelRemarks, AreNoneOfOrdinaryData) { EXPECT_THAT(remarks(small()), IsEmpty()); }

TEST(LabelRemarks, TellOfEqualGraphsWithDifferentLabels) {
  Dataset dataset = small();
  dataset.examples[3] = dataset.examples[0];
  EXPECT_THAT(remarks(dataset),
              ElementsAre("1 graph is equal to an earlier one, and has another label: no model can get both right"));
  dataset.classes[3] = dataset.classes[0];
  EXPECT_THAT(remarks(dataset), IsEmpty());
}

TEST(LabelRemarks, TellOfAFeatureThatIsTheLabel) {
  Dataset dataset = small();
  for (std::size_t g = 0; g < 6; ++g) dataset.examples[g].node_labels.assign(9, 10 - dataset.classes[g]);
  EXPECT_THAT(remarks(dataset),
              ElementsAre("the label of nodes alone says what is to be learned: is it the answer itself?"));
  dataset.examples[4].node_labels[7] = 3;
  EXPECT_THAT(remarks(dataset), IsEmpty());
  dataset.num_attributes = 2;
  dataset.attribute_names = {"mass", "answer"};
  for (std::size_t g = 0; g < 6; ++g) {
    for (int v = 0; v < 9; ++v) {
      dataset.examples[g].node_attributes.insert(dataset.examples[g].node_attributes.end(),
                                                 {static_cast<float>(v), static_cast<float>(dataset.classes[g])});
    }
  }
  EXPECT_THAT(remarks(dataset),
              ElementsAre("attribute answer of nodes alone says what is to be learned: is it the answer itself?"));
}

TEST(LabelRemarks, TellOfPartsWithoutLabels) {
  Dataset dataset = small();
  dataset.classes[4] = -1;
  EXPECT_THAT(remarks(dataset),
              ElementsAre("no graph of the validation part has a label: the last epoch is taken for the best"));
  dataset.classes[2] = dataset.classes[5] = -1;
  EXPECT_EQ(remarks(dataset).size(), 2U);
}

}  // namespace
}  // namespace gnnir
