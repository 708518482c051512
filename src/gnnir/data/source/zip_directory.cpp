#include "gnnir/data/source/zip_directory.h"

#include <cstdint>

#include "gnnir/base/error.h"
#include "gnnir/base/text.h"

namespace gnnir {
namespace {

// APPNOTE.TXT 6.3, sections 4.3.7 (header of a file), 4.3.12 (its entry in the directory), 4.3.16 (end).
constexpr std::size_t size_of_header = 30;
constexpr std::size_t size_of_entry = 46;
constexpr std::size_t size_of_end = 22;
constexpr std::uint64_t said_elsewhere = 0xffffffff;  // in a field of zip64
constexpr std::uint64_t sizes_come_behind = 1 << 3;   // flag: not in the header, but after the file

class ZipDirectory {
 public:
  ZipDirectory(std::string_view zip, const std::string& description) : zip_(zip), description_(description) {}

  void check() const {
    const std::size_t end = place_of_end();
    const std::uint64_t entries = number(end + 10, 2);
    const std::uint64_t begin = number(end + 16, 4);
    if (number(end + 4, 2) != 0 || number(end + 6, 2) != 0 || number(end + 8, 2) != entries) {
      throw fail("it is a part of an archive in several");
    }
    if (begin == said_elsewhere || entries == 0xffff) throw fail("zip64 is not read: pack it anew, or as .tar.gz");
    if (begin + number(end + 12, 4) != end) throw fail("the directory at its end is not complete");
    std::size_t at = begin;
    for (std::uint64_t i = 0; i < entries; ++i) at = check_entry(at, begin, end);
    if (at != end) throw fail("the directory at its end is not complete");
  }

 private:
  /// The end has a comment of a length that it names; nothing may follow.
  [[nodiscard]] std::size_t place_of_end() const {
    constexpr std::size_t longest_comment = 0xffff;
    for (std::size_t comment = 0; comment <= longest_comment && size_of_end + comment <= zip_.size(); ++comment) {
      const std::size_t at = zip_.size() - size_of_end - comment;
      if (zip_.substr(at).starts_with("PK\5\6") && number(at + 20, 2) == comment) return at;
    }
    throw fail("the directory at its end is missing: the file is damaged, or not complete");
  }

  /// Where the next entry begins.
  [[nodiscard]] std::size_t check_entry(std::size_t at, std::size_t end_of_files, std::size_t end) const {
    if (at + size_of_entry > end || !zip_.substr(at).starts_with("PK\1\2")) throw fail("its directory is damaged");
    const std::size_t name_size = number(at + 28, 2);
    const std::size_t next = at + size_of_entry + name_size + number(at + 30, 2) + number(at + 32, 2);
    if (next > end) throw fail("its directory is damaged");
    const std::string_view name = zip_.substr(at + size_of_entry, name_size);
    const std::uint64_t header = number(at + 42, 4);
    if (header == said_elsewhere || number(at + 20, 4) == said_elsewhere) {
      throw fail("zip64 is not read: pack it anew, or as .tar.gz");
    }
    check_header(header, at, name, end_of_files);
    return next;
  }

  void check_header(std::size_t header, std::size_t entry, std::string_view name, std::size_t end_of_files) const {
    if (header + size_of_header > end_of_files || !zip_.substr(header).starts_with("PK\3\4")) {
      throw fail("{}: not where the directory says", in_quotes(name));
    }
    const std::size_t data = header + size_of_header + number(header + 26, 2) + number(header + 28, 2);
    if (zip_.substr(header + size_of_header, number(header + 26, 2)) != name) {
      throw fail("{}: has another name in the directory", in_quotes(zip_.substr(header + size_of_header, name.size())));
    }
    const std::uint64_t flags = number(header + 6, 2);
    // Version, flags and method; the checksum and two sizes, unless they come behind the file.
    const bool same_way = flags == number(entry + 8, 2) && number(header + 8, 2) == number(entry + 10, 2);
    const bool in_zip64 = number(header + 18, 4) == said_elsewhere;  // then only the checksum is here
    const std::size_t sizes = (flags & sizes_come_behind) != 0 ? 0 : in_zip64 ? 4 : 12;
    if (!same_way || zip_.substr(header + 14, sizes) != zip_.substr(entry + 16, sizes) ||
        data + number(entry + 20, 4) > end_of_files) {
      throw fail("{}: its header and the directory say different things", in_quotes(name));
    }
  }

  /// Little endian; the caller has checked that it is there, or it reads as 0.
  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes && at + i < zip_.size(); ++i) {
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(zip_[at + i])) << (8 * i);
    }
    return value;
  }

  template <typename... Args>
  Error fail(fmt::format_string<Args...> format, Args&&... args) const {
    return data_error("[archive] {}: {}", description_, fmt::format(format, std::forward<Args>(args)...));
  }

  std::string_view zip_;
  const std::string& description_;
};

}  // namespace

void check_zip_directory(std::string_view zip, const std::string& description) {
  ZipDirectory(zip, description).check();
}

}  // namespace gnnir
