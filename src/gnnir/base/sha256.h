#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace gnnir {

/// SHA-256 of what was added, by OpenSSL: whether a file is the one that somebody else has, malice included.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  /// 64 hexadecimal digits, lower case. Nothing can be added after it.
  [[nodiscard]] std::string hex();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* state) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> state_;
};

/// Of a file of any size. An Error of kind io if it cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace gnnir
