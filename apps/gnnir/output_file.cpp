#include "output_file.h"

#include <filesystem>

#include "gnnir/base/error.h"

namespace gnnir::app {
namespace fs = std::filesystem;

void check_output(const std::string& option, const std::string& out, const std::vector<std::string>& read) {
  if (out.empty()) return;
  std::error_code ignored;
  const fs::path folder = fs::path(out).has_parent_path() ? fs::path(out).parent_path() : fs::path(".");
  if (!fs::exists(folder, ignored)) throw io_error("{}: {}: there is no folder {}", option, out, folder.string());
  if (!fs::is_regular_file(out, ignored)) return;
  for (const std::string& input : read) {
    if (fs::equivalent(out, input, ignored)) throw usage_error("{}: {} is what is read", option, out);
    if (fs::equivalent(folder, input, ignored)) {
      throw usage_error("{}: {} is there already, in a folder that is read: name another file", option, out);
    }
  }
}

}  // namespace gnnir::app
