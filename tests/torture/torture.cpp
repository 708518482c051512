// Disturbs trainings in every way we could think of, and looks whether they bear it. Prints a table; ends with 1 if
// a row fails.
//   gnnir_torture --program build/release/gnnir --shim build/release/tests/torture/libgnnir_faulty_system.so
//     --scale X     share of the tries (default 1: about an hour on two cores)
//     --only NAME   of the experiments listed in main, may be repeated
//     --work FOLDER must be new; default: a temporary one. Failed cases stay there
//     --seed N      other random moments
#include <fmt/format.h>

#include <cstdio>
#include <set>

#include "gnnir/base/clock.h"
#include "gnnir/base/files.h"
#include "gnnir/base/text.h"
#include "torture/experiments.h"

namespace gnnir::torture {
namespace {

namespace fs = std::filesystem;

struct Experiment {
  std::string name;
  std::function<std::vector<Row>(const Lab&)> run;
};

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{{"kills", kills},      {"kill-points", kill_points}, {"errors", errors},
                                           {"disks", disk_sizes}, {"damage", damage},           {"signals", signals},
                                           {"limits", limits},    {"cv", cross_validation},     {"memory", memory}};
  return all;
}

constexpr const char* header = "| experiment | tries | result | what was checked |\n|---|---|---|---|\n";

std::string text_of(const Row& row) {
  return fmt::format("| {} | {} | {}{} | {} |\n", row.experiment, row.tries,
                     row.passed ? "" : "**FAILED**: ", row.result, row.checked);
}

template <typename Number>
Number number_of(const std::optional<Number>& parsed, const std::string& option, const std::string& value) {
  if (!parsed || *parsed < 0) throw usage_error("{}: expected a number, found {}", option, in_quotes(value));
  return *parsed;
}

struct Arguments {
  Settings settings;
  std::set<std::string> only;

  void take(const std::string& option, const std::string& value) {
    if (option == "--program") {
      settings.program = fs::absolute(value);
    } else if (option == "--shim") {
      settings.shim = fs::absolute(value);
    } else if (option == "--work") {
      settings.work = fs::absolute(value);
    } else if (option == "--scale") {
      settings.scale = number_of(parse_number(value), option, value);
    } else if (option == "--seed") {
      settings.seed = static_cast<std::uint64_t>(number_of(parse_integer(value), option, value));
    } else if (option == "--only") {
      only.insert(value);
    } else {
      throw usage_error("unknown option {}", in_quotes(option));
    }
  }
};

Arguments read_arguments(int argc, char** argv) {
  if (argc % 2 == 0) throw usage_error("every option has a value; see the head of tests/torture/torture.cpp");
  Arguments arguments;
  for (int i = 1; i < argc; i += 2) arguments.take(argv[i], argv[i + 1]);
  for (const fs::path& needed : {arguments.settings.program, arguments.settings.shim}) {
    if (!fs::exists(needed)) throw usage_error("--program and --shim are needed; found {}", in_quotes(needed.string()));
  }
  for (const std::string& name : arguments.only) {
    const auto has_name = [&](const Experiment& experiment) { return experiment.name == name; };
    if (std::none_of(experiments().begin(), experiments().end(), has_name)) {
      throw usage_error("no experiment {}", in_quotes(name));
    }
  }
  return arguments;
}

/// A folder for the work: the one named, or a temporary one.
fs::path make_work_folder(const fs::path& wanted) {
  if (!wanted.empty()) {
    create_new_folder(wanted);
    return wanted;
  }
  std::string name = (fs::temp_directory_path() / "gnnir-torture-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw io_error("no temporary folder {}", name);
  return name;
}

int torture(Arguments arguments) {
  const Stopwatch watch;
  arguments.settings.work = make_work_folder(arguments.settings.work);
  const Lab lab(arguments.settings);
  fmt::print("{}", header);
  std::string table = header;
  bool passed = true;
  for (const Experiment& experiment : experiments()) {
    if (!arguments.only.empty() && !arguments.only.contains(experiment.name)) continue;
    for (const Row& row : experiment.run(lab)) {
      fmt::print("{}", text_of(row));
      std::fflush(stdout);
      table += text_of(row);
      passed = passed && row.passed;
    }
  }
  fmt::print("\nAll of it, after {}:\n\n{}", format_duration(watch.seconds()), table);
  if (passed) fs::remove_all(arguments.settings.work);
  if (!passed) fmt::print("\nThe failed cases are in {}\n", arguments.settings.work.string());
  return passed ? 0 : 1;
}

}  // namespace
}  // namespace gnnir::torture

int main(int argc, char** argv) {
  try {
    return gnnir::torture::torture(gnnir::torture::read_arguments(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "gnnir_torture: {}\n", error.what());
    return 1;
  }
}
