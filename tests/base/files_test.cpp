#include "gnnir/base/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gnnir/base/error.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;
namespace fs = std::filesystem;

std::size_t entries_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(ReadFile, ReturnsEveryByte) {
  const TempFolder folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_file(folder.write("x", bytes)), bytes);
}

TEST(ReadFile, ReturnsNothingOfAnEmptyFile) {
  const TempFolder folder;
  EXPECT_EQ(read_file(folder.write("x", "")), "");
}

TEST(WriteFileAtomically, FollowsASymbolicLinkAndLeavesIt) {
  const TempFolder folder;
  folder.write("target", "old");
  fs::create_symlink("target", folder.path() / "link");
  write_file_atomically(folder.path() / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(read_file(folder.path() / "target"), "new");
}

TEST(WriteFileAtomically, DoesNotReplaceADevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(error_of([] { write_file_atomically("/dev/full", "x"); }).kind(), ErrorKind::io);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(ReadFile, RefusesAPathThatIsTooLong) {
  EXPECT_EQ(error_of([] { read_file(std::string(100'000, 'x')); }).kind(), ErrorKind::io);
}

TEST(ReadFile, NamesAFileThatIsMissing) {
  const TempFolder folder;
  const Error error = error_of([&] { read_file(folder.path() / "missing.txt"); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr((folder.path() / "missing.txt").string()));
}

TEST(ReadFile, RefusesAFolder) {
  const TempFolder folder;
  EXPECT_EQ(error_of([&] { read_file(folder.path()); }).kind(), ErrorKind::io);
}

TEST(WriteFileAtomically, WritesAndReplacesWithoutLeavingAnythingElse) {
  const TempFolder folder;
  const fs::path file = folder.path() / "x";
  write_file_atomically(file, "first and longer");
  write_file_atomically(file, "second");
  EXPECT_EQ(read_file(file), "second");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(WriteFileAtomically, LeavesEverythingAsItWasWhenItFails) {
  const TempFolder folder;
  const fs::path taken = folder.path() / "taken";  // a folder cannot be replaced by a file
  folder.write("taken/inside", "kept");
  EXPECT_EQ(error_of([&] { write_file_atomically(taken, "new"); }).kind(), ErrorKind::io);
  EXPECT_EQ(read_file(taken / "inside"), "kept");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(WriteFileAtomically, FailsInAFolderThatIsMissing) {
  const TempFolder folder;
  EXPECT_EQ(error_of([&] { write_file_atomically(folder.path() / "no" / "x", ""); }).kind(), ErrorKind::io);
}

TEST(ReadFile, StopsAtTheLargestSizeAllowed) {
  const TempFolder folder;
  const fs::path file = folder.write("x", "12345");
  EXPECT_EQ(read_file(file, 5), "12345");
  EXPECT_EQ(error_of([&] { read_file(file, 4); }).kind(), ErrorKind::data);
  EXPECT_EQ(error_of([&] { read_file("/dev/zero", 1000); }).kind(), ErrorKind::data);  // it never ends
}

/// Reads text that must not be "bad".
std::string good_text(const fs::path& path) {
  std::string text = read_file(path);
  if (text == "bad") throw data_error("{} is bad", path.string());
  return text;
}

TEST(Generations, TheContentBeforeIsKeptAndUsedWhereTheNewestIsBad) {
  const TempFolder folder;
  const fs::path file = folder.path() / "x.bin";
  std::vector<std::string> warnings;
  const auto newest = [&] {
    return read_newest<std::string>(file, good_text, [&](const std::string& text) { warnings.push_back(text); });
  };
  EXPECT_EQ(newest(), std::nullopt);
  write_file_keeping_previous(file, "one");
  EXPECT_EQ(newest(), "one");
  write_file_keeping_previous(file, "two");
  EXPECT_EQ(read_file(folder.path() / "x.previous.bin"), "one");
  EXPECT_EQ(newest(), "two");
  EXPECT_TRUE(warnings.empty());
  write_file_atomically(file, "bad");
  EXPECT_EQ(newest(), "one");
  fs::remove(file);  // as between the two renamings of a save
  EXPECT_EQ(newest(), "one");
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_THAT(warnings[0], HasSubstr("x.bin is bad; using the one before it"));
  EXPECT_THAT(warnings[1], HasSubstr("x.bin is missing"));
  write_file_atomically(file, "bad");
  write_file_atomically(folder.path() / "x.previous.bin", "bad");
  EXPECT_THAT(error_of([&] { newest(); }).what(), HasSubstr("x.bin is bad"));
  EXPECT_EQ(entries_in(folder.path()), 2u);
}

TEST(NewFolder, TakesItsPlaceCompleteOrNotAtAll) {
  const TempFolder folder;
  const fs::path target = folder.path() / "a" / "run";
  {
    const NewFolder unfinished(target);
    write_file_atomically(unfinished.path() / "x", "1");
  }
  EXPECT_EQ(entries_in(folder.path() / "a"), 0u);
  const NewFolder finished(target);
  write_file_atomically(finished.path() / "x", "1");
  EXPECT_FALSE(fs::exists(target));
  finished.take_place();
  EXPECT_EQ(read_file(target / "x"), "1");
  EXPECT_EQ(entries_in(folder.path() / "a"), 1u);
}

TEST(PlaceNewFile, GivesAFileItsName) {
  const TempFolder folder;
  place_new_file(folder.write("x.part", "content"), folder.path() / "x");
  EXPECT_EQ(read_file(folder.path() / "x"), "content");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(PlaceNewFile, NeverReplacesAnything) {
  const TempFolder folder;
  const fs::path part = folder.write("x.part", "new");
  const fs::path old = folder.write("x", "old");
  fs::create_symlink("nowhere", folder.path() / "link");
  fs::create_directory(folder.path() / "folder");
  for (const char* name : {"x", "link", "folder"}) {
    EXPECT_EQ(error_of([&] { place_new_file(part, folder.path() / name); }).kind(), ErrorKind::io) << name;
  }
  EXPECT_EQ(read_file(old), "old");
  EXPECT_EQ(read_file(part), "new");
}

TEST(FolderLock, IsHeldByOneAtATime) {
  const TempFolder folder;
  {
    const FolderLock held(folder.path());
    EXPECT_THAT(error_of([&] { FolderLock second(folder.path()); }).what(), HasSubstr("at work in another process"));
  }
  EXPECT_NO_THROW(FolderLock(folder.path()));
}

TEST(RemovePendingFiles, TakesOnlyWhatAKilledSaveLeaves) {
  const TempFolder folder;
  folder.write("best.safetensors.tmp-a1B2c3", "");
  for (const char* kept : {"best.safetensors", "notes.tmp-long-name", "x.tmp-"}) folder.write(kept, "");
  remove_pending_files(folder.path());
  EXPECT_EQ(entries_in(folder.path()), 3u);
}

TEST(NewFolder, RemovesWhatKilledProcessesLeftAndNothingElse) {
  const TempFolder folder;
  const fs::path target = folder.path() / "run";
  folder.write("run.tmp-abcdef/config.toml", "left behind");
  folder.write("run.tmp-mine/notes", "a user's");
  folder.write("other.tmp-abcdef/notes", "of another");
  const NewFolder at_work(target);
  EXPECT_FALSE(fs::exists(folder.path() / "run.tmp-abcdef"));
  EXPECT_TRUE(fs::exists(folder.path() / "run.tmp-mine"));
  EXPECT_TRUE(fs::exists(folder.path() / "other.tmp-abcdef"));
  const NewFolder beside(target);
  EXPECT_TRUE(fs::exists(at_work.path())) << "it is being filled";
}

TEST(CreateNewFolder, CreatesParentsToo) {
  const TempFolder folder;
  create_new_folder(folder.path() / "a" / "b");
  EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b"));
}

TEST(CreateNewFolder, AcceptsAnEmptyOne) {
  const TempFolder folder;
  EXPECT_NO_THROW(create_new_folder(folder.path()));
}

TEST(CreateNewFolder, RefusesWhatHoldsSomething) {
  const TempFolder folder;
  const fs::path file = folder.write("x", "");
  EXPECT_EQ(error_of([&] { create_new_folder(folder.path()); }).kind(), ErrorKind::usage);
  EXPECT_EQ(error_of([&] { create_new_folder(file); }).kind(), ErrorKind::usage);
}

}  // namespace
}  // namespace gnnir
