#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gnnir {

/// A table that readers sort by the heads of its columns, with a mouse or the keyboard. Without scripts it is a table.
struct HtmlTable {
  struct Column {
    std::string name;
    bool number = false;  ///< on the right; sorted by the first number of a cell, cells without one last
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< [rows][columns]: text, not HTML; cells that are missing are empty
  std::size_t shown = 200;                     ///< more rows are left out, and a note says how many there are
  std::string caption = {};
};

std::string to_html(const HtmlTable& table);

}  // namespace gnnir
