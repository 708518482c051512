#include <gmock/gmock.h>

#include "gnnir/base/files.h"
#include "gnnir/data/formats/read.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/source/file_source.h"
#include "support/compress.h"
#include "support/errors.h"
#include "support/small_zip.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::Entries;
using ::testing::HasSubstr;
using testing::TempFolder;

Entries small_dataset() {
  return {{"X/X_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n"},
          {"X/X_graph_indicator.txt", "1\n1\n2\n2\n2\n"},
          {"X/X_graph_labels.txt", "1\n-1\n"},
          {"X/X_node_labels.txt", "0\n1\n2\n1\n0\n"}};
}

std::string zipped(const char* options) {
  const TempFolder folder;
  return read_file(testing::write_zip(folder.path() / "x.zip", small_dataset(), options));
}

std::string tarred(const char* name, int (*filter)(archive*)) {
  const TempFolder folder;
  archive* writer = archive_write_new();
  archive_write_set_format_ustar(writer);
  filter(writer);
  testing::write_archive(writer, folder.path() / name, small_dataset());
  return read_file(folder.path() / name);
}

Dataset read(const std::string& name, std::string bytes) {
  Rejects rejects(OnError::stop);
  return read_files(FileSource::of_file(name, std::move(bytes)), {}, rejects);
}

/// Everything that would be learned from.
bool same(const Dataset& a, const Dataset& b) {
  return a.examples == b.examples && a.classes == b.classes && a.class_names == b.class_names && a.targets == b.targets;
}

/// Every single wrong bit is noticed, or changes nothing.
void expect_every_flip_is_noticed(const std::string& name, const std::string& bytes) {
  const Dataset whole = read(name, bytes);
  ASSERT_EQ(whole.size(), 2);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    try {
      EXPECT_TRUE(same(read(name, damaged), whole)) << name << ": bit " << bit % 8 << " of byte " << bit / 8;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 4 * bytes.size()) << "most of an archive is content, or says where it is";
}

TEST(DamagedArchive, EveryWrongBitOfAZipIsNoticedOrChangesNothing) {
  expect_every_flip_is_noticed("x.zip", zipped("zip:compression=store"));
  expect_every_flip_is_noticed("x.zip", zipped("zip:compression=deflate"));
}

TEST(DamagedArchive, EveryWrongBitOfACompressedTarIsNoticedOrChangesNothing) {
  expect_every_flip_is_noticed("x.tar.gz", tarred("x.tar.gz", archive_write_add_filter_gzip));
  expect_every_flip_is_noticed("x.tar.bz2", tarred("x.tar.bz2", archive_write_add_filter_bzip2));
  expect_every_flip_is_noticed("x.tar.xz", tarred("x.tar.xz", archive_write_add_filter_xz));
  // As zstd writes it, with a checksum; there are programs that leave it out.
  expect_every_flip_is_noticed("x.tar.zst", read_file(std::string(GNNIR_SOURCE_DIR) + "/tests/golden/small.tar.zst"));
}

/// One file with a graph to a line.
TEST(DamagedArchive, EveryWrongBitOfACompressedFileIsNoticedOrChangesNothing) {
  const std::string lines = R"({"num_nodes":2,"edges":[[0,1]],"node_labels":[4,5],"class":1})"
                            "\n"
                            R"({"num_nodes":3,"edges":[[0,1],[1,2]],"node_labels":[5,5,4],"class":0})"
                            "\n";
  expect_every_flip_is_noticed("x.jsonl.gz", testing::gzipped(lines));
  expect_every_flip_is_noticed("x.jsonl.xz", testing::xzipped(lines));
}

TEST(DamagedArchive, EveryWrongBitOfATarsHeadersIsNoticedOrChangesNothing) {
  // A tar has no checksum of what is in it.
  const std::string tar = tarred("x.tar", archive_write_add_filter_none);
  const Dataset whole = read("x.tar", tar);
  constexpr std::size_t header = 512;
  for (std::size_t bit = 0; bit < 8 * header; ++bit) {
    std::string damaged = tar;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    try {
      EXPECT_TRUE(same(read("x.tar", damaged), whole)) << "bit " << bit % 8 << " of byte " << bit / 8;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::data) << error.what();
    }
  }
}

TEST(DamagedArchive, AZipWithoutItsDirectoryIsNotComplete) {
  const std::string zip = zipped("zip:compression=store");
  const std::size_t directory = zip.find("PK\1\2");
  ASSERT_NE(directory, std::string::npos);
  for (std::size_t size = directory; size < zip.size(); ++size) {
    EXPECT_THROW(read("x.zip", zip.substr(0, size)), Error) << size << " of " << zip.size() << " bytes";
  }
  const Error error = testing::error_of([&] { read("x.zip", zip.substr(0, directory)); });
  EXPECT_THAT(error.what(), HasSubstr("[archive] x.zip: the directory at its end is missing"));
}

TEST(DamagedArchive, AZipWithACommentIsRead) {
  std::string zip = zipped("zip:compression=store");
  zip[zip.size() - 2] = 5;
  EXPECT_EQ(read("x.zip", zip + "hello").size(), 2);
}

TEST(TuFolder, WhatIsCalledLikeItsFilesAndCannotBeReadIsNamed) {
  const TempFolder folder;
  for (const auto& [name, content] : small_dataset()) folder.write(name, content);
  const std::filesystem::path data = folder.path() / "X";
  const auto complaint = [&] {
    return std::string(testing::error_of([&] {
                         Rejects rejects(OnError::stop);
                         read_files(FileSource::open(data), {}, rejects);
                       }).what());
  };
  std::filesystem::create_symlink("nowhere", data / "X_node_attributes.txt");
  EXPECT_THAT(complaint(), HasSubstr("X_node_attributes.txt: expected a file, found a link to nowhere"));
  std::filesystem::remove(data / "X_node_attributes.txt");
  std::filesystem::create_directory(data / "X_edge_labels.txt");
  EXPECT_THAT(complaint(), HasSubstr("X_edge_labels.txt: expected a file, found a folder"));
  std::filesystem::remove(data / "X_edge_labels.txt");
  std::filesystem::rename(data / "X_node_labels.txt", data / "X_node_label.txt");
  EXPECT_THAT(complaint(),
              HasSubstr("X_node_label.txt is no file of such a data set. Did you mean X_node_labels.txt?"));
  std::filesystem::rename(data / "X_node_label.txt", data / "X_node_labels.txt");
  folder.write("X/X_coordinates.txt", "1\n");
  Rejects rejects(OnError::stop);
  const Dataset dataset = read_files(FileSource::open(data), {}, rejects);
  EXPECT_THAT(remarks_on_reading(dataset), ::testing::ElementsAre("not understood, and not read: X_coordinates.txt"));
}

}  // namespace
}  // namespace gnnir
