#include "words.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "gnnir/settings/config.h"
#include "output.h"

namespace gnnir::app {
namespace {

using Options = std::map<std::string, std::string, std::less<>>;

/// By path: the fields of the configuration, and what a run, a file to write or download and a reproduction have
/// beside it.
const Options& options() {
  static const Options known = [] {
    Options all = {{"ask.neighbours", "--neighbours"},
                   {"ask.training_data", "--training-data"},
                   {"compare.one_per_class", "--one-per-class"},
                   {"data.keep", "--keep"},
                   {"compare.pairs", "--pairs"},
                   {"data.part", "--part"},
                   {"explain.budget", "--budget"},
                   {"explain.class", "--class"},
                   {"explain.index", "--index"},
                   {"explain.method", "--method"},
                   {"explain.samples", "--samples"},
                   {"explain.steps", "--quadrature"},
                   {"explain.target", "--target"},
                   {"explain.top", "--top"},
                   {"explain.truth", "--truth"},
                   {"download.max_size", "--max-size"},
                   {"download.sha256", "--sha256"},
                   {"download.url", "--url"},
                   {"predict.calibrate", "--calibrate"},
                   {"predict.confidence", "--confidence"},
                   {"reproduce.list", "--list"},
                   {"reproduce.results", "--results"},
                   {"reproduce.rows", "--rows"},
                   {"reproduce.runs", "--runs"},
                   {"reproduce.seeds", "--seeds"},
                   {"run.checkpoint_every", "--checkpoint-every"},
                   {"run.baseline", "--baseline"},
                   {"run.engine", "--engine"},
                   {"run.match_parameters", "--match-parameters"},
                   {"run.folder", "--out"},
                   {"run.max_memory", "--max-memory"},
                   {"run.resume", "--resume"},
                   {"run.threads", "--threads"},
                   {"run.time", "--time"},
                   {"tune.space", "--space"},
                   {"tune.trials", "--trials"},
                   {"write.format", "--format"},
                   {"write.leave_out", "--leave-out"}};
    for (const ConfigField& field : all_config_fields())
      all[field.path()] = field.flags.substr(field.flags.rfind("--"));
    return all;
  }();
  return known;
}

bool is_in_path(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// The length of the path that a text begins with: two names and a dot; 0 if there is none.
std::size_t path_length(std::string_view text) {
  std::size_t dot = 0;
  while (dot < text.size() && is_in_path(text[dot])) ++dot;
  if (dot == 0 || dot == text.size() || text[dot] != '.') return 0;
  std::size_t end = dot + 1;
  while (end < text.size() && is_in_path(text[end])) ++end;
  return end;
}

bool may_stand_before_a_path(char c) { return c == ' ' || c == '(' || c == '`'; }

/// Whether what follows a path lets it be the name of a setting in a sentence. `first`: nothing precedes the path.
bool ends_a_path(std::string_view rest, bool first) {
  if (rest.starts_with(" = ")) return false;  // as a settings file has it
  if (rest.empty() || std::string_view(" ),;`\n").find(rest[0]) != std::string_view::npos) return true;
  const bool before_space = rest.size() == 1 || rest[1] == ' ';
  return (rest[0] == '.' && before_space) || (rest[0] == ':' && before_space && first);
}

bool gives_a_value(std::string_view rest) { return rest.size() > 1 && rest[0] == '=' && rest[1] != ' '; }

}  // namespace

std::string option_of(std::string_view path) {
  const auto found = options().find(path);
  return found == options().end() ? std::string(path) : found->second;
}

std::string with_options(std::string_view message) {
  std::string text;
  for (std::size_t at = 0; at < message.size();) {
    const bool begins = at == 0 || may_stand_before_a_path(message[at - 1]);
    const std::size_t length = begins ? path_length(message.substr(at)) : 0;
    const auto found = options().find(message.substr(at, length));
    const std::string_view rest = message.substr(at + length);
    if (found != options().end() && gives_a_value(rest)) {
      text += found->second + " ";
      at += length + 1;
    } else if (found != options().end() && ends_a_path(rest, at == 0)) {
      text += found->second;
      at += length;
    } else {
      text += message[at++];
    }
  }
  return text;
}

std::string quoted_for_shell(std::string_view argument) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string_view::npos) return std::string(argument);
  std::string quoted = "'";
  for (const char c : argument) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

void warn(const std::string& remark) {
  if (!remark.empty()) say("gnnir: warning: {}\n", with_options(remark));
}

}  // namespace gnnir::app
