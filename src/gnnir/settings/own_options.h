#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gnnir {

/// Values of the options that a convolution or a model brings itself, as text, by key. What is not there has its
/// default.
using OwnOptions = std::map<std::string, std::string>;

/// One such option. Made once beside the code that reads it; its name in TOML, its option and its help follow.
///   const OwnOption heads = OwnOption::integer("heads", "attention heads", 4, 1, 1000);
///   … heads.as_integer(options.own) …
class OwnOption {
 public:
  enum class Type { integer, number, yes_or_no, choice };

  static OwnOption integer(std::string key, std::string help, std::int64_t fallback, std::int64_t least,
                           std::int64_t most = 1'000'000'000);
  static OwnOption number(std::string key, std::string help, double fallback, double least, double most);
  static OwnOption yes_or_no(std::string key, std::string help, bool fallback);
  static OwnOption choice(std::string key, std::string help, std::vector<std::string> choices);  ///< default: the first

  [[nodiscard]] std::int64_t as_integer(const OwnOptions& options) const;
  [[nodiscard]] double as_number(const OwnOptions& options) const;
  [[nodiscard]] bool as_yes_or_no(const OwnOptions& options) const { return text(options) == "true"; }
  /// As text: of choices, the name.
  [[nodiscard]] const std::string& text(const OwnOptions& options) const;

  /// Checks a value and keeps it, or nothing if it is the default. An Error of kind usage that begins with `where`.
  void set(OwnOptions& options, std::string_view value, std::string_view where) const;

  std::string key;
  std::string help;
  Type type = Type::integer;
  std::string fallback;  ///< the default
  double least = 0, most = 0;
  std::vector<std::string> choices;
};

}  // namespace gnnir
