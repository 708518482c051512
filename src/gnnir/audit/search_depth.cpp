#include "gnnir/audit/search_depth.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <numeric>

#include "gnnir/audit/relabelled_copies.h"
#include "gnnir/audit/separate.h"
#include "gnnir/graph/pruned_tree.h"

namespace gnnir {
namespace {

/// Nodes of the open partitions of all trees of a level together: about a gigabyte.
constexpr std::int64_t most_kept = 40'000'000;

/// What is left to spend, for all threads. Whether a group fits is decided by sums alone, whoever comes first.
class Purse {
 public:
  explicit Purse(double work) : left_(static_cast<std::int64_t>(std::min(work, 9e18))) {}

  void begin_level() { kept_ = 0; }
  void begin_group() { spent_ = 0; }
  bool spend(PrunedTree::Cost cost) {
    const bool kept = (kept_ += cost.kept) <= most_kept;
    return (spent_ += cost.work) <= left_ && kept;
  }
  /// → whether the group was within it. After one that was not, nothing is left: what it took before it stopped depends
  /// on the threads.
  bool end_group() {
    const bool within = spent_ <= left_ && kept_ <= most_kept;
    left_ = within ? left_ - spent_ : 0;
    return within;
  }

 private:
  std::int64_t left_;
  std::atomic<std::int64_t> spent_ = 0;
  std::atomic<std::int64_t> kept_ = 0;
};

/// Graphs that look the same so far.
struct Group {
  std::vector<std::size_t> graphs;
  std::int64_t size = 0;  // nodes and edges
};

class Search {
 public:
  Search(const Dataset& dataset, const TreeOptions& options, ComparedPairs pairs)
      : copies_(static_cast<std::size_t>(1 + options.relabellings)),
        pairs_(pairs),
        purse_(options.budget * tree_work_per_second),
        all_(with_copies(dataset, options)),
        colours_(DatasetColours::of(all_)),
        classes_(wl_classes(all_, colours_)),
        trees_(all_.examples.size()) {
    next_class_ = classes_.empty() ? 0 : 1 + *std::max_element(classes_.begin(), classes_.end());
    make_groups();
  }

  [[nodiscard]] bool is_over() const { return groups_.empty(); }
  /// Makes the trees of all groups a level deeper.
  void deepen(ThreadPool& pool) {
    std::vector<Group> next;
    purse_.begin_level();
    for (Group& group : groups_) {
      if (deepen(group, pool)) {
        split(group, next);
      } else {
        drop(group);
        undecided_ += count_originals(group);
      }
    }
    sort_by_size(next);
    groups_ = std::move(next);
  }
  /// Of the graphs themselves, without copies.
  [[nodiscard]] std::vector<std::int64_t> classes() const {
    std::vector<std::int64_t> own;
    for (std::size_t g = 0; g < classes_.size(); g += copies_) own.push_back(classes_[g]);
    return own;
  }
  void conclude(SearchDepth& result) const {
    result.undecided = undecided_;
    for (const Group& group : groups_) result.undecided += count_originals(group);
    for (std::size_t g = 0; g < classes_.size(); ++g) {
      if (g % copies_ == 0) continue;
      ++result.copies;
      result.copies_separated += classes_[g] != classes_[g - g % copies_] ? 1 : 0;
    }
  }

 private:
  /// Each graph, then its copies.
  static Dataset with_copies(const Dataset& dataset, const TreeOptions& options) {
    Dataset all = without_graphs(dataset);
    for (std::int64_t g = 0; g < dataset.size(); ++g) {
      Dataset copies = relabelled_copies(dataset, g, options.relabellings, options.seed);
      std::move(copies.examples.begin(), copies.examples.end(), std::back_inserter(all.examples));
    }
    return all;
  }

  void make_groups() {
    std::map<std::pair<std::size_t, std::int64_t>, Group> groups;
    for (std::size_t g = 0; g < classes_.size(); ++g) {
      const std::size_t pair = pairs_ == ComparedPairs::consecutive ? g / (2 * copies_) : 0;
      groups[{pair, classes_[g]}].graphs.push_back(g);
    }
    for (auto& [key, group] : groups) keep_if_open(std::move(group), groups_);
    sort_by_size(groups_);
  }
  /// A group of one graph and its copies is done.
  void keep_if_open(Group group, std::vector<Group>& groups) {
    if (count_originals(group) < 2) return drop(group);
    for (const std::size_t g : group.graphs) {
      group.size += all_.examples[g].graph.num_nodes() + all_.examples[g].graph.num_edges();
    }
    groups.push_back(std::move(group));
  }
  static void sort_by_size(std::vector<Group>& groups) {
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.size < b.size; });
  }
  [[nodiscard]] std::int64_t count_originals(const Group& group) const {
    return std::count_if(group.graphs.begin(), group.graphs.end(), [&](std::size_t g) { return g % copies_ == 0; });
  }
  void drop(const Group& group) {
    for (const std::size_t g : group.graphs) trees_[g].reset();
  }

  bool deepen(const Group& group, ThreadPool& pool) {
    purse_.begin_group();
    pool.run(group.graphs.size(), [&](std::size_t i) {
      const std::size_t g = group.graphs[i];
      if (!trees_[g]) trees_[g] = std::make_unique<PrunedTree>(all_.examples[g].graph, colours_of(g));
      trees_[g]->deepen([&](PrunedTree::Cost cost) { return purse_.spend(cost); });
    });
    return purse_.end_group();
  }
  [[nodiscard]] Colours colours_of(std::size_t g) const {
    return {.nodes = colours_.nodes[g],
            .edges = colours_.edges.empty() ? std::span<const std::int64_t>() : std::span(colours_.edges[g])};
  }

  /// By what the trees look like now; groups whose trees are complete are isomorphic, nothing will split them.
  void split(const Group& group, std::vector<Group>& next) {
    std::map<Digest, Group> parts;
    std::vector<Digest> order;  // by the first graph, so that numbers of classes are in the order of graphs
    for (const std::size_t g : group.graphs) {
      const auto [part, is_new] = parts.try_emplace(trees_[g]->certificate());
      if (is_new) order.push_back(part->first);
      part->second.graphs.push_back(g);
    }
    for (const Digest& digest : order) {
      Group& part = parts[digest];
      if (order.size() > 1) {
        for (const std::size_t g : part.graphs) classes_[g] = next_class_;
        ++next_class_;
      }
      if (trees_[part.graphs.front()]->is_complete()) {
        drop(part);
      } else {
        keep_if_open(std::move(part), next);
      }
    }
  }

  std::size_t copies_;  // of a graph, itself among them
  ComparedPairs pairs_;
  Purse purse_;
  Dataset all_;
  DatasetColours colours_;
  std::vector<std::int64_t> classes_;
  std::int64_t next_class_ = 0;
  std::vector<std::unique_ptr<PrunedTree>> trees_;  // of graphs in groups
  std::vector<Group> groups_;
  std::int64_t undecided_ = 0;
};

}  // namespace

SearchDepth search_depth(const Dataset& dataset, const TreeOptions& options, ComparedPairs pairs, ThreadPool& pool) {
  Search search(dataset, options, pairs);
  SearchDepth result{.classes = {search.classes()}};
  while (!search.is_over() && (options.depth == 0 || std::ssize(result.classes) <= options.depth)) {
    search.deepen(pool);
    result.classes.push_back(search.classes());
  }
  search.conclude(result);
  return result;
}

}  // namespace gnnir
