#pragma once

#include <cstdint>
#include <string>

#include "gnnir/base/files.h"
#include "support/temp_folder.h"

namespace gnnir::testing {

/// The bytes of an archive with a data set of `graphs` single edges and a file that makes it `padding` bytes larger.
/// Another seed gives as many bytes, but others.
inline std::string zip_of_edges(const std::string& name, int graphs, std::size_t padding = 0, std::uint32_t seed = 1) {
  std::string edges;
  std::string indicator;
  for (int g = 1; g <= graphs; ++g) {
    edges += std::to_string(2 * g - 1) + ", " + std::to_string(2 * g) + "\n";
    indicator += std::to_string(g) + "\n" + std::to_string(g) + "\n";
  }
  std::string noise(padding, '\0');
  std::uint32_t state = seed;
  for (char& c : noise) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  const TempFolder folder;
  return read_file(write_zip(folder.path() / "x.zip",
                             {{name + "/" + name + "_A.txt", edges},
                              {name + "/" + name + "_graph_indicator.txt", indicator},
                              {name + "/README.txt", noise}},
                             "zip:compression=store"));
}

}  // namespace gnnir::testing
