#include "gnnir/record/held_out.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "gnnir/record/safetensors.h"
#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

const TargetEncoding& classes() {
  static const TargetEncoding targets{Task::classification, {"a", "b", "c"}, {}, {}};
  return targets;
}

HeldOut two_graphs() { return {"d", 5, {{3, 0}, {1, 2, 3, 4, 5, 6}, {2, 0}}, {{4}, {0, 0, 1}, {1}}}; }

Safetensors file_of(const HeldOut& held_out, const TargetEncoding& targets) {
  Safetensors file;
  file.tensors.push_back({"weights", "F32", {1}, std::string(4, '\0')});
  store_held_out(held_out, targets, file);
  return decode_safetensors(encode_safetensors(file), "f");
}

TEST(HeldOut, ReadsBackAsItWasWritten) {
  Safetensors file = file_of(two_graphs(), classes());
  ASSERT_TRUE(has_held_out(file));
  const HeldOut back = read_held_out(file, classes(), "f");
  EXPECT_EQ(back.data, "d");
  EXPECT_EQ(back.graphs, 5);
  EXPECT_EQ(back.validation, two_graphs().validation);
  EXPECT_EQ(back.test, two_graphs().test);
  remove_held_out_tensors(file);
  ASSERT_EQ(file.tensors.size(), 1u);
  EXPECT_EQ(file.tensors[0].name, "weights");
}

TEST(HeldOut, TargetsAreInColumnsAndMayBeMissing) {
  const TargetEncoding targets{Task::regression, {"x", "y"}, {0, 0}, {1, 1}};
  const HeldOut held_out{"d", 5, {{7}, {0.5F, 1}, {NAN, 100}}, {}};
  const HeldOut back = read_held_out(file_of(held_out, targets), targets, "f");
  EXPECT_TRUE(std::isnan(back.validation.labels.at(0)));
  EXPECT_EQ(back.validation.labels.at(1), 100);
  EXPECT_TRUE(back.test.graphs.empty());
}

std::string refusal(
    const std::function<void(HeldOut&)>& spoil_content,
    const std::function<void(Safetensors&)>& spoil_file = [](Safetensors&) {}) {
  HeldOut held_out = two_graphs();
  spoil_content(held_out);
  Safetensors file;
  store_held_out(held_out, classes(), file);
  spoil_file(file);
  const Error error = error_of([&] { read_held_out(file, classes(), "f"); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

TEST(HeldOut, WhatDoesNotFitTheModelIsRefused) {
  const auto untouched = [](HeldOut&) {};
  EXPECT_THAT(refusal([](HeldOut& h) { h.validation.labels[0] = 3; }),
              HasSubstr("a label that the model does not know"));
  EXPECT_THAT(refusal([](HeldOut& h) { h.validation.labels[0] = 0.5F; }), HasSubstr("does not know"));
  EXPECT_THAT(refusal([](HeldOut& h) { h.test.labels[0] = -1; }), HasSubstr("held_out.test.labels"));
  EXPECT_THAT(refusal([](HeldOut& h) { h.validation.graphs[1] = 3; }), HasSubstr("each once"));
  EXPECT_THAT(refusal([](HeldOut& h) { h.validation.graphs[1] = -3; }), HasSubstr("numbers of graphs"));
  EXPECT_THAT(refusal([](HeldOut& h) { h.graphs = -1; }), HasSubstr("expected how many graphs there are"));
  EXPECT_THAT(refusal(untouched, [](Safetensors& f) { f.tensors.pop_back(); }),
              HasSubstr("tensor 'held_out.test.labels' is missing"));
  EXPECT_THAT(refusal(untouched, [](Safetensors& f) { f.tensors[1].dtype = "I64"; }), HasSubstr("expected F32"));
  EXPECT_THAT(refusal(untouched,
                      [](Safetensors& f) {
                        f.tensors[1].shape = {3, 2};
                      }),
              HasSubstr("expected [2, 3], found [3, 2]"));
  EXPECT_THAT(refusal(untouched, [](Safetensors& f) { f.metadata["held_out"] = "{}"; }),
              HasSubstr("broken description"));
}

}  // namespace
}  // namespace gnnir
