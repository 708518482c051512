#include "asked_data.h"

#include <fmt/format.h>
#include <unistd.h>

#include "gnnir/base/error.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "gnnir/data/formats/formats.h"
#include "gnnir/data/open.h"
#include "gnnir/data/rejects.h"
#include "gnnir/data/source/file_source.h"
#include "words.h"

namespace gnnir::app {
namespace {

/// A file of lines, as it is read of a disk.
std::string lines_of(const std::vector<std::string>& smiles) {
  std::string text;
  for (const std::string& one : smiles) {
    if (trimmed(one).empty() || one.find_first_of("\r\n") != std::string::npos) {
      throw usage_error("--smiles: expected a SMILES, found {}", in_quotes(one));
    }
    text += one + "\n";
  }
  return text;
}

Dataset read_asked(const AskedData& asked, const ReadOptions& options) {
  if (!asked.smiles.empty()) return read_dataset("typed.smi", lines_of(asked.smiles), options);
  if (asked.data != "-") return open_dataset(asked.data, asked.data_dir, options);
  const std::string ending = ending_of_format(asked.format.empty() ? "jsonl" : asked.format, "--format");
  std::string text = read_descriptor(STDIN_FILENO, "standard input", most_bytes_of_data());
  const std::string_view first = trimmed(std::string_view(text).substr(0, text.find('\n')));
  if (asked.format.empty() && !first.empty() && first[0] != '{') {
    throw data_error("[stdin] expected JSON lines, found {}: --format names what it is (smi, csv, …)",
                     in_quotes(first));
  }
  return read_dataset("stdin" + ending, std::move(text), options);
}

}  // namespace

Dataset open_asked(const AskedData& asked, ReadOptions options) {
  if (!asked.names && !asked.keep.empty()) throw usage_error("--keep: has no effect here: --no-names leaves them out");
  options.keep = asked.keep;
  Dataset dataset = read_asked(asked, options);
  for (const std::string& remark : remarks_on_reading(dataset)) warn(remark);
  return dataset;
}

std::vector<std::string> files_of(const AskedData& asked) {
  return asked.data.empty() || asked.data == "-" ? std::vector<std::string>() : std::vector{asked.data};
}

}  // namespace gnnir::app
