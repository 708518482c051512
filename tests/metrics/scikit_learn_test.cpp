// Our metrics beside scikit-learn's, on the inputs that make_expected.py draws.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "gnnir/base/files.h"
#include "gnnir/base/json.h"
#include "gnnir/metrics/metrics.h"
#include "metrics/cases.h"
#include "support/temp_folder.h"

namespace gnnir {
namespace {

const std::string folder = GNNIR_SOURCE_DIR "/tests/metrics/";

std::vector<float> numbers(const Json& json) {
  std::vector<float> values;
  for (const Json& value : json) values.push_back(value.is_null() ? metric_cases::missing : value.get<float>());
  return values;
}

struct Found {
  Scores scores;
  std::vector<ConfusionMatrix> confusion;
};

Found ours(const Json& sample) {
  const auto outputs = numbers(sample["outputs"]);
  const bool classes = sample["task"] == "classes";
  TargetEncoding encoding;
  for (std::int64_t i = 0; i < sample["columns"].get<std::int64_t>(); ++i) {
    encoding.names.push_back((classes ? "c" : "t") + std::to_string(i));
  }
  if (classes) {
    const auto labels = sample["labels"].get<std::vector<std::int64_t>>();
    return {score_classes(outputs, labels, encoding), confusion_of_classes(outputs, labels, encoding)};
  }
  const auto labels = numbers(sample["labels"]);
  if (sample["task"] == "answers") {
    encoding.task = Task::yes_no;
    return {score_answers(outputs, labels, encoding), confusion_of_answers(outputs, labels, encoding)};
  }
  encoding.task = Task::regression;
  encoding.mean = numbers(sample["mean"]);
  encoding.scale = numbers(sample["scale"]);
  encoding.deviation = numbers(sample["deviation"]);
  return {score_targets(outputs, labels, encoding), {}};
}

void expect_near(double found, double expected, const std::string& what) {
  EXPECT_NEAR(found, expected, 1e-9 * std::max(1.0, std::abs(expected))) << what;
}

TEST(ScikitLearn, SaysTheSameOfEveryMetric) {
  const Json samples = parse_json(read_file(folder + "expected.json"), "expected.json");
  ASSERT_GE(samples.size(), 30U);
  for (const Json& sample : samples) {
    const std::string name = sample["name"];
    const Found found = ours(sample);
    for (const auto& [score, value] : sample["scores"].items()) {
      ASSERT_TRUE(found.scores.contains(score)) << name << ": " << score;
      expect_near(found.scores.at(score), value.get<double>(), name + ": " + score);
    }
    for (const auto& [score, value] : found.scores) {
      EXPECT_TRUE(score == "loss" || sample["scores"].contains(score)) << name << ": " << score;
    }
    for (std::size_t t = 0; t < found.confusion.size(); ++t) {
      EXPECT_EQ(found.confusion[t].counts, sample["confusion"][t].get<std::vector<std::int64_t>>()) << name;
    }
  }
}

/// The same structure, and numbers that are the same but for rounding, which differs between versions.
void expect_same(const Json& a, const Json& b, const std::string& where) {
  if (a.is_number() && b.is_number()) {
    expect_near(a.get<double>(), b.get<double>(), where);
  } else if (a.is_structured() && b.is_structured()) {
    ASSERT_EQ(a.size(), b.size()) << where;
    for (const auto& [key, value] : a.items()) {
      const std::string inner = where + "/" + key;
      ASSERT_TRUE(a.is_array() || b.contains(key)) << inner;
      expect_same(value, a.is_array() ? b[static_cast<std::size_t>(std::stoul(key))] : b[key], inner);
    }
  } else {
    EXPECT_EQ(a, b) << where;
  }
}

TEST(ScikitLearn, IsWhereTheExpectedNumbersComeFrom) {
  if (std::system("/usr/bin/python3 -c 'import sklearn' 2>/dev/null") != 0) {
    GTEST_SKIP() << "/usr/bin/python3 has no scikit-learn: apt-get install python3-sklearn";
  }
  const testing::TempFolder temp;
  const std::string again = (temp.path() / "again.json").string();
  ASSERT_EQ(std::system(("/usr/bin/python3 -W ignore " + folder + "make_expected.py " + again).c_str()), 0);
  expect_same(parse_json(read_file(folder + "expected.json"), "kept"), parse_json(read_file(again), "made again"), "");
}

}  // namespace
}  // namespace gnnir
