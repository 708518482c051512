#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "gnnir/base/error.h"
#include "gnnir/data/formats/tu.h"
#include "support/errors.h"
#include "support/temp_folder.h"

namespace gnnir::testing {

/// Contents by file name.
using Files = std::map<std::string, std::string>;

/// Two graphs: an edge, and a path of two edges; labels 1 and -1.
inline const Files small_tu = {{"X_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n"},
                               {"X_graph_indicator.txt", "1\n1\n2\n2\n2\n"},
                               {"X_graph_labels.txt", "1\n-1\n"}};

/// small_tu with some files replaced or added.
inline Files small_tu_with(const Files& changes) {
  Files files = changes;
  files.insert(small_tu.begin(), small_tu.end());
  return files;
}

/// The same but for one file.
inline Files without(Files files, const std::string& name) {
  files.erase(name);
  return files;
}

/// Through a folder.
inline Dataset read_tu_files(const Files& files, EdgeRules rules = {}) {
  const TempFolder folder;
  for (const auto& [name, content] : files) folder.write(name, content);
  return read_tu(FileSource::open(folder.path()), rules);
}

/// What read_tu says about wrong files.
inline std::string complaint_about_tu(const Files& files) {
  const Error error = error_of([&] { read_tu_files(files); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

}  // namespace gnnir::testing
