// What must hold for every entry of the table of formats: a new one is tested here before its author writes a test.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/check.h"
#include "fuzz/check_dataset.h"
#include "gnnir/base/rng.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/formats/graph6.h"
#include "gnnir/data/formats/jsonl.h"
#include "gnnir/data/formats/read.h"
#include "gnnir/data/formats/write.h"
#include "gnnir/data/knowledge.h"
#include "gnnir/data/molecules/molecule.h"
#include "gnnir/data/open.h"
#include "support/datasets.h"
#include "support/errors.h"
#include "support/random_data.h"
#include "support/small_graphs.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

using testing::Abilities;
using testing::RandomData;
using FileTexts = std::map<std::string, std::string>;

std::vector<const Format*> written() {
  std::vector<const Format*> list;
  for (const Format* format : formats()) {
    if (format->is_written()) list.push_back(format);
  }
  return list;
}

/// The files that would be written.
FileTexts texts_of(const Dataset& dataset, const Format& format) {
  if (format.folder_texts != nullptr) return format.folder_texts(dataset);
  return {{"RANDOM" + format.endings.front(), format.file_text(dataset)}};
}

Dataset read_back(const FileTexts& files, const ReadOptions& options = {.edges = {.undirected = false}}) {
  Rejects rejects(options.on_error);
  return read_files(FileSource::of("RANDOM", files), options, rejects);
}

/// Through memory.
Dataset through(const Dataset& dataset, const Format& format) { return read_back(texts_of(dataset, format)); }

/// Whether there is anything to say in both: one may want a class for every graph, another has none.
bool can_meet(const Format& first, const Format& second) {
  const auto clash = [](const Format& one, const Format& other) {
    return !one.places.missing_classes && !other.places.has(Knowledge::classes);
  };
  return !clash(first, second) && !clash(second, first);
}

/// Random data that both formats can hold.
Dataset draw_for(const Format& first, const Format& second, std::uint64_t seed) {
  Abilities can;
  for (const FormatPlaces& places : {first.places, second.places}) {
    can.node_labels = can.node_labels && places.has(Knowledge::node_labels);
    can.node_attributes = can.node_attributes && places.has(Knowledge::node_attributes);
    can.edge_features =
        can.edge_features && places.has(Knowledge::edge_labels) && places.has(Knowledge::edge_attributes);
    can.classes = can.classes && places.has(Knowledge::classes);
    can.targets = can.targets && places.has(Knowledge::targets);
    can.missing = can.missing && places.missing_classes;
    can.directions = can.directions && places.directions;
    can.self_loops = can.self_loops && places.self_loops;
  }
  return RandomData(seed, can).draw();
}

TEST(Formats, KeepWhatGraphsAreCalledWhereTheyHaveAPlaceForIt) {
  const std::vector<std::string> ids = {"a", "b, \"c\"\nd"};
  for (const Format* format : written()) {
    Dataset dataset = testing::dataset_with_classes({0, 1});
    if (!format->places.has(Knowledge::classes)) dataset = without(dataset, {Knowledge::classes});
    dataset.kept = {{"called", ids}};
    const Dataset back = through(dataset, *format);
    ASSERT_EQ(back.kept.size(), format->places.ids ? 1u : 0u) << format->name;
    for (const KeptColumn& column : back.kept) EXPECT_EQ(column.values, ids) << format->name;
  }
}

TEST(Formats, HaveAllThatAnEntryNeedsAndNothingTwice) {
  std::set<std::string> names;
  std::set<std::string> endings;
  for (const Format* format : formats()) {
    EXPECT_TRUE(names.insert(format->name).second) << format->name;
    EXPECT_FALSE(format->title.empty()) << format->name;
    EXPECT_NE(format->read, nullptr) << format->name;
    for (const std::string& ending : format->endings) {
      EXPECT_EQ(ending.front(), '.') << ending;
      EXPECT_TRUE(endings.insert(ending).second) << ending;
    }
    if (!format->is_folder()) continue;
    EXPECT_FALSE(format->folder.files.empty()) << format->name;
    EXPECT_NE(format->folder.is_made_of, nullptr) << format->name;
    EXPECT_NE(format->folder.is_piece, nullptr) << format->name;
    EXPECT_EQ(format->file_text, nullptr) << format->name << ": by which ending would it be read?";
  }
}

TEST(Formats, AreAllNamedWhereAFileIsNotUnderstoodIfTheyCanBeRead) {
  const std::string list = understood_formats();
  for (const Format* format : formats()) {
    if (format->needs_chemistry && find_chemistry() == nullptr) {
      EXPECT_EQ(list.find(format->title + " ("), std::string::npos) << format->name;
      continue;
    }
    EXPECT_NE(list.find(format->title + " ("), std::string::npos) << format->name;
    for (const std::string& ending : format->endings) EXPECT_NE(list.find(ending), std::string::npos) << ending;
  }
}

TEST(Formats, GiveBackWhatWasWrittenFromAnyToAny) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const Format* first : written()) {
      for (const Format* second : written()) {
        if (!can_meet(*first, *second)) continue;
        const Dataset dataset = draw_for(*first, *second, seed);
        testing::expect_same(through(through(through(dataset, *first), *second), *first), dataset);
        ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", " << first->name << " → " << second->name;
      }
    }
  }
}

TEST(Formats, GiveBackWhatWasWrittenToDisk) {
  const testing::TempFolder folder;
  for (const Format* format : written()) {
    const std::string ending = format->folder_texts != nullptr ? "" : format->endings.front();
    const auto path = folder.path() / "deep" / format->name / ("RANDOM" + ending);
    const Dataset dataset = draw_for(*format, *format, 1);
    EXPECT_EQ(write_dataset(dataset, path, *format), std::vector<std::string>());
    testing::expect_same(open_dataset(path.string(), {}, {.edges = {.undirected = false}}), dataset);
  }
}

TEST(Formats, AreChosenByTheEndingsThatTheyRead) {
  for (const Format* format : written()) {
    for (const std::string& ending : format->endings) EXPECT_EQ(&format_of_path("x" + ending), format) << ending;
  }
}

/// Two nodes and what every format must have room for, or wants.
Dataset least_for(const Format& format) {
  Dataset dataset{.name = "SMALL", .examples = {{.graph = testing::path(2)}}};
  if (!format.places.missing_classes) {
    dataset.classes = {0};
    dataset.class_names = {"0"};
  }
  return dataset;
}

/// A data set that knows one thing more.
Dataset with(Dataset dataset, Knowledge what) {
  Example& example = dataset.examples.front();
  if (what == Knowledge::classes) dataset.classes = {0}, dataset.class_names = {"0"};
  if (what == Knowledge::targets) dataset.targets = {1}, dataset.target_names = {"target_0"}, dataset.num_targets = 1;
  if (what == Knowledge::node_labels) example.node_labels = {1, 2};
  if (what == Knowledge::node_attributes) example.node_attributes = {1, 2}, dataset.num_attributes = 1;
  if (what == Knowledge::edge_labels) example.edge_labels = {1, 2};
  if (what == Knowledge::edge_attributes) example.edge_attributes = {1, 2}, dataset.num_edge_attributes = 1;
  return dataset;
}

bool is_refused(const Dataset& dataset, const Format& format) {
  try {
    texts_of(dataset, format);
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage) << format.name;
    return true;
  }
}

TEST(Formats, RefuseExactlyWhatTheyHaveNoPlaceFor) {
  for (const Format* format : written()) {
    const Dataset least = least_for(*format);
    EXPECT_FALSE(is_refused(least, *format)) << format->name;
    for (const auto& [name, what] : EnumNames<Knowledge>::table) {
      EXPECT_EQ(is_refused(with(least, what), *format), !format->places.has(what)) << format->name << ", " << name;
    }
    Dataset dataset = least;
    dataset.examples[0].graph = Graph::from_edges(2, std::vector<Edge>{{0, 1}}, {.undirected = false});
    EXPECT_EQ(is_refused(dataset, *format), !format->places.directions) << format->name;
    dataset.examples[0].graph = Graph::from_edges(2, std::vector<Edge>{{1, 1}});
    EXPECT_EQ(is_refused(dataset, *format), !format->places.self_loops) << format->name;
    if (!format->places.has(Knowledge::classes)) continue;
    dataset = with(least, Knowledge::classes);
    dataset.examples.push_back(dataset.examples[0]);
    dataset.classes.push_back(-1);
    EXPECT_EQ(is_refused(dataset, *format), !format->places.missing_classes) << format->name;
    dataset.classes.back() = 0;
    dataset.class_names = {"toxic"};
    EXPECT_EQ(is_refused(dataset, *format), format->places.class_names != ClassNames::texts) << format->name;
  }
}

TEST(Formats, SayWhichNamesTheyLose) {
  const testing::TempFolder folder;
  for (const Format* format : written()) {
    Dataset dataset = least_for(*format);
    std::size_t losses = 0;
    if (format->places.has(Knowledge::targets)) {
      dataset = with(dataset, Knowledge::targets);
      dataset.target_names = {"mu"};
      losses += format->places.target_names ? 0 : 1;
    }
    if (format->places.has(Knowledge::node_attributes)) {
      dataset = with(dataset, Knowledge::node_attributes);
      dataset.attribute_names = {"mass"};
      losses += format->places.attribute_names ? 0 : 1;
    }
    const auto path = folder.path() / (format->name + (format->is_folder() ? "" : format->endings.front()));
    EXPECT_EQ(write_dataset(dataset, path, *format).size(), losses) << format->name;
    const Dataset back = open_dataset(path.string());
    EXPECT_EQ(back.target_names == dataset.target_names, format->places.target_names) << format->name;
    EXPECT_EQ(back.attribute_names == dataset.attribute_names, losses == 0) << format->name;
  }
}

/// Files with a few bytes replaced, inserted, repeated or cut off.
FileTexts damaged(FileTexts files, Rng& rng) {
  constexpr std::string_view alphabet = "0123456789 -+.,:;&~?@\"'{}[]<>abcnpe\n\r\t\0\xff";
  for (std::uint64_t changes = 1 + rng.below(4); changes > 0; --changes) {
    std::string& text = std::next(files.begin(), static_cast<std::int64_t>(rng.below(files.size())))->second;
    if (text.empty()) continue;
    const std::size_t place = rng.below(text.size());
    const char byte = alphabet[rng.below(alphabet.size())];
    const std::uint64_t kind = rng.below(5);
    if (kind == 0) text[place] = byte;
    if (kind == 1) text.insert(place, 1, byte);
    if (kind == 2) text.erase(place, 1 + rng.below(4));
    if (kind == 3) text.insert(place, text.substr(rng.below(text.size()), rng.below(20)));
    if (kind == 4) text.resize(place);
  }
  return files;
}

/// Refused with an Error that blames the file or asks what is meant, or accepted and then whole, so that it reads back
/// the same.
bool survives(const FileTexts& files, const Format& format, const ReadOptions& options) {
  const auto dataset = accepted([&] { return read_back(files, options); });
  if (!dataset || dataset->size() == 0) return false;
  check_dataset(*dataset, options.edges);
  if (const auto texts = accepted([&] { return texts_of(*dataset, format); })) check_same(read_back(*texts), *dataset);
  return true;
}

TEST(Formats, BearDamagedFiles) {
  for (const Format* format : written()) {
    int survivors = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      Rng rng(seed, Purpose::test, 1);
      const FileTexts files = damaged(texts_of(draw_for(*format, *format, seed), *format), rng);
      for (const ReadOptions& options :
           {ReadOptions{.edges = {.undirected = false}}, ReadOptions{.on_error = OnError::skip}}) {
        ASSERT_NO_THROW(survivors += survives(files, *format, options) ? 1 : 0) << format->name << ", seed " << seed;
      }
    }
    EXPECT_GT(survivors, 0) << format->name;
  }
}

TEST(Formats, BearAnyBytes) {
  for (const Format* format : formats()) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Rng rng(seed, Purpose::test, 2);
      std::string bytes(rng.below(200), '\0');
      for (char& byte : bytes) byte = static_cast<char>(rng.below(256));
      const FileTexts files = format->is_written() && format->is_folder()
                                  ? FileTexts{{texts_of(least_for(*format), *format).begin()->first, bytes}}
                                  : FileTexts{{"x" + format->endings.front(), bytes}};
      const auto dataset = accepted([&] { return read_back(files); });
      if (!dataset) continue;
      ASSERT_NO_THROW(check_dataset(*dataset, {.undirected = false})) << format->name << ", seed " << seed;
    }
  }
}

TEST(Knowledge, IsLeftOutOneByOne) {
  const Dataset dataset = RandomData(3, {}).draw();
  for (const auto& [name, what] : EnumNames<Knowledge>::table) {
    const Dataset less = without(dataset, {what});
    for (const auto& [other_name, other] : EnumNames<Knowledge>::table) {
      EXPECT_EQ(knows(less, other), other != what && knows(dataset, other)) << name << " " << other_name;
    }
    testing::expect_same(through(less, jsonl_format()), less);
  }
}

TEST(Formats, LoseAllButNodesAndEdgesWhenAsked) {
  Dataset dataset = RandomData(3, {}).draw();
  const Dataset bare =
      without(dataset, {Knowledge::classes, Knowledge::targets, Knowledge::node_labels, Knowledge::node_attributes,
                        Knowledge::edge_labels, Knowledge::edge_attributes});
  ASSERT_EQ(bare.size(), dataset.size());
  for (std::size_t g = 0; g < bare.examples.size(); ++g) {
    EXPECT_EQ(bare.examples[g], (Example{.graph = dataset.examples[g].graph}));
  }
  testing::expect_same(through(bare, digraph6_format()), bare);
}

}  // namespace
}  // namespace gnnir
