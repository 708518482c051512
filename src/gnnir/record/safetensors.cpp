#include "gnnir/record/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "gnnir/base/checksum.h"
#include "gnnir/base/error.h"
#include "gnnir/base/json.h"

namespace gnnir {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors are little endian; so are the machines we build for");

constexpr std::uint64_t length_bytes = sizeof(std::uint64_t);
constexpr std::uint64_t max_header_bytes = 16 << 20;  // a header becomes a tree of many times its size
/// How every header of ours begins; its checksum follows.
constexpr std::string_view before_checksum = R"({"__metadata__":{"checksum":")";
constexpr std::string_view no_checksum = "0000000000000000";

std::uint64_t size_of(std::string_view dtype, const std::string& where) {
  if (dtype == "U8") return 1;
  if (dtype == "F32") return 4;
  if (dtype == "F64" || dtype == "I64") return 8;
  throw data_error("{}: expected dtype U8, F32, F64 or I64, found '{}'", where, dtype);
}

std::vector<std::int64_t> counts(const Json& json, const char* key, const std::string& where) {
  std::vector<std::int64_t> numbers;
  if (!json.is_array()) throw data_error("{}: {}: expected a list", where, key);
  for (const Json& entry : json) {
    const auto number = whole_number(entry);
    if (!number) throw data_error("{}: {}: expected whole numbers of at least 0", where, key);
    numbers.push_back(*number);
  }
  return numbers;
}

/// Bytes that a shape needs; refuses products that do not fit.
std::uint64_t bytes_needed(const StoredTensor& tensor, const std::string& where) {
  std::uint64_t bytes = size_of(tensor.dtype, where);
  for (const std::int64_t extent : tensor.shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes)) {
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
  declared.tensor.shape = counts(json.at("shape"), "shape", where);
  const std::vector<std::int64_t> offsets = counts(json.at("data_offsets"), "data_offsets", where);
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    throw data_error("{}: expected two ascending data_offsets", where);
  declared.begin = static_cast<std::uint64_t>(offsets[0]);
  declared.end = static_cast<std::uint64_t>(offsets[1]);
  if (bytes_needed(declared.tensor, where) != declared.end - declared.begin) {
    throw data_error("{}: its shape needs {} bytes, its data_offsets hold {}", where,
                     bytes_needed(declared.tensor, where), declared.end - declared.begin);
  }
  return declared;
}

/// Cuts the tensors out of the bytes behind the header, in the order of their offsets.
void take_bytes(std::vector<Declared>& all, std::string_view body, const std::string& where) {
  // By the end too: of two tensors that begin together the empty one is first.
  std::stable_sort(all.begin(), all.end(), [](const Declared& a, const Declared& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
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

/// The header's text; its length has been checked.
std::string_view header_of(std::string_view file, const std::string& where) {
  std::uint64_t length = 0;
  if (file.size() < length_bytes) throw data_error("{}: not a safetensors file: only {} bytes", where, file.size());
  std::memcpy(&length, file.data(), length_bytes);
  if (length > max_header_bytes || length > file.size() - length_bytes) {
    throw data_error("{}: not a safetensors file, or cut short: header of {} bytes in a file of {}", where, length,
                     file.size());
  }
  return file.substr(length_bytes, length);
}

/// Of the header with 16 zeros where its checksum stands.
std::string header_checksum(std::string_view header) {
  Checksum checksum;
  checksum.add(header.substr(0, before_checksum.size()));
  checksum.add(no_checksum);
  checksum.add(header.substr(before_checksum.size() + no_checksum.size()));
  return checksum.hex();
}

void check_header(std::string_view header, const std::string& where) {
  if (!header.starts_with(before_checksum) || header.size() < before_checksum.size() + no_checksum.size()) {
    throw data_error("{}: no checksum where gnnir writes it: another program's file, or a damaged one", where);
  }
  const std::string_view stored = header.substr(before_checksum.size(), no_checksum.size());
  const std::string found = header_checksum(header);
  if (found != stored) {
    throw data_error("{}: damaged: the header's checksum is {}, expected {}", where, found, stored);
  }
}

/// Takes the checksums out of the metadata and compares each tensor with its own.
void check_tensors(Safetensors& content, const std::string& where) {
  const Json checksums = parse_json(content.metadata["checksums"], where + ": checksums", 2);
  content.metadata.erase("checksum");
  content.metadata.erase("checksums");
  for (const StoredTensor& tensor : content.tensors) {
    const auto stored = checksums.find(tensor.name);
    const std::string found = checksum_of(tensor.bytes);
    if (stored == checksums.end() || *stored != found) {
      throw data_error("{}: damaged: tensor '{}' has the checksum {}, expected {}", where, tensor.name, found,
                       stored == checksums.end() ? "one in the header" : stored->dump());
    }
  }
}

}  // namespace

std::string encode_safetensors(const Safetensors& content) {
  Json checksums = Json::object();
  for (const StoredTensor& tensor : content.tensors) checksums[tensor.name] = checksum_of(tensor.bytes);
  Json metadata = {{"checksum", no_checksum}, {"checksums", to_text(checksums)}};
  for (const auto& [key, value] : content.metadata) metadata[key] = value;
  Json header = {{"__metadata__", metadata}};
  std::uint64_t offset = 0;
  for (const StoredTensor& tensor : content.tensors) {
    header[tensor.name] = {
        {"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {offset, offset + tensor.bytes.size()}}};
    offset += tensor.bytes.size();
  }
  std::string text = to_text(header);
  text.append((8 - text.size() % 8) % 8, ' ');  // so that the tensors are aligned for readers that map the file
  if (text.size() > max_header_bytes) {
    throw data_error(
        "[model] a file's header would have {} bytes, and must not have more than {}: too many labels or names",
        text.size(), max_header_bytes);
  }
  text.replace(before_checksum.size(), no_checksum.size(), header_checksum(text));
  const std::uint64_t length = text.size();
  std::string file(reinterpret_cast<const char*>(&length), length_bytes);
  file.reserve(length_bytes + length + offset);
  file += text;
  for (const StoredTensor& tensor : content.tensors) file += tensor.bytes;
  return file;
}

Safetensors parse_safetensors(std::string_view file, const std::string& where) {
  const std::string_view text = header_of(file, where);
  const Json header = parse_json(text, where, 8);
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
  take_bytes(all, file.substr(length_bytes + text.size()), where);
  for (Declared& declared : all) content.tensors.push_back(std::move(declared.tensor));
  return content;
}

Safetensors decode_safetensors(std::string_view file, const std::string& where) {
  check_header(header_of(file, where), where);  // before a single byte of it is believed
  Safetensors content = parse_safetensors(file, where);
  check_tensors(content, where);
  return content;
}

}  // namespace gnnir
