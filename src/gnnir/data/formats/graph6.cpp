#include "gnnir/data/formats/graph6.h"

#include <array>
#include <string_view>
#include <utility>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"
#include "gnnir/data/edge_list.h"
#include "gnnir/data/formats/graph6_codec.h"
#include "gnnir/data/formats/writable.h"
#include "gnnir/data/source/labels.h"
#include "gnnir/data/source/lines.h"
#include "gnnir/data/source/node_claims.h"

namespace gnnir {
namespace {

/// A line without the header, if it has one: files that were joined from several have more than the first.
std::string_view without_header(const Place& place, std::string_view line) {
  constexpr std::array<std::string_view, 3> headers = {">>graph6<<", ">>sparse6<<", ">>digraph6<<"};
  for (const std::string_view header : headers) {
    if (line.starts_with(header)) return line.substr(header.size());
  }
  if (!line.starts_with(">>")) return line;
  throw place.error("expected {}, found {}", fmt::join(headers, " or "), in_quotes(line));
}

/// A header on a line of its own is no graph.
bool is_only_a_header(std::string_view line) {
  return line == ">>graph6<<" || line == ">>sparse6<<" || line == ">>digraph6<<";
}

class Reader {
 public:
  Reader(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects)
      : line_("[graph6] " + file, std::move(content)), options_(options), rejects_(rejects) {}

  Dataset read() {
    while (line_.next()) {
      const std::string_view text = line_.text();
      if (text.empty() || is_only_a_header(text)) continue;
      rejects_.attempt(line_.number(), text, [&] { add(without_header(line_.place(), text)); });
    }
    if (dataset_.size() == 0 && rejects_.count() == 0) {
      throw data_error("{}: expected a graph to a line, found none", line_.place().where);
    }
    choose_labels(dataset_, options_, line_.place().where);
    return std::move(dataset_);
  }

 private:
  void add(std::string_view text) {
    Graph6Line listed = Graph6Line::read(line_.place(), text);
    claims_.add(line_.place(), listed.num_nodes, text.size());
    Dataset::Repairs repairs;
    dataset_.examples.push_back(
        build_example(listed.num_nodes, {.edges = std::move(listed.edges)}, options_.edges, repairs));
    dataset_.lines.push_back(line_.number());
    dataset_.repairs += repairs;
  }

  LineCursor line_;
  const ReadOptions& options_;
  Rejects& rejects_;
  NodeClaims claims_;
  Dataset dataset_;
};

/// The same reader for all three, as one file may mix them.
Dataset read_lines(const FormatInput& in) { return read_graph6(in.name(), in.take_content(), in.options, in.rejects); }

using Encode = std::string (*)(const Graph&, std::string_view where);

std::string lines_of(const Dataset& dataset, const Format& format, Encode encode) {
  check_writable(dataset, format);
  const std::string where = fmt::format("[{}] {}", format.name, dataset.name);
  std::string text;
  for (const Example& example : dataset.examples) {
    text += encode(example.graph, where);
    text += '\n';
  }
  return text;
}

}  // namespace

Dataset read_graph6(const std::string& file, std::string content, const ReadOptions& options, Rejects& rejects) {
  Dataset dataset = Reader(file, std::move(content), options, rejects).read();
  dataset.name = file.substr(0, file.rfind('.'));
  return dataset;
}

std::string graph6_text(const Dataset& dataset) { return lines_of(dataset, graph6_format(), encode_graph6); }
std::string sparse6_text(const Dataset& dataset) { return lines_of(dataset, sparse6_format(), encode_sparse6); }
std::string digraph6_text(const Dataset& dataset) { return lines_of(dataset, digraph6_format(), encode_digraph6); }

const Format& graph6_format() {
  static const Format format{.name = "graph6",
                             .title = "graph6",
                             .endings = {".g6"},
                             .read = read_lines,
                             .file_text = graph6_text,
                             .places = {.knowledge = {}, .directions = false, .self_loops = false}};
  return format;
}

const Format& sparse6_format() {
  static const Format format{.name = "sparse6",
                             .title = "sparse6",
                             .endings = {".s6"},
                             .read = read_lines,
                             .file_text = sparse6_text,
                             .places = {.knowledge = {}, .directions = false}};
  return format;
}

const Format& digraph6_format() {
  static const Format format{.name = "digraph6",
                             .title = "digraph6",
                             .endings = {".d6"},
                             .read = read_lines,
                             .file_text = digraph6_text,
                             .places = {.knowledge = {}}};
  return format;
}

}  // namespace gnnir
