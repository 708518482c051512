#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "gnnir/base/error.h"
#include "gnnir/data/encode/features.h"

namespace gnnir {
namespace {

/// Reads the members of one object; whatever is amiss is an Error of kind data that begins with `where`.
class Members {
 public:
  Members(const Json& json, const std::string& where) : json_(json), where_(where) {
    if (!json.is_object()) throw data_error("{}: expected an object, found {}", where, json.type_name());
  }

  [[nodiscard]] std::string text(const char* key) const {
    const Json& value = member(key);
    if (!value.is_string()) throw mismatch(key, "a text", value);
    return value.get<std::string>();
  }
  [[nodiscard]] std::int64_t count(const char* key) const {
    const std::int64_t value = integer(key, member(key));
    if (value < 0) throw data_error("{}: '{}': expected a number of at least 0, found {}", where_, key, value);
    return value;
  }
  [[nodiscard]] std::vector<std::int64_t> integers(const char* key) const {
    std::vector<std::int64_t> values;
    for (const Json& value : list(key)) values.push_back(integer(key, value));
    return values;
  }
  /// Nothing if there is no such member.
  [[nodiscard]] std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> values;
    if (!json_.contains(key)) return values;
    for (const Json& value : list(key)) {
      if (!value.is_string()) throw mismatch(key, "texts", value);
      values.push_back(value.get<std::string>());
    }
    return values;
  }
  [[nodiscard]] std::vector<float> floats(const char* key) const {
    std::vector<float> values;
    for (const Json& value : list(key)) {
      constexpr double largest = std::numeric_limits<float>::max();
      const bool fits = value.is_number() && std::abs(value.get<double>()) <= largest;
      if (!fits) throw mismatch(key, "numbers of single precision", value);
      values.push_back(static_cast<float>(value.get<double>()));
    }
    return values;
  }

 private:
  const Json& member(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw data_error("{}: expected '{}', found none", where_, key);
    return *found;
  }
  const Json& list(const char* key) const {
    const Json& value = member(key);
    if (!value.is_array()) throw mismatch(key, "a list", value);
    return value;
  }
  std::int64_t integer(const char* key, const Json& value) const {
    const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
    if (!value.is_number_integer() || too_large) throw mismatch(key, "an integer", value);
    return value.get<std::int64_t>();
  }
  Error mismatch(const char* key, const char* expected, const Json& value) const {
    return data_error("{}: '{}': expected {}, found {}", where_, key, expected, value.dump().substr(0, 40));
  }

  const Json& json_;
  const std::string& where_;
};

/// Throws unless the parts fit each other as `fit` makes them.
void check_consistent(const FeatureEncoding& encoding, const std::string& where) {
  const auto require = [&](bool holds, const char* rule) {
    if (!holds) throw data_error("{}: features '{}': {}", where, to_string(encoding.kind), rule);
  };
  const auto& labels = encoding.label_values;
  const auto& scale = encoding.scale;
  const auto columns = static_cast<std::int64_t>(encoding.mean.size());
  const bool by_degree = encoding.kind == FeatureKind::degree;
  const bool by_label = encoding.kind == FeatureKind::labels || encoding.kind == FeatureKind::labels_attributes;
  const bool by_attribute = encoding.kind == FeatureKind::attributes || encoding.kind == FeatureKind::labels_attributes;
  const bool one_real = encoding.kind == FeatureKind::constant || encoding.kind == FeatureKind::degree_scalar;
  const auto num_labels = static_cast<std::int64_t>(labels.size());
  require(encoding.kind != FeatureKind::automatic && encoding.kind != FeatureKind::none,
          "expected a kind that is decided");
  // `max_degree` is compared by subtraction: its successor may not exist.
  require(by_degree ? encoding.num_categories - 1 == encoding.max_degree
                    : encoding.num_categories == (by_label ? num_labels + 1 : 0),
          "'num_categories' does not fit");
  require(by_label || labels.empty(), "'label_values' does not fit");
  require(std::adjacent_find(labels.begin(), labels.end(), std::greater_equal<>()) == labels.end(),
          "'label_values' must ascend");
  require(encoding.num_reals == (one_real ? 1 : columns), "'num_reals' does not fit");
  require(by_attribute ? columns > 0 : columns == 0, "'mean' does not fit");
  const std::vector<std::string>& names = encoding.attribute_names;
  require(names.empty() || (by_attribute && names.size() == encoding.mean.size()), "'attribute_names' does not fit");
  require(std::set(names.begin(), names.end()).size() == names.size(), "'attribute_names' has a name twice");
  require(scale.size() == encoding.mean.size(), "'scale' does not fit 'mean'");
  require(std::all_of(scale.begin(), scale.end(), [](float s) { return s > 0; }), "'scale' must be above 0");
}

}  // namespace

Json FeatureEncoding::to_json() const {
  Json json = {{"kind", to_string(kind)},
               {"num_categories", num_categories},
               {"num_reals", num_reals},
               {"max_degree", max_degree},
               {"label_values", label_values},
               {"mean", mean},
               {"scale", scale}};
  if (!attribute_names.empty()) json["attribute_names"] = attribute_names;
  return json;
}

FeatureEncoding FeatureEncoding::from_json(const Json& json, const std::string& where) {
  const Members members(json, where);
  FeatureEncoding encoding;
  try {
    encoding.kind = parse_feature_kind(members.text("kind"));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::data) throw;
    throw data_error("{}: 'kind': {}", where, error.what());
  }
  encoding.num_categories = members.count("num_categories");
  encoding.num_reals = members.count("num_reals");
  encoding.max_degree = members.count("max_degree");
  encoding.label_values = members.integers("label_values");
  encoding.attribute_names = members.texts("attribute_names");
  encoding.mean = members.floats("mean");
  encoding.scale = members.floats("scale");
  check_consistent(encoding, where);
  return encoding;
}

}  // namespace gnnir
