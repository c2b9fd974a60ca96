#pragma once
// Protocols, read and checked, with the stores and specs they may name. A store or spec is looked for among the files
// of the command line, then beside the protocol, then in what ships.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "cli/options.hpp"
#include "engine/check/checker.hpp"
#include "engine/language/model.hpp"
#include "engine/language/syntax/diagnostic.hpp"

namespace interlock::cli {

/// Numbers of clients, by kind.
using Sizes = std::map<std::string, std::uint32_t>;

struct Protocol {
  std::string file;  ///< as named on the command line
  language::Model model;
  /// The same with another value of a param, as behind --set, and so many clients of these kinds; none where it has
  /// errors then.
  std::function<std::optional<language::Model>(const std::string& param, const std::string& value, const Sizes& sizes)>
      with_param;
  /// The same with another number of clients of a kind.
  std::function<std::optional<language::Model>(const std::string& kind, std::uint32_t clients)> with_clients;
  /// Where any number of clients was asked for: of which kind (an index into Model::kinds).
  std::optional<std::uint32_t> any_number_of;
};

/// For `check::Settings::with_param`; may be empty.
check::WithParam with_param_of(const Protocol& protocol, const Sizes& sizes = {});

struct Protocols {
  std::vector<Protocol> sound;        ///< those without errors, in order of the files
  std::string complaints;             ///< about the others, and warnings: for standard error
  language::Diagnostics diagnostics;  ///< the same as values, each once
  bool has_errors = false;
  std::vector<std::string> others;  ///< named files that hold a store or a spec without errors: sentences
};

/// Reads and checks all protocols of `files`.
Protocols read_protocols(const std::vector<Input>& files, const ModelOptions& options);

/// A protocol broken in one place (engine/language/breaks).
struct BrokenTwin {
  language::Place place;
  std::string sentence;
  Protocol protocol;       ///< where `noticed_by` is empty
  std::string noticed_by;  ///< an expectation that does not apply to it any more: the language's sentence
};

/// A protocol without errors, and its broken twins that are models. Its warnings go to standard error; throws
/// UserError.
struct ProtocolAndTwins {
  Protocol protocol;
  std::vector<BrokenTwin> twins;
};
ProtocolAndTwins read_twins(const std::string& word, const ModelOptions& options);

/// An error about a file as a whole, which has no number of the language's.
language::Diagnostic complaint_about(const std::string& path, const std::string& sentence);

/// The one protocol a command works on. Its warnings go to standard error; throws UserError when it has errors.
Protocol read_protocol(const std::string& word, const ModelOptions& options);

}  // namespace interlock::cli
