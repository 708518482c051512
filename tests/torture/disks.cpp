#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t page = 4096;

/// From now on mounts are ours alone: nobody else sees them, and they vanish with us, however we end.
void use_own_mounts() {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    throw io_error("unshare: {}", std::strerror(errno));
  }
}

/// A file system in memory, of a size.
class SmallDisk {
 public:
  SmallDisk(fs::path where, std::uint64_t size) : where_(std::move(where)) {
    fs::create_directory(where_);
    const std::string options = fmt::format("size={}", size);
    if (::mount("tmpfs", where_.c_str(), "tmpfs", 0, options.c_str()) != 0) {
      throw io_error("mount: {}", std::strerror(errno));
    }
  }
  ~SmallDisk() { ::umount2(where_.c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  fs::path where_;
};

std::uint64_t checkpoint_size(const Lab& lab) { return fs::file_size(lab.half_finished() / "checkpoint.safetensors"); }

/// What the half-finished run takes on a disk.
std::uint64_t size_on_disk(const Lab& lab) {
  std::uint64_t size = page;
  for (const auto& entry : fs::recursive_directory_iterator(lab.half_finished())) {
    size += (entry.file_size() + page - 1) / page * page;
  }
  return size;
}

/// 0 to twice a checkpoint's size; closer where a checkpoint fits but, as they grow by the epoch, a later one may not.
std::vector<std::uint64_t> limits_of_files(const Lab& lab) {
  const std::uint64_t size = checkpoint_size(lab);
  std::vector<std::uint64_t> limits{size - 1, size + 1};
  const auto steps = static_cast<std::uint64_t>(std::max(2, lab.scaled(100)));
  for (std::uint64_t i = 0; i <= steps; ++i) limits.push_back(2 * size * i / steps);
  const auto close_steps = static_cast<std::uint64_t>(lab.scaled(20));
  for (std::uint64_t i = 1; i <= close_steps; ++i) limits.push_back(size + size / 50 * i / (close_steps + 1));
  return limits;
}

std::vector<std::uint64_t> sizes_of_disks(const Lab& lab) {
  std::vector<std::uint64_t> sizes;
  const auto steps = static_cast<std::uint64_t>(std::max(2, lab.scaled(20)));
  for (std::uint64_t i = 0; i <= steps; ++i) {
    sizes.push_back((size_on_disk(lab) + 3 * checkpoint_size(lab) * i / steps) / page * page);
  }
  return sizes;
}

/// After a failure the run is as good as before.
void expect_kept(const Lab& lab, const Ending& ending, const fs::path& run, const std::string& reason, Tally& tally) {
  expect(ending.exit_code == 74, "expected exit 74, found {}", ending.text());
  expect(ending.err.find(run.string()) != std::string::npos && ending.err.find(reason) != std::string::npos,
         "the message names neither file nor reason: {}", ending.text());
  expect(count_files(run, ".tmp-") == 0, "leaves a temporary file");
  const auto newest = newest_checkpoint(run);
  expect(newest.has_value(), "no checkpoint can be read");
  const bool is_unchanged = newest && newest->checksum == lab.half_finished_checksum();
  tally.add(is_unchanged ? "unchanged" : "newer");
}

/// The sizes at which it succeeds must be all from some size on.
struct Threshold {
  std::atomic<std::uint64_t> largest_failure = 0;
  std::atomic<std::uint64_t> smallest_success = UINT64_MAX;

  void note(std::uint64_t size, bool success) {
    if (success) lower(smallest_success, size);
    if (!success) raise(largest_failure, size);
  }
  [[nodiscard]] bool is_one() const { return largest_failure < smallest_success; }

 private:
  static void lower(std::atomic<std::uint64_t>& value, std::uint64_t to) {
    for (std::uint64_t now = value; to < now && !value.compare_exchange_weak(now, to);) {
    }
  }
  static void raise(std::atomic<std::uint64_t>& value, std::uint64_t to) {
    for (std::uint64_t now = value; to > now && !value.compare_exchange_weak(now, to);) {
    }
  }
};

void run_with_limit(const Lab& lab, std::uint64_t limit, const fs::path& run, Threshold& threshold, Tally& tally) {
  lab.copy_half_finished(run);
  Command command = lab.resume(run, 1);
  command.limits = {{RLIMIT_FSIZE, limit}};
  const Ending ending = torture::run(command);
  threshold.note(limit, ending.exit_code == 0);
  if (ending.exit_code == 0) {
    expect(limit >= checkpoint_size(lab), "files of {} bytes cannot hold a checkpoint", limit);
    tally.add("successes");
    lab.expect_same_results(run);
    return;
  }
  expect(limit < 2 * checkpoint_size(lab), "{} bytes are enough: {}", limit, ending.text());
  expect_kept(lab, ending, run, std::strerror(EFBIG), tally);
  lab.expect_ends_well(run, 1);
}

void run_on_disk(const Lab& lab, std::uint64_t size, const fs::path& folder, Threshold& threshold, Tally& tally) {
  const SmallDisk disk(folder / "disk", size);
  const fs::path run = folder / "disk" / "run";
  lab.copy_half_finished(run);
  const Ending ending = torture::run(lab.resume(run, 1));
  threshold.note(size, ending.exit_code == 0);
  if (ending.exit_code == 0) {
    tally.add("successes");
    lab.expect_same_results(run);
    return;
  }
  expect_kept(lab, ending, run, std::strerror(ENOSPC), tally);
  fs::copy(run, folder / "saved", fs::copy_options::recursive);  // where there is room
  lab.expect_ends_well(folder / "saved", 1);
}

/// One case per size.
Row try_sizes(const Lab& lab, const std::string& experiment, const std::vector<std::uint64_t>& sizes,
              const std::function<void(std::uint64_t, const fs::path&, Threshold&, Tally&)>& check) {
  Threshold threshold;
  Tally tally;
  const int tries = static_cast<int>(sizes.size());
  const int failures = lab.for_each_case(experiment, tries, [&](int number, const fs::path& folder) {
    check(sizes[static_cast<std::size_t>(number)], folder, threshold, tally);
  });
  const int successes = tally["successes"];
  return {.tries = tries,
          .result = fmt::format("{} as expected: {} too small (checkpoint unchanged {}, a newer complete one {}), {} "
                                "enough, from {} bytes on",
                                out_of(tries - failures, tries), tally["unchanged"] + tally["newer"],
                                tally["unchanged"], tally["newer"], successes, threshold.smallest_success.load()),
          .passed = failures == 0 && threshold.is_one() && successes > 0};
}

Row file_size_limits(const Lab& lab) {
  Row row =
      try_sizes(lab, "file_sizes", limits_of_files(lab), [&](auto limit, const fs::path& folder, auto&... counts) {
        run_with_limit(lab, limit, folder / "run", counts...);
      });
  row.experiment = "file size limits";
  row.checked = fmt::format(
      "RLIMIT_FSIZE of 0 to twice a checkpoint's {} bytes: exit 74 with file and reason, the newest checkpoint keeps "
      "its checksum or is a newer complete one, no temporary file is left, resumed identically; or success, identical",
      checkpoint_size(lab));
  return row;
}

Row full_disks(const Lab& lab) {
  Row row;
  try {
    use_own_mounts();
    const SmallDisk attempt(lab.settings().work / "disk", page);
  } catch (const Error& error) {
    row.result = fmt::format("skipped, as this needs a tmpfs: {}", error.what());
  }
  if (row.result.empty()) {
    row = try_sizes(lab, "disks", sizes_of_disks(lab), [&](auto size, const fs::path& folder, auto&... counts) {
      run_on_disk(lab, size, folder, counts...);
    });
  }
  row.experiment = "full disks";
  row.checked = "the same on a tmpfs that fills up; resumed elsewhere";
  return row;
}

}  // namespace

std::vector<Row> disk_sizes(const Lab& lab) { return {file_size_limits(lab), full_disks(lab)}; }

}  // namespace gnnir::torture
