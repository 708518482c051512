#include "gnnir/record/safetensors.h"

#include <gmock/gmock.h>

#include <cstring>

#include "support/errors.h"

namespace gnnir {
namespace {

using testing::error_of;
using ::testing::HasSubstr;

std::string with_header(const std::string& header, const std::string& body) {
  const std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + body;
}

std::string message(const std::string& file) {
  const Error error = error_of([&] { parse_safetensors(file, "f"); });
  EXPECT_EQ(error.kind(), ErrorKind::data);
  return error.what();
}

Safetensors sample() {
  Safetensors content;
  content.metadata = {{"note", "with \"quotes\" and ünïcode"}};
  content.tensors = {{"a.weight", "F32", {2, 1}, std::string(8, 'x')},
                     {"b", "I64", {}, std::string(8, 'y')},
                     {"c", "F64", {0, 3}, ""}};
  return content;
}

TEST(Safetensors, WrittenAndReadBackAreTheSame) {
  const Safetensors back = decode_safetensors(encode_safetensors(sample()), "f");
  EXPECT_EQ(back.metadata, sample().metadata);
  ASSERT_EQ(back.tensors.size(), 3U);
  for (const StoredTensor& tensor : sample().tensors) {
    const auto same = [&](const StoredTensor& other) {
      return other.name == tensor.name && other.dtype == tensor.dtype && other.shape == tensor.shape &&
             other.bytes == tensor.bytes;
    };
    EXPECT_EQ(std::count_if(back.tensors.begin(), back.tensors.end(), same), 1) << tensor.name;
  }
}

TEST(Safetensors, TensorsAreAlignedToEightBytes) {
  std::uint64_t length = 0;
  const std::string file = encode_safetensors(sample());
  std::memcpy(&length, file.data(), 8);
  EXPECT_EQ(length % 8, 0U);
}

TEST(Safetensors, EveryTruncationIsRefused) {
  const std::string file = encode_safetensors(sample());
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_THROW(decode_safetensors(file.substr(0, size), "f"), Error) << size;
  }
}

TEST(Safetensors, EveryBitFlipIsDetected) {
  std::string file = encode_safetensors(sample());
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    const auto mask = static_cast<char>(1U << bit % 8);
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ mask);
    EXPECT_THROW(decode_safetensors(file, "f"), Error) << bit;
    file[bit / 8] = static_cast<char>(file[bit / 8] ^ mask);
  }
  EXPECT_NO_THROW(decode_safetensors(file, "f"));
}

TEST(Safetensors, DamageIsSaidToBeWhereItIs) {
  const std::string good = encode_safetensors(sample());
  std::string file = good;
  file.back() = static_cast<char>(file.back() ^ 1);  // of b: c is empty
  EXPECT_THAT(error_of([&] { decode_safetensors(file, "f"); }).what(), HasSubstr("f: damaged: tensor 'b'"));
  file = good;
  file[60] = static_cast<char>(file[60] ^ 1);
  EXPECT_THAT(error_of([&] { decode_safetensors(file, "f"); }).what(), HasSubstr("f: damaged: the header's checksum"));
  EXPECT_THAT(error_of([&] { decode_safetensors(with_header("{}", ""), "f"); }).what(), HasSubstr("no checksum"));
}

TEST(Safetensors, AnEmptyTensorMayBeDeclaredAfterTheOneThatItStandsBefore) {
  const std::string header =
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"c":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})";
  EXPECT_EQ(parse_safetensors(with_header(header, std::string(8, 'x')), "f").tensors.size(), 2U);
}

TEST(Safetensors, BrokenDeclarationsAreRefusedWithWords) {
  const std::string body(8, '\0');
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", body)),
              HasSubstr("needs 12 bytes"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", body)),
              HasSubstr("4 bytes behind"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", body)),
              HasSubstr("expected to begin at 0"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})", body)),
              HasSubstr("to end by 8"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"U4","shape":[8],"data_offsets":[0,8]}})", body)),
              HasSubstr("found 'U4'"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", body)),
              HasSubstr("expected whole numbers of at least 0"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", body)),
              HasSubstr("expected whole numbers of at least 0"));
  EXPECT_THAT(
      message(with_header(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}})", body)),
      HasSubstr("impossible shape"));
  EXPECT_THAT(message(with_header(R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", body)), HasSubstr("broken header"));
  EXPECT_THAT(message(with_header("[1]", "")), HasSubstr("JSON object"));
  EXPECT_THAT(message(with_header("{", "")), HasSubstr("not valid JSON"));
  EXPECT_THAT(message(std::string("\xff\xff\xff\xff\xff\xff\xff\x7f", 8)), HasSubstr("not a safetensors file"));
}

}  // namespace
}  // namespace gnnir
