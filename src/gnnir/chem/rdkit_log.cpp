#include "gnnir/chem/rdkit_log.h"

#include <array>
#include <memory>
#include <sstream>
#include <utility>

namespace gnnir {
namespace {

std::array<RDLogger*, 6> all_logs() {
  return {&rdAppLog, &rdDebugLog, &rdInfoLog, &rdErrorLog, &rdWarningLog, &rdStatusLog};
}

std::mutex& the_logs() {
  static std::mutex mutex;
  return mutex;
}

std::ostringstream& stream_of(const RDLogger& log) { return dynamic_cast<std::ostringstream&>(*log->dp_dest); }

}  // namespace

RdkitLog::RdkitLog() : lock_(the_logs()) {
  for (RDLogger* log : all_logs()) before_.push_back(std::exchange(*log, nullptr));
  // RDKit owns the stream: it may write to it until the program ends.
  rdErrorLog = std::make_shared<boost::logging::rdLogger>(new std::ostringstream, /*owner=*/true);
}

RdkitLog::~RdkitLog() {
  for (std::size_t i = 0; i < before_.size(); ++i) *all_logs()[i] = before_[i];
}

std::string RdkitLog::first_words() const {
  std::istringstream said(stream_of(rdErrorLog).str());
  std::string line;
  while (std::getline(said, line) && line.find_first_not_of(" \r") == std::string::npos) {
  }
  if (const std::size_t time = line.find("] "); line.starts_with('[') && time != std::string::npos) {
    line = line.substr(time + 2);  // [12:34:56]
  }
  const std::string preamble = "SMILES Parse Error: ";
  if (line.starts_with(preamble)) line = line.substr(preamble.size());
  return line.substr(0, line.find(" for input: "));
}

}  // namespace gnnir
