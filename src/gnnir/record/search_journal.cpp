#include "gnnir/record/search_journal.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace fs = std::filesystem;

SearchJournal::SearchJournal(fs::path path) : path_(std::move(path)) {
  if (!fs::exists(path_)) return;
  const std::string text = read_file(path_);
  const std::size_t end = text.rfind('\n') + 1;  // 0 if there is no whole line
  for (std::size_t begin = 0; begin < end;) {
    const std::size_t line_end = text.find('\n', begin);
    const std::string where = fmt::format("[tune] {}:{}", path_.string(), known_.size() + 1);
    known_.push_back(parse_json(std::string_view(text).substr(begin, line_end - begin), where));
    if (!known_.back().is_object()) throw data_error("{}: expected a JSON object", where);
    begin = line_end + 1;
  }
  if (end < text.size()) write_file_atomically(path_, std::string_view(text).substr(0, end));
}

const Json* SearchJournal::next(const std::string& event) const {
  const Json* line = next();
  return line && line->value("event", Json()) == event ? line : nullptr;
}

void SearchJournal::say(const Json& line) {
  if (const Json* known = next()) {
    if (to_text(*known) != to_text(line)) {
      throw data_error("[tune] {}:{}: not what this search says: expected {}, found {}", path_.string(), at_ + 1,
                       to_text(line), in_quotes(to_text(*known)));
    }
    ++at_;
    return;
  }
  std::ofstream stream(path_, std::ios::app);
  stream << to_text(line) + "\n" << std::flush;
  if (!stream) throw io_error("[tune] {}: writing failed: {}", path_.string(), std::strerror(errno));
}

}  // namespace gnnir
