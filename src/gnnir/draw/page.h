#pragma once

#include <string>
#include <vector>

#include "gnnir/draw/curve_chart.h"
#include "gnnir/draw/escape.h"
#include "gnnir/draw/html_table.h"

namespace gnnir {

/// One HTML file that needs nothing else: no request leaves it, light and dark, on paper and on a telephone.
///   Page page("MUTAG", "188 graphs");
///   page.section("Sizes", to_html(table));
///   write_file_atomically("mutag.html", page.str());
/// Only the page's own scripts run, whatever the sections hold: its security policy names them by their sums.
class Page {
 public:
  /// Both are text.
  explicit Page(std::string title, std::string subtitle = {});

  /// Adds a section; its id is made of the title, and the contents at the top lead to it.
  /// title: text; html: as it is to stand there, where what comes from files went through escape_html
  void section(const std::string& title, std::string html);

  [[nodiscard]] std::string str() const;

 private:
  struct Section {
    std::string id;
    std::string title;
    std::string html;
  };
  std::string title_;
  std::string subtitle_;
  std::vector<Section> sections_;
};

}  // namespace gnnir
