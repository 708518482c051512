#include "gnnir/train/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gnnir/base/error.h"
#include "gnnir/base/json.h"

namespace gnnir {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors are little endian; so are the machines we build for");

constexpr std::uint64_t max_header_bytes = 100'000'000;  // the limit of the format's own reader

std::uint64_t size_of(std::string_view dtype, const std::string& where) {
  if (dtype == "F32") return 4;
  if (dtype == "F64" || dtype == "I64") return 8;
  throw data_error("{}: expected dtype F32, F64 or I64, found '{}'", where, dtype);
}

/// Bytes that a shape needs; refuses negative extents and products that do not fit.
std::uint64_t bytes_needed(const StoredTensor& tensor, const std::string& where) {
  std::uint64_t bytes = size_of(tensor.dtype, where);
  for (const std::int64_t extent : tensor.shape) {
    if (extent < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes)) {
      throw data_error("{}: impossible shape", where);
    }
  }
  return bytes;
}

struct Declared {
  StoredTensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

Declared read_declaration(const std::string& name, const Json& json, const std::string& where) {
  Declared declared;
  declared.tensor.name = name;
  declared.tensor.dtype = json.at("dtype").get<std::string>();
  declared.tensor.shape = json.at("shape").get<std::vector<std::int64_t>>();
  const auto offsets = json.at("data_offsets").get<std::vector<std::uint64_t>>();
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    throw data_error("{}: expected two ascending data_offsets", where);
  declared.begin = offsets[0];
  declared.end = offsets[1];
  if (bytes_needed(declared.tensor, where) != declared.end - declared.begin) {
    throw data_error("{}: its shape needs {} bytes, its data_offsets hold {}", where,
                     bytes_needed(declared.tensor, where), declared.end - declared.begin);
  }
  return declared;
}

/// Cuts the tensors out of the bytes behind the header, in the order of their offsets.
void take_bytes(std::vector<Declared>& all, std::string_view body, const std::string& where) {
  std::stable_sort(all.begin(), all.end(), [](const Declared& a, const Declared& b) { return a.begin < b.begin; });
  std::uint64_t expected = 0;
  for (Declared& declared : all) {
    if (declared.begin != expected || declared.end > body.size()) {
      throw data_error("{}: tensor '{}' is at bytes {}..{}, expected to begin at {} and to end by {}", where,
                       declared.tensor.name, declared.begin, declared.end, expected, body.size());
    }
    declared.tensor.bytes = std::string(body.substr(declared.begin, declared.end - declared.begin));
    expected = declared.end;
  }
  if (expected != body.size()) {
    throw data_error("{}: {} bytes behind the last tensor", where, body.size() - expected);
  }
}

}  // namespace

std::string encode_safetensors(const Safetensors& content) {
  Json header = Json::object();
  if (!content.metadata.empty()) header["__metadata__"] = content.metadata;
  std::uint64_t offset = 0;
  for (const StoredTensor& tensor : content.tensors) {
    header[tensor.name] = {
        {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = to_text(header);
  text.append((8 - text.size() % 8) % 8, ' ');  // so that the tensors are aligned for readers that map the file
  const std::uint64_t length = text.size();
  std::string file(reinterpret_cast<const char*>(&length), sizeof length);
  file += text;
  for (const StoredTensor& tensor : content.tensors) file += tensor.bytes;
  return file;
}

Safetensors decode_safetensors(std::string_view file, const std::string& where) {
  std::uint64_t length = 0;
  if (file.size() < sizeof length) throw data_error("{}: not a safetensors file: only {} bytes", where, file.size());
  std::memcpy(&length, file.data(), sizeof length);
  if (length > max_header_bytes || length > file.size() - sizeof length) {
    throw data_error("{}: not a safetensors file, or cut short: header of {} bytes in a file of {}", where, length,
                     file.size());
  }
  const Json header = parse_json(file.substr(sizeof length, length), where, 8);
  if (!header.is_object()) throw data_error("{}: expected a JSON object as header", where);
  Safetensors content;
  std::vector<Declared> all;
  try {
    for (const auto& [name, value] : header.items()) {
      if (name == "__metadata__") {
        content.metadata = value.get<std::map<std::string, std::string>>();
      } else {
        all.push_back(read_declaration(name, value, fmt::format("{}: tensor '{}'", where, name)));
      }
    }
  } catch (const Json::exception& error) {
    throw data_error("{}: broken header: {}", where, error.what());
  }
  take_bytes(all, file.substr(sizeof length + length), where);
  for (Declared& declared : all) content.tensors.push_back(std::move(declared.tensor));
  return content;
}

}  // namespace gnnir
