#include "gnnir/base/memory.h"

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

/// What the control group of this process would still give; nothing if it sets no limit.
std::optional<double> left_in_control_group() {
  std::string line;
  std::ifstream("/proc/self/cgroup") >> line;  // version 2: one line, `0::/path`
  const std::size_t colons = line.find("::");
  if (colons == std::string::npos) return std::nullopt;
  const std::string folder = "/sys/fs/cgroup" + line.substr(colons + 2);
  const auto limit = number_in(folder + "/memory.max");
  const auto used = number_in(folder + "/memory.current");
  if (!limit || !used) return std::nullopt;
  const double cached_files = bytes_in(folder + "/memory.stat", "inactive_file");  // given up when memory is short
  return std::max(0.0, *limit - *used + cached_files);
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
  if (left == 0) return std::numeric_limits<double>::infinity();  // not told
  if (const auto in_group = left_in_control_group()) left = std::min(left, *in_group);
  return resident_bytes() + left;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace gnnir
