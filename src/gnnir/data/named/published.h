#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gnnir {

/// The TU Dortmund collection.
inline constexpr const char* published_base_url = "https://www.chrsmrrs.com/graphkerneldatasets/";

/// A file of the collection: STEM.zip.
struct PublishedFile {
  std::string stem;
  std::int64_t graphs = 0;  ///< how many it holds; 0: not known
};

/// The files that make up a data set of the collection: of ZINC three, of most one. Names that are known count in any
/// case; any other name is taken as it stands, for the server to know or not.
/// An Error of kind usage for what cannot be a name, and for data sets that are generated.
std::vector<PublishedFile> published_files(const std::string& name);

/// What a person should know before it is downloaded, or "": that ZINC in the collection is not the benchmark's.
std::string remark_on_published(const std::string& name);

/// " Did you mean 'X'?" for a name that the server does not know, or "".
std::string published_suggestion(const std::string& name);

}  // namespace gnnir
