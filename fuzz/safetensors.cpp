#include "gnnir/record/safetensors.h"

#include <algorithm>

#include "fuzz/check.h"
#include "fuzz/targets.h"

namespace gnnir {
namespace {

bool same_tensor(const StoredTensor& a, const StoredTensor& b) {
  return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape && a.bytes == b.bytes;
}

void check_file(std::string_view file) {
  accepted([&] { return decode_safetensors(file, "f"); });
  auto content = accepted([&] { return parse_safetensors(file, "f"); });
  if (!content) return;
  content->metadata.erase("checksum");  // these two are the writer's own
  content->metadata.erase("checksums");
  const Safetensors back = decode_safetensors(encode_safetensors(*content), "f");
  require(back.metadata == content->metadata, "metadata reads back as it was written");
  require(std::equal(back.tensors.begin(), back.tensors.end(), content->tensors.begin(), content->tensors.end(),
                     same_tensor),
          "tensors read back as they were written");
}

/// The input as a header that ends with its last brace, and tensors: mutations seldom get its length right.
std::string with_length(std::string_view input) {
  const std::uint64_t length = input.rfind('}') + 1;  // npos + 1 is 0: no header
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + std::string(input);
}

}  // namespace

void fuzz_safetensors(std::string_view input) {
  check_file(input);
  check_file(with_length(input));
}

}  // namespace gnnir
