#include "gnnir/draw/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gnnir/draw/assets.h"

namespace gnnir {
namespace {

/// 64 hexadecimal digits in base 64, as security policies write sums.
std::string base64_of(std::string_view hex) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto value = [](char c) { return static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::string text;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : hex) {
    bits = (bits << 4U) | value(c);
    held += 4;
    if (held < 6) continue;
    held -= 6;
    text += digits[(bits >> static_cast<std::uint32_t>(held)) & 63U];
  }
  if (held > 0) text += digits[(bits << static_cast<std::uint32_t>(6 - held)) & 63U];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::string script(const Asset& asset) { return fmt::format("<script>{}</script>\n", asset.text); }

/// "Nodes & edges" as nodes-edges.
std::string id_of(const std::string& title) {
  std::string id;
  for (const char c : title) {
    const bool small = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (small) {
      id += c;
    } else if (c >= 'A' && c <= 'Z') {
      id += static_cast<char>(c - 'A' + 'a');
    } else if (!id.empty() && id.back() != '-') {
      id += '-';
    }
  }
  while (!id.empty() && id.back() == '-') id.pop_back();
  return id.empty() ? "section" : id.substr(0, 60);
}

}  // namespace

Page::Page(std::string title, std::string subtitle) : title_(std::move(title)), subtitle_(std::move(subtitle)) {}

void Page::section(const std::string& title, std::string html) {
  const std::string wanted = id_of(title);
  const auto taken = [&](const std::string& id) {
    return id == "content" ||
           std::any_of(sections_.begin(), sections_.end(), [&](const Section& s) { return s.id == id; });
  };
  std::string id = wanted;
  for (int number = 2; taken(id); ++number) id = fmt::format("{}-{}", wanted, number);
  sections_.push_back({id, title, std::move(html)});
}

std::string Page::str() const {
  const bool charts = std::any_of(sections_.begin(), sections_.end(), [](const Section& section) {
    return section.html.find("<figure class=\"chart\">") != std::string::npos;
  });
  std::string allowed = fmt::format("'sha256-{}'", base64_of(assets::page_js.sha256));
  if (charts) allowed += fmt::format(" 'sha256-{}'", base64_of(assets::uplot_js.sha256));
  const std::string title = escape_html(title_);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src {}; "
      "img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n"
      "<style>\n{}{}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">To the "
      "content</a>\n<header>\n<h1>{}</h1>\n",
      allowed, title, assets::page_css.text, charts ? assets::uplot_css.text : "", title);
  if (!subtitle_.empty()) html += fmt::format("<p class=\"subtitle\">{}</p>\n", escape_html(subtitle_));
  html += "</header>\n";
  if (sections_.size() > 1) {
    html += "<nav class=\"contents\" aria-label=\"Contents\">\n<ul>\n";
    for (const Section& section : sections_) {
      html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escape_html(section.title));
    }
    html += "</ul>\n</nav>\n";
  }
  html += "<main id=\"content\">\n";
  for (const Section& section : sections_) {
    html += fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", section.id,
                        escape_html(section.title), section.html);
  }
  html += "</main>\n";
  if (charts) html += fmt::format("<!--\nuPlot\n{}-->\n{}", assets::uplot_license.text, script(assets::uplot_js));
  return html + script(assets::page_js) + "</body>\n</html>\n";
}

}  // namespace gnnir
