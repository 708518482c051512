#include "gnnir/data/named/published.h"

#include <algorithm>
#include <string_view>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/generate/generators.h"

namespace gnnir {
namespace {

struct Published {
  std::string name;
  std::vector<PublishedFile> files;
  std::string remark = {};
};

constexpr const char* on_zinc =
    "the TU collection has about 250,000 molecules in ZINC_train, ZINC_val and ZINC_test, not the 10,000, 1,000 and "
    "1,000 of the benchmark ZINC10K (ZINC-12k), which the paper's tables are about. For these put the benchmark's own "
    "files into the data folder as ZINC_train.zip, ZINC_val.zip and ZINC_test.zip, or name a server that has them with "
    "download.url";

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
      // Numbers of graphs are left open: other servers have the selection of 12,000 under these names.
      {"ZINC", {{"ZINC_train"}, {"ZINC_val"}, {"ZINC_test"}}, on_zinc},
  };
  return table;
}

/// The set of that name, in any case, or with a file of that name.
const Published* find_published(const std::string& name) {
  const std::string upper = upper_case(name);
  for (const Published& set : published()) {
    if (set.name == upper) return &set;
    for (const PublishedFile& file : set.files) {
      if (file.stem == name) return &set;
    }
  }
  return nullptr;
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
  if (const Generator* generator = find_generator(name)) {
    throw usage_error("[download] {} is generated, there is nothing to download: use it by its name", generator->name);
  }
  const Published* set = find_published(name);
  if (!set) return {{.stem = name}};
  if (set->name == upper) return set->files;
  return {*std::find_if(set->files.begin(), set->files.end(),
                        [&](const PublishedFile& file) { return file.stem == name; })};
}

std::string remark_on_published(const std::string& name) {
  const Published* set = find_published(name);
  return set && !set->remark.empty() ? fmt::format("{}: {}", set->name, set->remark) : "";
}

std::string published_suggestion(const std::string& name) {
  std::vector<std::string> names;
  for (const Published& set : published()) names.push_back(set.name);
  const std::string upper = upper_case(name);
  return std::find(names.begin(), names.end(), upper) == names.end() ? suggestion(upper, names) : "";
}

}  // namespace gnnir
