#include <string_view>
#include <unordered_map>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/source/lines.h"
#include "gnnir/data/split/splits.h"

namespace gnnir {
namespace fs = std::filesystem;
namespace {

using Graphs = std::vector<std::int64_t>;

constexpr const char* train_suffix = "_train.index";
constexpr const char* validation_suffix = "_val.index";
constexpr const char* test_suffix = "_test.index";

/// The folds of one index file.
std::vector<Graphs> parse_index_file(const std::string& text, const std::string& name, std::int64_t num_graphs) {
  LineCursor line("[split] " + name, text);
  std::vector<Graphs> folds;
  while (line.next()) {
    Graphs& fold = folds.emplace_back();
    for (const std::string_view field : split_text(line.text(), ',')) {
      const std::int64_t graph = line.integer(field);
      if (graph < 0 || graph >= num_graphs) throw line.error("graph {} is outside 0..{}", graph, num_graphs - 1);
      fold.push_back(graph);
    }
  }
  return folds;
}

/// All in one fold; none if there are none.
std::vector<Graphs> joined(const std::vector<Graphs>& folds) {
  std::vector<Graphs> one(folds.empty() ? 0 : 1);
  for (const Graphs& fold : folds) one.front().insert(one.front().end(), fold.begin(), fold.end());
  return one;
}

const Json& member(const Json& object, const char* key, const std::string& where) {
  if (!object.is_object()) throw data_error("{}: expected an object, found {}", where, object.type_name());
  const auto found = object.find(key);
  if (found == object.end()) throw data_error("{}: expected '{}', found none", where, key);
  return *found;
}

Graphs graph_list(const Json& object, const char* key, const std::string& where) {
  const Json& list = member(object, key, where);
  if (!list.is_array()) throw data_error("{}: '{}': expected a list, found {}", where, key, list.type_name());
  Graphs graphs;
  for (const Json& graph : list) {
    if (!graph.is_number_integer()) {
      throw data_error("{}: '{}': expected the number of a graph, found {}", where, key, graph.dump().substr(0, 40));
    }
    graphs.push_back(graph.get<std::int64_t>());  // beyond 2^63 this is negative, which check_splits refuses
  }
  return graphs;
}

std::vector<Split::Extra> read_extra_tests(const Json& fold, const std::string& where) {
  std::vector<Split::Extra> extras;
  if (!fold.contains("extra_tests")) return extras;
  const Json& list = fold["extra_tests"];
  if (!list.is_array()) throw data_error("{}: 'extra_tests': expected a list, found {}", where, list.type_name());
  for (const Json& extra : list) {
    const Json& name = member(extra, "name", where);
    if (!name.is_string()) throw data_error("{}: 'name': expected a text, found {}", where, name.type_name());
    extras.push_back({name.get<std::string>(), graph_list(extra, "graphs", where)});
  }
  return extras;
}

Split read_fold(const Json& fold, const std::string& where) {
  Split split;
  split.test = graph_list(fold, "test", where);
  const Json* inner = &fold;
  if (fold.contains("model_selection")) {
    const Json& selections = fold["model_selection"];
    if (!selections.is_array() || selections.empty()) {
      throw data_error("{}: 'model_selection': expected a list with an entry", where);
    }
    inner = &selections.front();
  }
  split.train = graph_list(*inner, "train", where);
  split.validation = graph_list(*inner, "validation", where);
  split.extra_tests = read_extra_tests(fold, where);
  return split;
}

/// The parts of one split that have been checked so far.
class PartCheck {
 public:
  PartCheck(std::int64_t num_graphs, std::string where) : num_graphs_(num_graphs), where_(std::move(where)) {}

  /// `part` must outlive this.
  void add(std::string_view part, const Graphs& graphs) {
    for (const std::int64_t graph : graphs) {
      if (graph < 0 || graph >= num_graphs_) {
        throw data_error("{}: {}: graph {} is outside 0..{}", where_, part, graph, num_graphs_ - 1);
      }
      const auto [other, is_new] = part_of_.emplace(graph, part);
      if (is_new) continue;
      if (other->second == part) throw data_error("{}: {}: graph {} is listed twice", where_, part, graph);
      throw data_error("{}: {}: graph {} is also in {}", where_, part, graph, other->second);
    }
  }

 private:
  std::int64_t num_graphs_;
  std::string where_;
  std::unordered_map<std::int64_t, std::string_view> part_of_;  // views: a file may give a part a very long name
};

}  // namespace

void check_splits(std::span<const Split> splits, std::int64_t num_graphs, const std::string& where) {
  for (std::size_t fold = 0; fold < splits.size(); ++fold) {
    PartCheck check(num_graphs, fmt::format("{}: fold {}", where, fold + 1));
    check.add("train", splits[fold].train);
    check.add("validation", splits[fold].validation);
    check.add("test", splits[fold].test);
    for (const Split::Extra& extra : splits[fold].extra_tests) check.add(extra.name, extra.graphs);
  }
}

std::vector<Split> read_index_files(const fs::path& prefix, std::int64_t num_graphs) {
  const auto content = [&](const char* suffix) { return read_file(prefix.string() + suffix); };
  const IndexFiles files = {content(train_suffix), content(validation_suffix), content(test_suffix)};
  return parse_index_files(files, prefix.filename().string(), num_graphs);
}

std::vector<Split> parse_index_files(const IndexFiles& files, const std::string& prefix, std::int64_t num_graphs) {
  const auto has_comma = [](const std::string& text) { return text.find(',') != std::string::npos; };
  const bool one_fold = !has_comma(files.train) && !has_comma(files.validation) && !has_comma(files.test);
  const auto read = [&](const std::string& text, const char* suffix) {
    std::vector<Graphs> folds = parse_index_file(text, prefix + suffix, num_graphs);
    return one_fold ? joined(folds) : folds;
  };
  std::vector<Graphs> train = read(files.train, train_suffix);
  const auto parse = [&](const std::string& text, const char* suffix) {
    std::vector<Graphs> folds = read(text, suffix);
    if (folds.size() != train.size()) {
      throw data_error("[split] {}{}: expected a line per fold, {} as in {}{}, found {}", prefix, suffix, train.size(),
                       prefix, train_suffix, folds.size());
    }
    return folds;
  };
  if (train.empty()) throw data_error("[split] {}{}: expected a line per fold, found none", prefix, train_suffix);
  std::vector<Graphs> validation = parse(files.validation, validation_suffix);
  std::vector<Graphs> test = parse(files.test, test_suffix);
  std::vector<Split> splits;
  for (std::size_t fold = 0; fold < train.size(); ++fold) {
    splits.push_back(
        {.train = std::move(train[fold]), .validation = std::move(validation[fold]), .test = std::move(test[fold])});
  }
  check_splits(splits, num_graphs, "[split] " + prefix);
  return splits;
}

Split parse_index_lists(const IndexFiles& files, const IndexFiles& names, std::int64_t num_graphs) {
  const auto parse = [num_graphs](const std::string& text, const std::string& name) {
    LineCursor line("[split] " + name, text);
    Graphs graphs;
    while (line.next()) {
      const std::int64_t graph = line.integer(line.text());
      if (graph < 0 || graph >= num_graphs) throw line.error("graph {} is outside 0..{}", graph, num_graphs - 1);
      graphs.push_back(graph);
    }
    if (graphs.empty()) throw data_error("[split] {}: expected an index per line, found none", name);
    return graphs;
  };
  Split split{.train = parse(files.train, names.train),
              .validation = parse(files.validation, names.validation),
              .test = parse(files.test, names.test)};
  check_splits(std::span(&split, 1), num_graphs, fmt::format("[split] {} and others", names.train));
  return split;
}

std::vector<Split> read_fold_json(const fs::path& path, std::int64_t num_graphs) {
  return parse_fold_json(read_file(path), path.filename().string(), num_graphs);
}

std::vector<Split> parse_fold_json(std::string_view text, const std::string& name, std::int64_t num_graphs) {
  const std::string where = "[split] " + name;
  const Json json = parse_json(text, where);
  if (!json.is_array() || json.empty()) throw data_error("{}: expected a list of folds", where);
  std::vector<Split> splits;
  for (const Json& fold : json) splits.push_back(read_fold(fold, fmt::format("{}: fold {}", where, splits.size() + 1)));
  check_splits(splits, num_graphs, where);
  return splits;
}

Json splits_to_json(std::span<const Split> splits) {
  Json folds = Json::array();
  for (const Split& split : splits) {
    Json fold = {{"train", split.train}, {"validation", split.validation}, {"test", split.test}};
    for (const Split::Extra& extra : split.extra_tests) {
      fold["extra_tests"].push_back({{"name", extra.name}, {"graphs", extra.graphs}});
    }
    folds.push_back(std::move(fold));
  }
  return folds;
}

}  // namespace gnnir
