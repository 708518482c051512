#include "gnnir/nn/tensor_memory.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

namespace gnnir {
namespace {

constexpr std::size_t smallest = std::size_t{64} << 10;
constexpr std::size_t alignment = 64;

/// Sizes come in quarters of powers of two, so that at most a fifth of a block is wasted.
std::size_t rounded(std::size_t bytes) {
  const std::size_t quarter = std::bit_floor(bytes) / 4;
  return (bytes + quarter - 1) / quarter * quarter;
}

/// Blocks that wait for their next tensor, and what is out. Never destroyed: tensors may outlive everything.
class Store {
 public:
  static Store& get() {
    static auto* const store = new Store;
    return *store;
  }

  /// The smallest free block that holds `bytes`, if one is not more than twice as large; else a new one. Shards
  /// differ in size from step to step: with blocks of exact sizes only, each size would keep its own. Idle blocks never
  /// make more than a quarter of the most that was ever in tensors.
  void* take(std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = free_.lower_bound(bytes);
      if (found != free_.end() && found->first <= 2 * bytes) {
        void* block = found->second;
        count(found->first);
        free_.erase(found);
        return block;
      }
      const std::size_t highest = std::max(highest_, live_ + bytes);
      free_idle_beyond(highest + highest / 4 - bytes);
    }
    void* block = allocate(bytes);
    const std::lock_guard lock(mutex_);
    count(bytes);
    total_ += bytes;
    size_of_[block] = bytes;
    return block;
  }

  void give_back(void* block) {
    const std::lock_guard lock(mutex_);
    const std::size_t bytes = size_of_[block];
    free_.emplace(bytes, block);
    live_ -= bytes;
  }

  std::size_t live() {
    const std::lock_guard lock(mutex_);
    return live_;
  }

  std::size_t restart_peak() {
    const std::lock_guard lock(mutex_);
    return std::exchange(peak_, live_);
  }

  static void* plain(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    void* block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }

 private:
  void count(std::size_t bytes) {
    live_ += bytes;
    peak_ = std::max(peak_, live_);
    highest_ = std::max(highest_, live_);
  }

  /// Gives idle blocks back to the system, the largest first, until there are not more than `most` bytes in all.
  void free_idle_beyond(std::size_t most) {
    while (total_ > most && !free_.empty()) {
      const auto largest = std::prev(free_.end());
      total_ -= largest->first;
      size_of_.erase(largest->second);
      std::free(largest->second);
      free_.erase(largest);
    }
  }

  void* allocate(std::size_t bytes) {
    try {
      return plain(bytes);
    } catch (const std::bad_alloc&) {
      {
        const std::lock_guard lock(mutex_);
        free_idle_beyond(0);
      }
      return plain(bytes);
    }
  }

  std::mutex mutex_;
  std::multimap<std::size_t, void*> free_;
  std::unordered_map<void*, std::size_t> size_of_;
  std::size_t live_ = 0;     // bytes in tensors
  std::size_t total_ = 0;    // and in idle blocks
  std::size_t peak_ = 0;     // of live_, since it was asked for
  std::size_t highest_ = 0;  // of live_, ever
};

class KeepingAllocator : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    void* block = bytes < smallest ? Store::plain(bytes) : Store::get().take(rounded(bytes));
    return {block, block, bytes < smallest ? &std::free : &give_back, c10::Device(c10::kCPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }  // it depends on the block

 private:
  static void give_back(void* block) {
    if (block != nullptr) Store::get().give_back(block);
  }
};

}  // namespace

void keep_tensor_memory() {
#if defined(__SANITIZE_ADDRESS__)
  return;  // the sanitizer would not notice the use of freed tensors
#endif
  static KeepingAllocator allocator;
  c10::SetCPUAllocator(&allocator, /*priority=*/1);
}

std::size_t live_tensor_bytes() { return Store::get().live(); }

std::size_t restart_peak_of_tensor_bytes() { return Store::get().restart_peak(); }

}  // namespace gnnir
