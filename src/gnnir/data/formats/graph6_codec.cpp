#include "gnnir/data/formats/graph6_codec.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "gnnir/base/error.h"
#include "gnnir/data/source/node_claims.h"

namespace gnnir {
namespace {

constexpr int bits_per_byte = 6;
constexpr char bias = 63;
constexpr char last_byte = 126;  // 63 + 63; begins the longer forms of the number of nodes
constexpr std::uint64_t most_in_one_byte = 62;
constexpr std::uint64_t most_in_four_bytes = 258'047;

/// How many bytes hold the number of nodes.
std::size_t size_of_number(std::uint64_t nodes) {
  if (nodes <= most_in_one_byte) return 1;
  return nodes <= most_in_four_bytes ? 4 : 8;
}

std::uint64_t bytes_for(std::uint64_t bits) { return (bits + bits_per_byte - 1) / bits_per_byte; }
std::uint64_t bits_of_pairs(std::uint64_t nodes) { return nodes == 0 ? 0 : nodes * (nodes - 1) / 2; }
std::uint64_t bits_of_matrix(std::uint64_t nodes) { return nodes * nodes; }

/// sparse6: bits of a node's number.
int bits_of_node(std::uint64_t nodes) { return nodes == 0 ? 0 : static_cast<int>(std::bit_width(nodes - 1)); }

/// Takes bits from the front of checked bytes.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  /// There must be one left.
  bool next() {
    if (held_bits_ == 0) {
      held_ = static_cast<unsigned>(bytes_[next_byte_++] - bias);
      held_bits_ = bits_per_byte;
    }
    return ((held_ >> --held_bits_) & 1u) != 0;
  }
  /// The same for several, the highest first.
  std::uint64_t number(int bits) {
    std::uint64_t value = 0;
    for (int i = 0; i < bits; ++i) value = 2 * value + (next() ? 1 : 0);
    return value;
  }
  [[nodiscard]] std::size_t left() const {
    return (bytes_.size() - next_byte_) * bits_per_byte + static_cast<std::size_t>(held_bits_);
  }

 private:
  std::string_view bytes_;
  std::size_t next_byte_ = 0;
  unsigned held_ = 0;
  int held_bits_ = 0;
};

/// A line on its way to a Graph6Line.
class LineReader {
 public:
  LineReader(const Place& place, std::string_view text) : place_(place), line_(text), rest_(text) {}

  Graph6Line read() {
    const char first = line_.empty() ? '\0' : line_.front();
    if (first == ';') throw place_.error("expected sparse6 with ':', found its incremental form with ';'");
    if (first == ':' || first == '&') rest_.remove_prefix(1);
    check_bytes();
    graph_.num_nodes = read_num_nodes();
    if (first == ':') {
      read_sparse6();
    } else if (first == '&') {
      read_digraph6();
    } else {
      read_graph6();
    }
    return std::move(graph_);
  }

 private:
  void check_bytes() const {
    const auto bad = std::find_if(rest_.begin(), rest_.end(), [](char c) { return c < bias || c > last_byte; });
    if (bad == rest_.end()) return;
    throw place_.error("byte {}: expected {} to {}, found {}",
                       line_.size() - static_cast<std::size_t>(rest_.end() - bad) + 1, int{bias}, int{last_byte},
                       int{static_cast<unsigned char>(*bad)});
  }

  NodeId read_num_nodes() {
    const std::size_t marks = std::min<std::size_t>(rest_.find_first_not_of(last_byte), 2);
    const std::size_t size = marks == 0 ? 1 : marks == 1 ? 4 : 8;
    if (rest_.size() < size) throw place_.error("expected the number of nodes, found the end of the line");
    const std::string_view digits = rest_.substr(marks, size - marks);
    const std::uint64_t nodes = BitReader(digits).number(static_cast<int>(digits.size()) * bits_per_byte);
    if (size_of_number(nodes) != size) {
      throw place_.error("expected {} bytes for the number of nodes {}, found {}", size_of_number(nodes), nodes, size);
    }
    if (nodes > most_nodes_in(line_.size())) {
      throw place_.error("expected at most {} nodes in a line of {} bytes, found {}", most_nodes_in(line_.size()),
                         line_.size(), nodes);
    }
    rest_.remove_prefix(size);
    return static_cast<NodeId>(nodes);
  }

  void expect_bits(std::uint64_t bits) const {
    if (rest_.size() == bytes_for(bits)) return;
    throw place_.error("expected {} bytes for the edges of {} nodes, found {}", bytes_for(bits), graph_.num_nodes,
                       rest_.size());
  }

  void add_undirected(NodeId u, NodeId v) {
    graph_.edges.push_back({u, v});
    if (u != v) graph_.edges.push_back({v, u});
  }

  void read_graph6() {
    expect_bits(bits_of_pairs(static_cast<std::uint64_t>(graph_.num_nodes)));
    BitReader bits(rest_);
    for (NodeId v = 1; v < graph_.num_nodes; ++v) {
      for (NodeId u = 0; u < v; ++u) {
        if (bits.next()) add_undirected(u, v);
      }
    }
  }

  void read_digraph6() {
    expect_bits(bits_of_matrix(static_cast<std::uint64_t>(graph_.num_nodes)));
    BitReader bits(rest_);
    for (NodeId source = 0; source < graph_.num_nodes; ++source) {
      for (NodeId target = 0; target < graph_.num_nodes; ++target) {
        if (bits.next()) graph_.edges.push_back({source, target});
      }
    }
  }

  /// Pairs of a bit b and a node x: b moves the present node v on by one; then an x beyond v makes it the present
  /// node, any other is joined to v.
  void read_sparse6() {
    const auto nodes = static_cast<std::uint64_t>(graph_.num_nodes);
    if (nodes == 0) expect_bits(0);
    const int node_bits = bits_of_node(nodes);
    BitReader bits(rest_);
    std::uint64_t v = 0;
    while (bits.left() > static_cast<std::size_t>(node_bits)) {
      const bool may_be_padding = bits.left() < bits_per_byte;
      if (bits.next()) ++v;
      const std::uint64_t x = bits.number(node_bits);
      if (std::max(v, x) >= nodes) {
        if (may_be_padding) return;
        throw place_.error("byte {}: node {} is outside 0..{}", line_.size() - bits.left() / bits_per_byte,
                           std::max(v, x), graph_.num_nodes - 1);
      }
      if (x > v) {
        v = x;
      } else {
        add_undirected(static_cast<NodeId>(x), static_cast<NodeId>(v));
      }
    }
  }

  const Place& place_;
  std::string_view line_;
  std::string_view rest_;  // what is not read yet
  Graph6Line graph_;
};

/// A line as it is written.
class LineWriter {
 public:
  LineWriter(std::string_view prefix, std::uint64_t nodes) : line_(prefix) {
    const std::size_t size = size_of_number(nodes);
    const std::size_t marks = size == 1 ? 0 : size == 4 ? 1 : 2;
    line_.append(marks, last_byte);
    add_number(nodes, static_cast<int>(size - marks) * bits_per_byte);
  }

  void add(bool bit) {
    if (free_bits_ == 0) {
      line_ += bias;
      free_bits_ = bits_per_byte;
    }
    --free_bits_;
    if (bit) line_.back() = static_cast<char>(line_.back() + (1 << free_bits_));
  }
  void add_number(std::uint64_t value, int bits) {
    for (int i = bits; i-- > 0;) add(((value >> i) & 1u) != 0);
  }
  /// Room for so many bits, all 0, to be set by their place; then nothing can be added.
  void add_zeros(std::uint64_t bits) {
    zeros_begin_ = line_.size();
    line_.append(bytes_for(bits), bias);
  }
  void set(std::uint64_t bit) {
    char& byte = line_[zeros_begin_ + bit / bits_per_byte];
    byte = static_cast<char>(byte + (1 << (bits_per_byte - 1 - bit % bits_per_byte)));
  }
  /// Bits of the last byte that are not used.
  [[nodiscard]] int free_bits() const { return free_bits_; }
  std::string take() { return std::move(line_); }

 private:
  std::string line_;
  int free_bits_ = 0;
  std::size_t zeros_begin_ = 0;
};

void refuse_loops(const Graph& graph, std::string_view where) {
  if (!graph.has_self_loops()) return;
  throw usage_error("{}: the format has no place for self-loops: sparse6 has, and data.self_loops=drop leaves them out",
                    where);
}

void refuse_directions(const Graph& graph, std::string_view where) {
  if (graph.is_undirected()) return;
  throw usage_error(
      "{}: the format has no place for directed edges: digraph6 has, and data.direction=undirected joins reverse ones",
      where);
}

void refuse_long_line(std::uint64_t bits, NodeId num_nodes, std::string_view where) {
  constexpr std::uint64_t most_bytes = 1u << 30;
  if (bytes_for(bits) <= most_bytes) return;
  throw usage_error("{}: expected at most {} bytes for a graph, found {} nodes, which take {}: sparse6 takes less",
                    where, most_bytes, num_nodes, bytes_for(bits));
}

/// Where the bits of node v begin in graph6.
std::uint64_t column_of(NodeId v) { return bits_of_pairs(static_cast<std::uint64_t>(v)); }

}  // namespace

Graph6Line Graph6Line::read(const Place& place, std::string_view text) { return LineReader(place, text).read(); }

Graph decode_graph6_line(std::string_view line, const Place& place) {
  const Graph6Line listed = Graph6Line::read(place, line);
  return Graph::from_edges(listed.num_nodes, listed.edges, {.keep_self_loops = true, .undirected = false});
}

std::string encode_graph6(const Graph& graph, std::string_view where) {
  refuse_loops(graph, where);
  refuse_directions(graph, where);
  const auto nodes = static_cast<std::uint64_t>(graph.num_nodes());
  refuse_long_line(bits_of_pairs(nodes), graph.num_nodes(), where);
  LineWriter line("", nodes);
  line.add_zeros(bits_of_pairs(nodes));
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (u < v) line.set(column_of(v) + static_cast<std::uint64_t>(u));
    }
  }
  return line.take();
}

std::string encode_sparse6(const Graph& graph, std::string_view where) {
  refuse_directions(graph, where);
  const auto nodes = static_cast<std::uint64_t>(graph.num_nodes());
  const int node_bits = bits_of_node(nodes);
  LineWriter line(":", nodes);
  NodeId present = 0;
  for (NodeId v = 0; v < graph.num_nodes(); ++v) {
    for (const NodeId u : graph.neighbours(v)) {
      if (u > v) break;
      line.add(v != present);
      if (v > present + 1) {  // the bit alone does not get there
        line.add_number(static_cast<std::uint64_t>(v), node_bits);
        line.add(false);
      }
      present = v;
      line.add_number(static_cast<std::uint64_t>(u), node_bits);
    }
  }
  // Ones fill the last byte. Where they would read as a loop at the last node, a zero comes first.
  const bool could_be_a_loop =
      line.free_bits() > node_bits && present == graph.num_nodes() - 2 && nodes == (std::uint64_t{1} << node_bits);
  if (could_be_a_loop) line.add(false);
  while (line.free_bits() > 0) line.add(true);
  return line.take();
}

std::string encode_digraph6(const Graph& graph, std::string_view where) {
  const auto nodes = static_cast<std::uint64_t>(graph.num_nodes());
  refuse_long_line(bits_of_matrix(nodes), graph.num_nodes(), where);
  LineWriter line("&", nodes);
  line.add_zeros(bits_of_matrix(nodes));
  for (NodeId target = 0; target < graph.num_nodes(); ++target) {
    for (const NodeId source : graph.neighbours(target)) {
      line.set(static_cast<std::uint64_t>(source) * nodes + static_cast<std::uint64_t>(target));
    }
  }
  return line.take();
}

}  // namespace gnnir
