#include "gnnir/record/search_journal.h"

#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/record/search_trial.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

class SearchJournalFile : public ::testing::Test {
 protected:
  TempFolder folder_;
  std::filesystem::path path_ = folder_.path() / "journal.jsonl";
};

TEST_F(SearchJournalFile, HasALineForEachThingSaid) {
  SearchJournal journal(path_);
  journal.say({{"event", "a"}, {"x", 0.1}});
  journal.say({{"event", "b"}});
  EXPECT_EQ(read_file(path_), "{\"event\":\"a\",\"x\":0.1}\n{\"event\":\"b\"}\n");
}

TEST_F(SearchJournalFile, ThatGoesOnSaysTheSameAgainAndThenMore) {
  SearchJournal(path_).say({{"event", "a"}});
  SearchJournal journal(path_);
  EXPECT_EQ(journal.next("b"), nullptr);
  ASSERT_NE(journal.next("a"), nullptr);
  journal.say({{"event", "a"}});
  EXPECT_EQ(journal.next(), nullptr);
  journal.say({{"event", "b"}});
  EXPECT_EQ(read_file(path_), "{\"event\":\"a\"}\n{\"event\":\"b\"}\n");
}

TEST_F(SearchJournalFile, ALineThatAKillHasCutIsWrittenAgain) {
  write_file_atomically(path_, "{\"event\":\"a\"}\n{\"eve");
  SearchJournal journal(path_);
  journal.say({{"event", "a"}});
  journal.say({{"event", "b"}});
  EXPECT_EQ(read_file(path_), "{\"event\":\"a\"}\n{\"event\":\"b\"}\n");
}

TEST_F(SearchJournalFile, OfAnotherSearchIsRefused) {
  write_file_atomically(path_, "{\"event\":\"a\"}\n");
  SearchJournal journal(path_);
  const Error error = error_of([&] { journal.say({{"event", "b"}}); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), HasSubstr("journal.jsonl:1: not what this search says"));
}

TEST_F(SearchJournalFile, ThatIsNoJournalIsRefused) {
  for (const char* text : {"3\n", "{\"event\":\"a\"}\n[]\n", "{\n"}) {
    write_file_atomically(path_, text);
    EXPECT_EQ(error_of([&] { SearchJournal journal(path_); }).kind(), ErrorKind::data) << text;
  }
}

TEST(SearchTrials, AScoreReadsBackToTheSameBits) {
  const TrialScore score{.epochs = 11, .best_epoch = 7, .value = 0.1 + 0.2, .loss = 1e-17};
  const TrialScore read = TrialScore::from_json(parse_json(to_text(score.to_json(3)), "s"), "s");
  EXPECT_EQ(read.epochs, 11);
  EXPECT_EQ(read.best_epoch, 7);
  EXPECT_EQ(read.value, score.value);
  EXPECT_EQ(read.loss, score.loss);
  const TrialScore failed{.epochs = 4, .failed = "why"};
  EXPECT_EQ(TrialScore::from_json(failed.to_json(0), "s").failed, "why");
  EXPECT_EQ(error_of([] { TrialScore::from_json({{"epochs", -1}}, "s"); }).kind(), ErrorKind::data);
}

TEST(SearchTrials, AreComparedByTheMetricThenTheLossAndFailuresComeLast) {
  const TrialScore good{.value = 0.9, .loss = 0.5};
  const TrialScore surer{.value = 0.9, .loss = 0.4};
  const TrialScore less{.value = 0.8, .loss = 0.1};
  const TrialScore none{.loss = 0.1};
  const TrialScore failed{.failed = "why"};
  EXPECT_TRUE(is_better(surer, good, true));
  EXPECT_FALSE(is_better(good, surer, true));
  EXPECT_TRUE(is_better(good, less, true));
  EXPECT_TRUE(is_better(less, good, false));
  EXPECT_TRUE(is_better(less, none, true));
  EXPECT_TRUE(is_better(none, failed, true));
  EXPECT_FALSE(is_better(failed, failed, true));
}

TEST(SearchTrials, MeetAtANinthAThirdAndAllOfTheEpochs) {
  EXPECT_THAT(rungs_of(100), ElementsAre(11, 33, 100));
  EXPECT_THAT(rungs_of(27), ElementsAre(3, 9, 27));
  EXPECT_THAT(rungs_of(5), ElementsAre(1, 5));  // 5 / 9 and 5 / 3 are both 1
  EXPECT_THAT(rungs_of(1), ElementsAre(1));
}

}  // namespace
}  // namespace gnnir
