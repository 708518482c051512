#include "gnnir/base/memory.h"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace gnnir {

namespace {

/// A line `name   123 kB` of a file of /proc, in bytes; 0 if there is none.
double kilobytes_in(const char* path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name)) return std::stod(line.substr(name.size())) * 1024;
  }
  return 0;
}

/// A file that holds one number; nothing if it is missing or says "max".
std::optional<double> number_in(const std::string& path) {
  std::ifstream file(path);
  double number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// A line `name 123` of a file, in bytes; 0 if there is none.
double bytes_in(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  std::string found;
  for (double number = 0; file >> found >> number;) {
    if (found == name) return number;
  }
  return 0;
}

/// Names of files of a control group, which differ between the two versions that Linux has had.
struct GroupFiles {
  const char* root;
  const char* limit;
  const char* used;
  const char* cached;
};
constexpr GroupFiles first_version = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                                      "total_inactive_file"};
constexpr GroupFiles second_version = {"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// What the control group of that path and those around it would still give.
double left_in_groups(const GroupFiles& files, std::string group) {
  double left = unlimited;
  while (true) {
    const std::string folder = files.root + group + "/";
    const auto limit = number_in(folder + files.limit);
    const auto used = number_in(folder + files.used);
    if (limit && used) {
      const double cached = bytes_in(folder + "memory.stat", files.cached);  // given up when memory is short
      left = std::min(left, std::max(0.0, *limit - *used + cached));
    }
    if (group.empty()) return left;
    group.resize(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
  }
}

double left_in_control_groups() {
  double left = unlimited;
  std::ifstream file("/proc/self/cgroup");  // lines `4:memory:/path` of version 1, one `0::/path` of version 2
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && controllers != "memory") continue;
    left =
        std::min(left, left_in_groups(controllers.empty() ? second_version : first_version, line.substr(second + 1)));
  }
  return left;
}

/// What a limit of this process would still give, of which it has so much.
double left_of_limit(int resource, const char* in_use) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - kilobytes_in("/proc/self/status", in_use));
}

}  // namespace

double peak_memory_mb() {
  const double peak = kilobytes_in("/proc/self/status", "VmHWM:");
  if (peak > 0) return peak / (1 << 20);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double resident_bytes() { return kilobytes_in("/proc/self/status", "VmRSS:"); }

double attainable_bytes() {
  double left = kilobytes_in("/proc/meminfo", "MemAvailable:");
  if (left == 0) left = unlimited;  // not told
  left = std::min(
      {left, left_in_control_groups(), left_of_limit(RLIMIT_AS, "VmSize:"), left_of_limit(RLIMIT_DATA, "VmData:")});
  return resident_bytes() + left;
}

bool address_space_is_limited() {
  return left_of_limit(RLIMIT_AS, "VmSize:") != unlimited || left_of_limit(RLIMIT_DATA, "VmData:") != unlimited;
}

bool has_address_space(double bytes, SpaceFor what) {
  const int access = what == SpaceFor::writing ? PROT_READ | PROT_WRITE : PROT_READ;
  void* place =
      ::mmap(nullptr, static_cast<std::size_t>(bytes), access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return false;
  ::munmap(place, static_cast<std::size_t>(bytes));
  return true;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace gnnir
