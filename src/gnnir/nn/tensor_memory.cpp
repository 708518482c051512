#include "gnnir/nn/tensor_memory.h"

#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>

#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

namespace gnnir {
namespace {

constexpr std::size_t smallest = std::size_t{64} << 10;
constexpr std::size_t alignment = 64;

/// Sizes come in quarters of powers of two, so that at most a fifth of a block is wasted.
std::size_t rounded(std::size_t bytes) {
  const std::size_t quarter = std::bit_floor(bytes) / 4;
  return (bytes + quarter - 1) / quarter * quarter;
}

class KeepingAllocator : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) const override {
    void* block = bytes < smallest ? plain(bytes) : kept(rounded(bytes));
    return {block, block, bytes < smallest ? &std::free : &give_back, c10::Device(c10::kCPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }  // it depends on the block

 private:
  struct Store {
    std::mutex mutex;
    std::unordered_map<std::size_t, std::vector<void*>> free;
    std::unordered_map<void*, std::size_t> size_of;
  };
  /// Never destroyed: tensors may outlive everything.
  static Store& store() {
    static auto* const store = new Store;
    return *store;
  }

  static void* plain(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    void* block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }

  static void* kept(std::size_t bytes) {
    {
      const std::lock_guard lock(store().mutex);
      std::vector<void*>& blocks = store().free[bytes];
      if (!blocks.empty()) {
        void* block = blocks.back();
        blocks.pop_back();
        return block;
      }
    }
    void* block = nullptr;
    try {
      block = plain(bytes);
    } catch (const std::bad_alloc&) {
      free_all();  // of other sizes
      block = plain(bytes);
    }
    const std::lock_guard lock(store().mutex);
    store().size_of[block] = bytes;
    return block;
  }

  static void free_all() {
    const std::lock_guard lock(store().mutex);
    for (auto& [bytes, blocks] : store().free) {
      for (void* block : blocks) {
        store().size_of.erase(block);
        std::free(block);
      }
      blocks.clear();
    }
  }

  static void give_back(void* block) {
    if (block == nullptr) return;
    const std::lock_guard lock(store().mutex);
    store().free[store().size_of[block]].push_back(block);
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

}  // namespace gnnir
