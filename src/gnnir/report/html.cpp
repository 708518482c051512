#include "gnnir/report/html.h"

#include <fmt/format.h>

#include "gnnir/draw/escape.h"

namespace gnnir {

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", escape_html(text)); }

std::string note(std::string_view text) { return fmt::format("<p class=\"note\">{}</p>\n", escape_html(text)); }

std::string subtitle(std::string_view text) { return fmt::format("<h3>{}</h3>\n", escape_html(text)); }

std::string side_by_side(const std::vector<std::string>& html) {
  std::string row;
  for (const std::string& piece : html) {
    row += fmt::format("<figure style=\"margin:0\">{}</figure>\n", piece);
  }
  return fmt::format("<div style=\"display:flex;flex-wrap:wrap;gap:1rem;margin:1rem 0\">\n{}</div>\n", row);
}

std::string details(std::string_view text, const std::string& html) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", escape_html(text), html);
}

std::string copied_text(std::string_view text) {
  return fmt::format("<pre class=\"copied\" tabindex=\"0\">{}</pre>\n", escape_html(text));
}

std::string definitions(const std::vector<std::pair<std::string, std::string>>& texts) {
  std::string html = "<dl class=\"facts\">\n";
  for (const auto& [word, meaning] : texts) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_html(word), escape_html(meaning));
  }
  return html + "</dl>\n";
}

}  // namespace gnnir
