#include "path_checks.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "gnnir/base/error.h"
#include "gnnir/record/run_record.h"

namespace gnnir::app {
namespace fs = std::filesystem;

/// Whether it is that folder, or one in it, at any depth.
static bool lies_below(const fs::path& folder, const fs::path& top) {
  std::error_code ignored;
  for (fs::path path = fs::weakly_canonical(folder, ignored); !path.empty(); path = path.parent_path()) {
    if (fs::equivalent(path, top, ignored)) return true;
    if (path == path.root_path()) break;
  }
  return false;
}

void check_output(const std::string& option, const std::string& out, const std::vector<std::string>& read) {
  if (out.empty()) return;
  std::error_code ignored;
  const fs::path folder = fs::path(out).has_parent_path() ? fs::path(out).parent_path() : fs::path(".");
  if (!fs::exists(folder, ignored)) throw io_error("{}: {}: there is no folder {}", option, out, folder.string());
  if (fs::is_directory(out, ignored)) throw io_error("{}: {} is a folder; name a file", option, out);
  if (!fs::exists(out, ignored) && ::access(folder.c_str(), W_OK) != 0) {
    throw io_error("{}: {}: {}", option, folder.string(), std::strerror(errno));
  }
  if (!fs::is_regular_file(out, ignored)) return;
  for (const std::string& input : read) {
    if (fs::equivalent(out, input, ignored)) throw usage_error("{}: {} is what is read", option, out);
    if (lies_below(folder, input)) {
      throw usage_error("{}: {} is there already, in a folder that is read: name another file", option, out);
    }
  }
}

bool is_model(const std::string& path) {
  std::error_code ignored;
  return fs::path(path).extension() == ".safetensors" || fs::exists(RunRecord(path).config(), ignored);
}

void require_model_first(const std::string& model, const std::string& data) {
  if (!is_model(model) && is_model(data)) throw usage_error("the model comes first, then the data: {} {}", data, model);
}

}  // namespace gnnir::app
