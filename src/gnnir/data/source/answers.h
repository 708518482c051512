#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gnnir/data/dataset.h"

namespace gnnir {

/// The texts of a column, or its numbers as texts, each once; of more than two only three.
std::set<std::string> answers_in(std::span<const std::optional<std::string>> labels, std::span<const float> numbers);

/// All of them 0 or 1, or all of them -1 or 1; NaN, which is missing, may stand among them.
bool are_answers(std::span<const float> numbers);

/// Of answers; a column without a value has no numbers.
std::vector<std::optional<std::string>> as_texts(std::span<const float> numbers, std::int64_t size);

/// Of two answers: whether this one says no to the other, or is what one says no with.
bool sounds_like_no(const std::string& answer, const std::string& other);

/// Whether people write this where nothing is known: na, unknown, -999. It is a value all the same.
bool sounds_missing(std::string_view text);

/// What to say of a column of numbers that would be answers but for one of them; "" for others.
std::string remark_on_nearly_answers(const std::string& column, std::span<const float> numbers);

/// Of two classes the first becomes the second.
void swap_answers(Dataset& dataset);

/// Of two classes, or of questions with that answer, it becomes the second, which is what a model is asked for; "":
/// what sounds least like no. An Error of kind usage if no such answer is there.
void choose_positive(Dataset& dataset, const std::string& positive);

}  // namespace gnnir
