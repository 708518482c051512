#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Pieces of pages (draw/page.h). What is called text is escaped here.
namespace gnnir {

std::string paragraph(std::string_view text);
/// Smaller and paler.
std::string note(std::string_view text);
std::string subtitle(std::string_view text);
/// Pictures side by side, as many as fit.
std::string side_by_side(const std::vector<std::string>& html);
/// Closed until readers open it.
std::string details(std::string_view text, const std::string& html);
/// Text as it is, with a button that copies it.
std::string copied_text(std::string_view text);
/// Words and what they mean, one pair to a line.
std::string definitions(const std::vector<std::pair<std::string, std::string>>& texts);

}  // namespace gnnir
