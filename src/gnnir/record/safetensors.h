#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gnnir {

/// One tensor of a safetensors file: numbers in row-major order, little endian.
struct StoredTensor {
  std::string name;
  std::string dtype;  ///< "U8", "F32", "F64" or "I64"
  std::vector<std::int64_t> shape;
  std::string bytes;
};

/// The content of a file in the safetensors layout: 8 bytes of header length, a JSON header, the tensors' bytes. Any
/// safetensors reader understands it. Ours adds to the metadata "checksums" (of every tensor) and "checksum" (of the
/// header, taken with 16 zeros in its own place): no bit of a file can change unnoticed.
struct Safetensors {
  std::map<std::string, std::string> metadata;
  std::vector<StoredTensor> tensors;
};

/// Throws an Error of kind data if the header would be larger than what is read back.
std::string encode_safetensors(const Safetensors& content);

/// Verifies the checksums and reads the file. Throws an Error of kind data that begins with `where`.
Safetensors decode_safetensors(std::string_view file, const std::string& where);

/// Reads the layout without asking for checksums. Everything that the header declares is checked before it is used: its
/// length, dtypes, shapes against sizes (with overflow), offsets (no overlap, no hole, nothing left over), duplicate
/// names. Throws an Error of kind data that begins with `where`.
Safetensors parse_safetensors(std::string_view file, const std::string& where);

}  // namespace gnnir
