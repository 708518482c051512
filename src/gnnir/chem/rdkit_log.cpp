#include "gnnir/chem/rdkit_log.h"

#include <RDGeneral/RDLog.h>

#include <memory>
#include <sstream>

namespace gnnir {
namespace {

std::ostringstream& stream_of(const RDLogger& log) { return dynamic_cast<std::ostringstream&>(*log->dp_dest); }

}  // namespace

RdkitLog::RdkitLog() {
  for (RDLogger* log : {&rdAppLog, &rdDebugLog, &rdInfoLog, &rdWarningLog, &rdStatusLog}) log->reset();
  // RDKit owns the stream: it may write to it until the program ends.
  rdErrorLog = std::make_shared<boost::logging::rdLogger>(new std::ostringstream, /*owner=*/true);
}

RdkitLog::~RdkitLog() { rdErrorLog.reset(); }

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
