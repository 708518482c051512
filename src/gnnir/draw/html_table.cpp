#include "gnnir/draw/html_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "gnnir/draw/escape.h"

namespace gnnir {

std::string to_html(const HtmlTable& table) {
  const auto kind = [&](std::size_t column) { return table.columns[column].number ? " class=\"number\"" : ""; };
  const std::string caption = escape_html(table.caption);
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table class=\"sortable\">\n",
      caption.empty() ? "table" : caption);
  if (!caption.empty()) html += fmt::format("<caption>{}</caption>\n", caption);
  html += "<thead><tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", kind(c), escape_html(table.columns[c].name));
  }
  html += "</tr></thead>\n<tbody>\n";
  const std::size_t shown = std::min(table.shown, table.rows.size());
  for (std::size_t r = 0; r < shown; ++r) {
    html += "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      html += fmt::format("<td{}>{}</td>", kind(c), c < table.rows[r].size() ? escape_html(table.rows[r][c]) : "");
    }
    html += "</tr>\n";
  }
  html += "</tbody>\n</table>\n</div>\n";
  if (shown < table.rows.size()) {
    html += fmt::format("<p class=\"note\">{} of {} rows are shown.</p>\n", shown, table.rows.size());
  }
  return html;
}

}  // namespace gnnir
