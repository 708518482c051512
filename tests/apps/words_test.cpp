#include "words.h"

#include <gtest/gtest.h>

#include "exit_code.h"
#include "gnnir/settings/config.h"

namespace gnnir::app {
namespace {

TEST(Words, NameTheOptionOfASetting) {
  EXPECT_EQ(with_options("model.width: expected at least 1, found 0"), "--width: expected at least 1, found 0");
  EXPECT_EQ(with_options("Try a smaller train.batch_size, fewer run.threads, a smaller model.hidden or model.width"),
            "Try a smaller --batch-size, fewer --threads, a smaller --hidden or --width");
  EXPECT_EQ(with_options("no folder (data.data_dir or GNNIR_DATA)."), "no folder (--data-dir or GNNIR_DATA).");
  EXPECT_EQ(with_options("a checkpoint: `run.resume` its run folder"), "a checkpoint: `--resume` its run folder");
  EXPECT_EQ(with_options("there are folds only with data.split_file; see model.norm."),
            "there are folds only with --split-file; see --norm.");
}

TEST(Words, SeparateAnOptionFromItsValue) {
  EXPECT_EQ(with_options("a smaller train.lr, train.clip=1 or model.norm=graph"),
            "a smaller --lr, --clip 1 or --norm graph");
  EXPECT_EQ(with_options("data.split_file=few: 1 graph was skipped"), "--split-file few: 1 graph was skipped");
  EXPECT_EQ(with_options("(data.task=classification: texts)"), "(--task classification: texts)");
}

TEST(Words, KnowEverySettingOfTheTable) {
  for (const ConfigField& field : config_fields()) {
    EXPECT_TRUE(with_options("see " + field.path()).starts_with("see --")) << field.path();
    EXPECT_TRUE(field.flags.ends_with(option_of(field.path()))) << field.path();
  }
  EXPECT_EQ(option_of("model.none"), "model.none");
}

TEST(Words, LeaveWhatStandsInASettingsFile) {
  for (const char* text : {"f.toml:3: model.width: expected at least 1, found 0",
                           "f.toml:2: unknown key 'data.fol'. Did you mean 'data.fold'?",
                           "X/seed_0 was run with train.epochs = 2, but X.toml has 3", "f.toml: train.seeds: one"}) {
    EXPECT_EQ(with_options(text), text);
  }
}

TEST(Words, LeaveFileNames) {
  for (const char* text :
       {"/x/data.folds/y: no such file", "data.fold.txt: no such file", "see data.fold.txt", "[tu] data.folds: empty",
        "my-data.fold is there", "x/data.fold", "data.fold/x", "data.fold:3: bad", "'data.fold' is a folder",
        "the data.folder", "metadata.fold", "data.", ".fold", "data", "", "model.json and data.csv"}) {
    EXPECT_EQ(with_options(text), text);
  }
}

TEST(Words, LeaveWhatIsInWordsAlready) {
  const std::string once = with_options("train.lr: try train.clip=1");
  EXPECT_EQ(with_options(once), once);
}

TEST(ExitCodes, AreThoseOfTheManual) {
  EXPECT_EQ(exit_code_of(ErrorKind::usage), 2);
  EXPECT_EQ(exit_code_of(ErrorKind::data), 65);
  EXPECT_EQ(exit_code_of(ErrorKind::internal), 70);
  EXPECT_EQ(exit_code_of(ErrorKind::io), 74);
  EXPECT_EQ(exit_code_of(ErrorKind::interrupted), 130);
  EXPECT_EQ(exit_code_of(ErrorKind::terminated), 143);
}

TEST(QuotedForShell, IsWhatAShellReadsBack) {
  EXPECT_EQ(quoted_for_shell("runs/first-1.csv"), "runs/first-1.csv");
  EXPECT_EQ(quoted_for_shell(""), "''");
  EXPECT_EQ(quoted_for_shell("my graphs.jsonl"), "'my graphs.jsonl'");
  EXPECT_EQ(quoted_for_shell("C1=CC=CC=C1(Cl)$"), "'C1=CC=CC=C1(Cl)$'");
  EXPECT_EQ(quoted_for_shell("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace gnnir::app
