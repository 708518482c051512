#include "gnnir/data/source/file_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/data/source/csv.h"
#include "support/compress.h"
#include "support/errors.h"
#include "support/real_data.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::Entries;
using testing::error_of;
using testing::gzipped;
using ::testing::HasSubstr;
using testing::repeated;
using ::testing::StartsWith;
using testing::TempFolder;
using testing::write_tar_gz;
using testing::write_zip;
using testing::xzipped;
namespace fs = std::filesystem;

/// What is said about an archive that is refused.
std::string complaint(const fs::path& archive, ArchiveLimits limits = {}) {
  const Error error = error_of([&] { FileSource::open(archive, limits); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  EXPECT_THAT(error.what(), StartsWith("[archive] " + archive.string() + ": "));
  return error.what();
}

const Entries two_files = {{"X/", ""}, {"X/b.txt", "bees"}, {"X/a.txt", "ants\n"}};

TEST(FileSource, ReadsAFolder) {
  const TempFolder folder;
  folder.write("b.txt", "bees");
  folder.write("a.txt", "ants\n");
  folder.write("inner/c.txt", "not this one");
  const FileSource files = FileSource::open(folder.path());
  EXPECT_THAT(files.names(), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(files.read("a.txt"), "ants\n");
  EXPECT_TRUE(files.has("b.txt"));
  EXPECT_FALSE(files.has("c.txt"));
  EXPECT_EQ(files.read("c.txt"), std::nullopt);
  EXPECT_EQ(files.description(), folder.path().string());
}

TEST(FileSource, ReadsAZipByBaseNames) {
  const TempFolder folder;
  const fs::path zip = write_zip(folder.path() / "x.zip", two_files);
  const FileSource files = FileSource::open(zip);
  EXPECT_THAT(files.names(), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(files.read("a.txt"), "ants\n");
  EXPECT_EQ(files.read("b.txt"), "bees");
  EXPECT_EQ(files.read("X/b.txt"), std::nullopt);
  EXPECT_EQ(files.description(), zip.string());
}

TEST(FileSource, ReadsACompressedTar) {
  const TempFolder folder;
  const FileSource files = FileSource::open(write_tar_gz(folder.path() / "x.tar.gz", two_files));
  EXPECT_THAT(files.names(), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(files.read("b.txt"), "bees");
}

TEST(FileSource, UnpacksNothingToDisk) {
  const TempFolder folder;
  FileSource::open(write_zip(folder.path() / "x.zip", two_files));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(FileSource, ReadsContentLargerThanItsBuffer) {
  const TempFolder folder;
  std::string large;
  for (int i = 0; i < 50000; ++i) large += std::to_string(i) + "\n";
  const FileSource files = FileSource::open(write_zip(folder.path() / "x.zip", {{"large.txt", large}}));
  EXPECT_EQ(files.read("large.txt"), large);
}

TEST(FileSource, LeavesOutHiddenFiles) {
  const TempFolder folder;
  const FileSource zip =
      FileSource::open(write_zip(folder.path() / "x.zip", {{"X/X_A.txt", "1,2\n"}, {"__MACOSX/X/._X_A.txt", "junk"}}));
  EXPECT_THAT(zip.names(), ElementsAre("X_A.txt"));
  folder.write("hiding/.hidden", "");
  EXPECT_THAT(FileSource::open(folder.path() / "hiding").names(), ElementsAre());
}

TEST(FileSource, AcceptsNamesOutsideAscii) {
  const TempFolder folder;
  const FileSource files = FileSource::open(write_zip(folder.path() / "x.zip", {{"Größe.txt", "1"}, {"X_A.txt", "2"}}));
  EXPECT_EQ(files.read("X_A.txt"), "2");
}

TEST(FileSource, SaysThatAPathCannotBeRead) {
  const Error error = error_of([] { FileSource::open("/nowhere/x.zip"); });
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("/nowhere/x.zip"));
}

TEST(FileSource, RefusesAnEmptyZip) {
  const TempFolder folder;
  EXPECT_THAT(complaint(write_zip(folder.path() / "x.zip", {})), HasSubstr("found none"));
  EXPECT_THAT(complaint(write_zip(folder.path() / "y.zip", {{"X/", ""}})), HasSubstr("found none"));
}

TEST(FileSource, RefusesWhatIsNoArchive) {
  const TempFolder folder;
  complaint(folder.write("empty.zip", ""));
  complaint(folder.write("text.zip", "this is a text\n"));
}

TEST(FileSource, RefusesNamesThatPointOutside) {
  const TempFolder folder;
  for (const char* name : {"../X_A.txt", "X/../../X_A.txt", "X/..", "/etc/X_A.txt", "..\\X_A.txt", "X\\..\\X_A.txt",
                           "C:\\X_A.txt", "../.hidden"}) {
    const Entries entries = {{"X_graph_indicator.txt", "1\n"}, {name, "1,2\n"}};
    for (const fs::path& archive :
         {write_zip(folder.path() / "x.zip", entries), write_tar_gz(folder.path() / "x.tar.gz", entries)}) {
      EXPECT_THAT(complaint(archive), HasSubstr("points outside the archive")) << name;
    }
  }
}

TEST(FileSource, AcceptsDotsThatPointNowhere) {
  const TempFolder folder;
  const FileSource files = FileSource::open(
      write_zip(folder.path() / "x.zip", {{"./X/a..b.txt", "1"}, {"X..Y/c.txt", "2"}, {"d:e.txt", "3"}}));
  EXPECT_THAT(files.names(), ElementsAre("a..b.txt", "c.txt", "d:e.txt"));
}

TEST(FileSource, RefusesTwoFilesOfOneName) {
  const TempFolder folder;
  EXPECT_THAT(complaint(write_zip(folder.path() / "x.zip", {{"X/a.txt", "1"}, {"Y/a.txt", "2"}})),
              HasSubstr("two files are named a.txt"));
}

TEST(FileSource, RefusesTooManyEntries) {
  const TempFolder folder;
  const fs::path zip = write_zip(folder.path() / "x.zip", {{"a", "1"}, {"b", "2"}, {"c", "3"}});
  EXPECT_NO_THROW(FileSource::open(zip, {.max_entries = 3}));
  EXPECT_THAT(complaint(zip, {.max_entries = 2}), HasSubstr("more than 2 entries"));
}

TEST(FileSource, RefusesTooManyBytesOfAllEntriesTogether) {
  const TempFolder folder;
  const fs::path zip = write_zip(folder.path() / "x.zip", {{"a", "12345"}, {"b", "12345"}});
  EXPECT_NO_THROW(FileSource::open(zip, {.max_bytes = 10}));
  EXPECT_THAT(complaint(zip, {.max_bytes = 9}), HasSubstr("more than 9 bytes"));
}

TEST(FileSource, RefusesABomb) {
  const TempFolder folder;
  const std::string zeros(10'000'000, '0');
  const fs::path zip = write_zip(folder.path() / "x.zip", {{"a", zeros}});
  ASSERT_GT(zeros.size(), 100 * fs::file_size(zip));
  EXPECT_EQ(FileSource::open(zip, {.max_ratio = 2000}).read("a"), zeros);
  EXPECT_THAT(complaint(zip, {.max_ratio = 100}), HasSubstr("over 100 times its size"));
}

TEST(FileSource, CountsHiddenFilesToo) {
  const TempFolder folder;
  const fs::path zip = write_zip(folder.path() / "x.zip", {{"a", "1"}, {".hidden", std::string(1'000'000, '0')}});
  EXPECT_THAT(complaint(zip, {.max_ratio = 100}), HasSubstr("over 100 times its size"));
}

TEST(FileSource, RefusesMethodsThatTakeTheMemoryAHeaderClaims) {
  const std::string bytes =
      read_file(fs::path(GNNIR_SOURCE_DIR) / "tests/corpora/archive/lzma_method_huge_dictionary.zip");
  const Error error = error_of([&] { FileSource::unpack("x.zip", bytes); });
  EXPECT_THAT(error.what(), HasSubstr("X_A.txt: expected an entry packed by deflate, found ZIP 6.3 (lzma)"));
}

TEST(FileSource, RefusesWhatIsCompressedTwice) {
  const TempFolder folder;
  archive* writer = archive_write_new();
  archive_write_set_format_ustar(writer);
  archive_write_add_filter_gzip(writer);
  archive_write_add_filter_gzip(writer);
  testing::write_archive(writer, folder.path() / "x.tar.gz", two_files);
  EXPECT_THAT(complaint(folder.path() / "x.tar.gz"), HasSubstr("compressed more than once"));
}

TEST(FileSource, HoldsFilesThatAreInMemory) {
  const FileSource files = FileSource::of("here", {{"b.txt", "bees"}, {"a.txt", "ants"}});
  EXPECT_THAT(files.names(), ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(files.read("b.txt"), "bees");
  EXPECT_EQ(files.description(), "here");
}

TEST(FileSource, RefusesAnArchiveCutShort) {
  const TempFolder folder;
  std::string content;
  for (int i = 0; i < 20000; ++i) content += std::to_string(i * 7919 % 10007) + "\n";
  const std::string whole = read_file(write_zip(folder.path() / "x.zip", {{"a", content}}));
  const std::string tar = read_file(write_tar_gz(folder.path() / "x.tar.gz", {{"a", content}}));
  complaint(folder.write("cut.zip", whole.substr(0, whole.size() / 2)));
  complaint(folder.write("cut.tar.gz", tar.substr(0, tar.size() / 2)));
}

TEST(FileSource, RefusesContentThatDoesNotMatchItsChecksum) {
  const TempFolder folder;
  const std::string marker = "recognisable content";
  std::string bytes = read_file(write_zip(folder.path() / "x.zip", {{"a", marker}}, "compression=store"));
  const std::size_t place = bytes.find(marker);
  ASSERT_NE(place, std::string::npos);
  bytes[place] = 'R';
  complaint(folder.write("damaged.zip", bytes));
}

TEST(FileSource, HoldsASingleFileUnderItsOwnName) {
  const TempFolder folder;
  const FileSource files = FileSource::open(folder.write("graphs.jsonl", "{}\n"));
  EXPECT_THAT(files.names(), ElementsAre("graphs.jsonl"));
  EXPECT_EQ(files.read("graphs.jsonl"), "{}\n");
  EXPECT_EQ(files.dataset_name(), "graphs");
}

TEST(FileSource, TellsWhatThePathCallsTheDataSet) {
  const TempFolder folder;
  fs::create_directory(folder.path() / "v1.2");
  EXPECT_EQ(FileSource::open(folder.path() / "v1.2").dataset_name(), "v1.2");
  EXPECT_EQ(FileSource::open((folder.path() / "v1.2/").string()).dataset_name(), "v1.2");
  EXPECT_EQ(FileSource::of("data/COLLAB.txt.gz", {}).dataset_name(), "COLLAB");
  EXPECT_EQ(FileSource::of("COLLAB.zip", {}).dataset_name(), "COLLAB");
}

TEST(FileSource, ReadsASingleCompressedFile) {
  const TempFolder folder;
  std::string text;  // more than a buffer
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i) + "\n";
  for (const auto& [name, bytes] : Entries{{"x.csv.gz", gzipped(text)}, {"x.csv.xz", xzipped(text)}}) {
    const FileSource files = FileSource::open(folder.write(name, bytes));
    EXPECT_THAT(files.names(), ElementsAre("x.csv")) << name;
    EXPECT_EQ(files.read("x.csv"), text) << name;
    EXPECT_EQ(files.dataset_name(), "x") << name;
  }
}

TEST(FileSource, ReadsFilesThatWereCompressedInPieces) {
  const TempFolder folder;
  EXPECT_EQ(FileSource::open(folder.write("x.gz", gzipped("one ") + gzipped("two"))).read("x"), "one two");
  EXPECT_EQ(FileSource::open(folder.write("x.xz", xzipped("one ") + xzipped("two"))).read("x"), "one two");
}

TEST(FileSource, ReadsATarCompressedByXz) {
  const TempFolder folder;
  archive* writer = archive_write_new();
  archive_write_set_format_pax_restricted(writer);
  archive_write_add_filter_xz(writer);
  testing::write_archive(writer, folder.path() / "x.tar.xz", two_files);
  EXPECT_EQ(FileSource::open(folder.path() / "x.tar.xz").names().size(), 2u);
}

TEST(FileSource, RefusesCompressedFilesThatAreDamaged) {
  const TempFolder folder;
  const std::string text = repeated("one two three ", 100);
  for (const auto& [name, bytes] : Entries{{"x.csv.gz", gzipped(text)}, {"x.csv.xz", xzipped(text)}}) {
    EXPECT_THAT(complaint(folder.write("cut-" + name, bytes.substr(0, bytes.size() - 5))),
                EndsWith("cut-" + name + ": the compressed file ends too early"));
    for (const std::size_t place : {bytes.size() / 2, bytes.size() - 6}) {
      std::string flipped = bytes;
      flipped[place] = static_cast<char>(flipped[place] ^ 1);
      complaint(folder.write("flipped-" + name, flipped));
    }
    complaint(folder.write("more-" + name, bytes + "more"));
  }
}

TEST(FileSource, KeepsTheLimitsForSingleFiles) {
  const TempFolder folder;
  const std::string zeros(1'000'000, '0');
  for (const auto& [name, bytes] : Entries{{"x.gz", gzipped(zeros)}, {"x.xz", xzipped(zeros)}}) {
    const fs::path path = folder.write(name, bytes);
    EXPECT_THAT(complaint(path, {.max_ratio = 100}), EndsWith("unpacks to over 100 times its size"));
    EXPECT_THAT(complaint(path, {.max_bytes = 999'999, .max_ratio = 100'000}),
                EndsWith("unpacks to more than 999999 bytes"));
    EXPECT_EQ(FileSource::open(path, {.max_bytes = 1'000'000, .max_ratio = 100'000}).read("x"), zeros);
  }
}

TEST(FileSource, RefusesXzThatWantsTooMuchMemory) {
  const TempFolder folder;
  const fs::path path = folder.write("x.xz", xzipped("text", 9));
  EXPECT_THAT(complaint(path, {.max_decoder_memory = 1 << 20}),
              HasSubstr("bytes of memory to unpack, of which 1048576 are allowed"));
  EXPECT_EQ(FileSource::open(path).read("x"), "text");
}

TEST(FileSource, RefusesSingleFilesThatAreCompressedTwice) {
  const TempFolder folder;
  EXPECT_THAT(complaint(folder.write("x.gz.xz", xzipped(gzipped("text")))), EndsWith("compressed more than once"));
}

TEST(FileSource, OpensQm9) {
  GNNIR_NEEDS_REAL_DATA("qm9_47k.csv.xz");
  const FileSource files = FileSource::open(testing::real_data() / "qm9_47k.csv.xz");
  ASSERT_THAT(files.names(), ElementsAre("qm9_47k.csv"));
  CsvReader csv("[csv] qm9_47k.csv", files.read("qm9_47k.csv").value());
  std::int64_t rows = 0;
  for (; csv.next(); ++rows) ASSERT_EQ(csv.fields().size(), 14u);
  EXPECT_EQ(rows, 47'447);
}

}  // namespace
}  // namespace gnnir
