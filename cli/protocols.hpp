#pragma once
// Protocols, read and checked, with the stores and specs they may name. A store or spec is looked for among the files
// of the command line, then beside the protocol, then in what ships.

#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/options.hpp"
#include "engine/language/model.hpp"

namespace interlock::cli {

struct Protocol {
  std::string file;  ///< as named on the command line
  language::Model model;
};

struct Protocols {
  std::vector<Protocol> sound;  ///< those without errors, in order of the files
  std::string complaints;       ///< about the others, and warnings: for standard error
  bool has_errors = false;
  std::vector<std::string> others;  ///< named files that hold a store or a spec without errors: sentences
};

/// Reads and checks all protocols of `files`.
Protocols read_protocols(const std::vector<Input>& files, const ModelOptions& options);

/// The one protocol a command works on. Its warnings go to standard error; throws UserError when it has errors.
Protocol read_protocol(const std::string& word, const ModelOptions& options);

}  // namespace interlock::cli
