#include <fstream>

#include "gnnir/base/files.h"
#include "gnnir/record/model_header.h"
#include "gnnir/record/safetensors.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace fs = std::filesystem;
namespace {

using Damage = std::function<std::string(const std::string& file, Rng& rng)>;

std::string with_wrong_bit(const std::string& file, Rng& rng) {
  std::string wrong = file;
  const std::uint64_t bit = rng.below(8 * file.size());
  wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
  return wrong;
}

std::string without_end(const std::string& file, Rng& rng) { return file.substr(0, rng.below(file.size())); }

bool is_detected(const std::string& file) {
  try {
    read_model_header(decode_safetensors(file, "model"), ModelFileKind::model, "model");
    return false;
  } catch (const Error&) {
    return true;
  }
}

void predict_with(const Lab& lab, const std::string& file, const fs::path& folder) {
  const fs::path model = folder / "model.safetensors";
  std::ofstream(model, std::ios::binary) << file;
  const Command command{.arguments = {lab.settings().program, "predict", model, lab.data(), "--threads", "1"}};
  const Ending ending = run(command);
  expect(ending.exit_code == 65, "{}: {}", command.text(), ending.text());
}

Row try_damage(const Lab& lab, const std::string& name, const Damage& damage, int in_memory, int in_program) {
  const std::string good = read_file(lab.best_model());
  expect(!is_detected(good), "the undamaged model is refused");
  int detected = 0;
  Rng rng = lab.random(name, 0);
  for (int i = 0; i < in_memory; ++i) detected += is_detected(damage(good, rng)) ? 1 : 0;
  const int failures = lab.for_each_case(name, in_program, [&](int number, const fs::path& folder) {
    Rng own = lab.random(name, 1 + number);
    predict_with(lab, damage(good, own), folder);
  });
  return {.tries = in_memory + in_program,
          .result = fmt::format("{} detected in memory, {} by the program", out_of(detected, in_memory),
                                out_of(in_program - failures, in_program)),
          .passed = detected == in_memory && failures == 0};
}

}  // namespace

std::vector<Row> damage(const Lab& lab) {
  Row flips = try_damage(lab, "bit_flips", with_wrong_bit, lab.scaled(100'000), lab.scaled(200));
  flips.experiment = "bit flips";
  flips.checked = "one wrong bit anywhere in a model file: an Error when it is read, `gnnir predict` ends with 65";
  Row ends = try_damage(lab, "truncations", without_end, lab.scaled(100'000), lab.scaled(50));
  ends.experiment = "truncations";
  ends.checked = "a model file cut anywhere: the same";
  return {flips, ends};
}

}  // namespace gnnir::torture
