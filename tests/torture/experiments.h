#pragma once

#include <vector>

#include "torture/lab.h"

/// The experiments; each returns its rows of the table.
namespace gnnir::torture {

/// SIGKILL at any moment, again and again: a resumed training ends as if nothing had happened.
std::vector<Row> kills(const Lab& lab);
/// The same for cross-validation, with its baseline.
std::vector<Row> cross_validation(const Lab& lab);
/// Every signal that a shell can send, while the program trains, cross-validates, predicts, or waits for data.
std::vector<Row> signals(const Lab& lab);
/// SIGKILL before and after every system call of a save.
std::vector<Row> kill_points(const Lab& lab);
/// Every system call of a save fails, or does less than it was asked for.
std::vector<Row> errors(const Lab& lab);
/// Files that may not grow, and disks that are full.
std::vector<Row> disk_sizes(const Lab& lab);
/// Little memory, small files, few descriptors, a small stack, little time: a message and an exit code, at once.
std::vector<Row> limits(const Lab& lab);
/// What a training is said to need, and what it takes.
std::vector<Row> memory(const Lab& lab);
/// Model files with a wrong bit or without their end.
std::vector<Row> damage(const Lab& lab);

}  // namespace gnnir::torture
