#include "fuzz/check.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "gnnir/record/model_header.h"
#include "gnnir/record/progress.h"
#include "gnnir/record/safetensors.h"

namespace gnnir {
namespace {

/// A file as it lies on disk; or, where lengths and quotes within quotes stand in the way of mutation, its metadata
/// entries as sections, beside tensors that suffice for a small model.
Safetensors file_of(std::string_view input) {
  if (!input.starts_with("== ")) return parse_safetensors(input, "f");
  constexpr std::int64_t numbers = 4096;
  Safetensors file;
  for (auto& [key, text] : sections_of(input)) {
    if (text.ends_with('\n')) text.pop_back();
    file.metadata.emplace(key, text);
  }
  file.tensors.push_back({"weights", "F32", {numbers}, std::string(numbers * sizeof(float), '\0')});
  return file;
}

/// The metadata entries of a header, all of what it holds.
Safetensors written(const ModelHeader& header, ModelFileKind kind) {
  Safetensors file;
  write_model_header(header, kind, file);
  return file;
}

void check_header(const Safetensors& file, ModelFileKind kind) {
  const auto header = accepted([&] { return read_model_header(file, kind, "f"); });
  if (!header) return;
  Safetensors again = written(*header, kind);
  again.tensors = file.tensors;
  const ModelHeader back = read_model_header(again, kind, "f");
  require(back.features == header->features, "features read back as they were written");
  require(back.degrees == header->degrees, "degrees read back as they were written");
  require(written(back, kind).metadata == again.metadata, "a header reads back as it was written");
}

}  // namespace

void fuzz_model(std::string_view input) {
  const auto file = accepted([&] { return file_of(input); });
  if (file) check_header(*file, ModelFileKind::model);
}

void fuzz_checkpoint(std::string_view input) {
  const auto file = accepted([&] { return file_of(input); });
  if (!file) return;
  check_header(*file, ModelFileKind::checkpoint);
  const auto progress =
      accepted([&] { return Progress::from_json(parse_json(metadata_entry(*file, "progress", "f"), "f"), "f"); });
  if (!progress) return;
  const std::string text = to_text(progress->to_json());
  const Progress back = Progress::from_json(parse_json(text, "f"), "f");
  require(to_text(back.to_json()) == text, "progress reads back as it was written");
}

}  // namespace gnnir
