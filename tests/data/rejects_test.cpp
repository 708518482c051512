#include "gnnir/data/rejects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gnnir/base/files.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using testing::TempFolder;

const std::string good = "{\"num_nodes\": 1, \"edges\": []}\n";
const std::string bad = "{\"num_nodes\": 1}\n";

ReadOptions skipping(const fs::path& rejects) { return {.on_error = OnError::skip, .rejects = rejects.string()}; }

TEST(Rejects, AreCountedAndWrittenToTheirFile) {
  const TempFolder folder;
  const fs::path file = folder.path() / "x.rejects.csv";
  const Dataset dataset = open_dataset(folder.write("x.jsonl", good + bad + good).string(), {}, skipping(file));
  EXPECT_EQ(dataset.size(), 2);
  EXPECT_EQ(dataset.repairs.rejected, 1);
  EXPECT_EQ(dataset.rejects_file, file.string());
  EXPECT_EQ(
      read_file(file),
      "line,reason,row\n2,\"[jsonl] x.jsonl:2: expected edges, found none: [] if there are none\",\"{\"\"num_nodes"
      "\"\": 1}\"\n");
  EXPECT_EQ(remark_on_rejects(dataset), "1 of 3 graphs was skipped: see " + file.string());
}

TEST(Rejects, NeverOverwriteAnotherFile) {
  const TempFolder folder;
  const fs::path file = folder.write("x.rejects.csv", "mine");
  const std::string data = folder.write("x.jsonl", good + bad + bad).string();
  for (int i = 0; i < 2; ++i) {  // the second time the same content is there already
    const Dataset dataset = open_dataset(data, {}, skipping(file));
    EXPECT_EQ(dataset.rejects_file, (folder.path() / "x.rejects.2.csv").string());
    EXPECT_EQ(remark_on_rejects(dataset), "2 of 3 graphs were skipped: see " + dataset.rejects_file);
  }
  EXPECT_EQ(read_file(file), "mine");
  EXPECT_FALSE(fs::exists(folder.path() / "x.rejects.3.csv"));
}

TEST(Rejects, AreAnErrorAboutTheSettingThatWouldSkipThem) {
  const TempFolder folder;
  const std::string data = folder.write("x.jsonl", good + bad).string();
  const Error error = error_of([&] { open_dataset(data, {}); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_EQ(error.setting(), "data.on_error");
}

TEST(Rejects, MakeNoFileIfThereAreNone) {
  const TempFolder folder;
  const fs::path file = folder.path() / "x.rejects.csv";
  const Dataset dataset = open_dataset(folder.write("x.jsonl", good).string(), {}, skipping(file));
  EXPECT_EQ(remark_on_rejects(dataset), "");
  EXPECT_FALSE(fs::exists(file));
}

TEST(Rejects, AreAnErrorIfNothingElseIsLeft) {
  const TempFolder folder;
  const fs::path file = folder.path() / "x.rejects.csv";
  const std::string data = folder.write("x.jsonl", bad + bad).string();
  const Error error = error_of([&] { open_dataset(data, {}, skipping(file)); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_STREQ(error.what(),
               "[jsonl] x.jsonl:1: expected edges, found none: [] if there are none (2 of 2 graphs cannot be read)");
  EXPECT_FALSE(fs::exists(file));
}

TEST(Rejects, DoNotHideMistakesUnlessAsked) {
  const TempFolder folder;
  const std::string data = folder.write("x.jsonl", good + bad).string();
  EXPECT_STREQ(error_of([&] { open_dataset(data); }).what(),
               "[jsonl] x.jsonl:2: expected edges, found none: [] if there are none");
}

}  // namespace
}  // namespace gnnir
