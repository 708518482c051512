#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "gnnir/base/descriptor.h"
#include "gnnir/data/fetch/part_state.h"

namespace gnnir {

/// A file that is on its way: NAME.zip.part, and beside it NAME.zip.part.json with what it is a part of. It outlives
/// the process that began it, however that ends; one that is still empty does not. Only one process has it at a time.
class PartFile {
 public:
  /// Takes up what an earlier process has left, or begins. An Error of kind usage if another process is at it.
  explicit PartFile(const std::filesystem::path& target);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Its address is "" if it is not known what the bytes are a part of.
  [[nodiscard]] const PartState& state() const { return state_; }
  [[nodiscard]] bool is_complete() const { return state_.bytes == size_; }

  /// Empty again, and to become what `state` says.
  void begin(const PartState& state);
  void append(std::string_view bytes);
  /// The server has no more: this is the whole file.
  void finish();
  /// Empty again, and a part of nothing.
  void forget();
  /// The complete file gets its name. Never replaces anything.
  void take_place();

 private:
  void open();
  void read_state();

  std::filesystem::path target_;
  std::filesystem::path path_;
  std::filesystem::path state_path_;
  Descriptor file_{-1};
  std::int64_t size_ = 0;
  PartState state_;
};

}  // namespace gnnir
