#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"
#include "gnnir/data/knowledge.h"
#include "gnnir/data/read_options.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/source/file_source.h"

namespace gnnir {

/// What a format is asked to read.
struct FormatInput {
  FileSource& files;
  std::vector<std::string> names;  ///< the files that are in the format, ascending
  const ReadOptions& options;
  Rejects& rejects;  ///< what graphs go through that cannot be read

  /// Of a data set that is one file: its name and, once, its content. The file is there.
  [[nodiscard]] const std::string& name() const { return names.front(); }
  [[nodiscard]] std::string take_content() const { return files.take(name()).value_or(""); }
};

/// A data set that is made of different files, which lie together in a folder or an archive.
struct FolderFormat {
  std::string files = {};  ///< how they are called, for messages: "NAME_A.txt, …"
  /// Whether files with these names are such a data set.
  bool (*is_made_of)(const std::vector<std::string>& names) = nullptr;
  /// Whether a file that somebody names for a data set is only a piece of one.
  bool (*is_piece)(const std::filesystem::path& file) = nullptr;
};

/// How a format calls classes.
enum class ClassNames {
  texts,
  integers,        ///< as they are written: +1 stays +1
  plain_integers,  ///< +1 becomes 1
};

/// What a format has places for. Names that it has none for are lost, of which write_dataset tells; anything else is
/// refused.
struct FormatPlaces {
  std::vector<Knowledge> knowledge = {Knowledge::classes,         Knowledge::targets,     Knowledge::node_labels,
                                      Knowledge::node_attributes, Knowledge::edge_labels, Knowledge::edge_attributes};
  bool directions = true;  ///< edges without their reverse
  bool self_loops = true;
  bool missing_classes = true;  ///< false: every graph has a class
  ClassNames class_names = ClassNames::texts;
  bool target_names = true;
  bool attribute_names = false;
  bool ids = false;  ///< what graphs are called

  [[nodiscard]] bool has(Knowledge what) const;
};

/// One way to keep data sets in files: an entry of formats(). How it is recognised, read and written.
struct Format {
  std::string name;   ///< as `gnnir data convert --format` takes it
  std::string title;  ///< as people call it: "JSON lines"

  /// Of a file that is a data set on its own, in any case. Empty: a FolderFormat.
  std::vector<std::string> endings = {};
  bool needs_chemistry = false;    ///< reads molecules, by means of a component that may be missing
  bool a_graph_to_a_file = false;  ///< several files with these endings are one data set, in the order of their names
  /// Where the ending alone does not tell: whether a file begins as one of the format does. Some hundred bytes are
  /// given.
  bool (*begins_right)(std::string_view beginning) = nullptr;
  FolderFormat folder = {};

  /// What to say of files with such an ending that are not understood.
  struct Hint {
    std::string ending = {};
    std::string words = {};
  } hint = {};

  Dataset (*read)(const FormatInput& input) = nullptr;

  /// How it is written, as one file or as a folder (content by name): so that it reads back the same. An Error of kind
  /// usage if the format has no place for something. A format that is only read has neither.
  std::string (*file_text)(const Dataset& dataset) = nullptr;
  std::map<std::string, std::string> (*folder_texts)(const Dataset& dataset) = nullptr;
  FormatPlaces places = {};

  [[nodiscard]] bool is_folder() const { return endings.empty(); }
  [[nodiscard]] bool is_written() const { return file_text != nullptr || folder_texts != nullptr; }
};

}  // namespace gnnir
