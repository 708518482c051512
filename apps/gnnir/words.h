#pragma once

#include <string>
#include <string_view>

namespace gnnir::app {

// The library names a setting by its path, `model.width`; who types options is told of `--width`.

/// "--width" of "model.width"; what is no setting stays as it is.
std::string option_of(std::string_view path);

/// A message of the library with options in the place of settings: "try a smaller train.batch_size, or train.clip=1"
/// becomes "try a smaller --batch-size, or --clip 1". What stands in a settings file stays, `f.toml:3: train.lr: …` and
/// `train.lr = 0.1`, and so do file names.
std::string with_options(std::string_view message);

/// An argument as a shell takes it: in single quotes where it has more than plain characters.
std::string quoted_for_shell(std::string_view argument);

/// What a program that leaves before its work has begun says.
constexpr const char* words_of_leaving_early = "gnnir: interrupted; nothing was begun\n";

/// "gnnir: warning: …" on standard error, with options; nothing for no remark.
void warn(const std::string& remark);

}  // namespace gnnir::app
