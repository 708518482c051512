#include "gnnir/data/published.h"

#include <algorithm>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/open.h"

namespace gnnir {
namespace {

struct Published {
  std::string name;
  std::vector<PublishedFile> files;
};

const std::vector<Published>& published() {
  static const std::vector<Published> table = {
      {"ALCHEMY", {{"alchemy_full", 202'579}}},
      {"COLLAB", {{"COLLAB", 5'000}}},
      {"DD", {{"DD", 1'178}}},
      {"ENZYMES", {{"ENZYMES", 600}}},
      {"IMDB-BINARY", {{"IMDB-BINARY", 1'000}}},
      {"IMDB-MULTI", {{"IMDB-MULTI", 1'500}}},
      {"MUTAG", {{"MUTAG", 188}}},
      {"NCI1", {{"NCI1", 4'110}}},
      {"PROTEINS", {{"PROTEINS", 1'113}}},
      {"REDDIT-BINARY", {{"REDDIT-BINARY", 2'000}}},
      // The collection has all 250,000 molecules, other servers the selection of 12,000 that benchmarks use.
      {"ZINC", {{"ZINC_train"}, {"ZINC_val"}, {"ZINC_test"}}},
  };
  return table;
}

/// The name becomes part of a path and of an address: nothing in it may mean something there.
void check_name(const std::string& name) {
  constexpr std::size_t longest = 100;
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  if (name.empty() || name.size() > longest || name.find_first_not_of(allowed) != std::string::npos) {
    throw usage_error("[download] {}: expected the name of a data set (letters, digits, - and _)", in_quotes(name));
  }
}

}  // namespace

std::vector<PublishedFile> published_files(const std::string& name) {
  check_name(name);
  const std::string upper = upper_case(name);
  for (const KnownDataset& known : known_datasets()) {
    if (known.generated && known.name == upper) {
      throw usage_error("[download] {} is generated, there is nothing to download: use it by its name", known.name);
    }
  }
  for (const Published& set : published()) {
    if (set.name == upper) return set.files;
    for (const PublishedFile& file : set.files) {
      if (file.stem == name) return {file};
    }
  }
  return {{.stem = name}};
}

std::string published_suggestion(const std::string& name) {
  std::vector<std::string> names;
  for (const Published& set : published()) names.push_back(set.name);
  const std::string upper = upper_case(name);
  return std::find(names.begin(), names.end(), upper) == names.end() ? suggestion(upper, names) : "";
}

}  // namespace gnnir
