#include "gnnir/base/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "gnnir/base/descriptor.h"
#include "gnnir/base/error.h"

namespace gnnir {
namespace {

void check(int status) {
  if (status != 1) throw internal_error("[sha256] OpenSSL refuses to compute it");
}

}  // namespace

Sha256::Sha256() : state_(EVP_MD_CTX_new()) {
  if (!state_) throw std::bad_alloc();
  check(EVP_DigestInit_ex(state_.get(), EVP_sha256(), nullptr));
}

void Sha256::Free::operator()(evp_md_ctx_st* state) const { EVP_MD_CTX_free(state); }

void Sha256::add(std::string_view bytes) { check(EVP_DigestUpdate(state_.get(), bytes.data(), bytes.size())); }

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  check(EVP_DigestFinal_ex(state_.get(), digest.data(), &size));
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (file.get() < 0) throw io_error("[file] {}: cannot be opened: {}", path.string(), std::strerror(errno));
  Sha256 sum;
  std::vector<char> buffer(std::size_t{1} << 16);
  for (;;) {
    const ssize_t count = uninterrupted([&] { return ::read(file.get(), buffer.data(), buffer.size()); });
    if (count == 0) return sum.hex();
    if (count < 0) throw io_error("[file] {}: reading failed: {}", path.string(), std::strerror(errno));
    sum.add({buffer.data(), static_cast<std::size_t>(count)});
  }
}

}  // namespace gnnir
