#include "cli/protocols.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/shipped.hpp"
#include "cli/user_error.hpp"
#include "engine/language/breaks/breaks.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/language/resolver/store_uses.hpp"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

/// A file and what the parser made of it.
struct Parsed {
  Input input;
  language::syntax::File file;
  language::Diagnostics diagnostics;
  std::set<std::string> left_out;  ///< of a protocol: neighbours with errors that it does not use
};

Parsed parse_input(const Input& input) {
  Parsed parsed;
  parsed.input = input;
  parsed.file = language::parse(input.source, parsed.diagnostics);
  return parsed;
}

/// Takes in the store or spec of a file, over one that is there already.
void put_into(language::Library& library, const Parsed& parsed) {
  if (parsed.file.store) library.stores.insert_or_assign(parsed.file.store->name, *parsed.file.store);
  if (parsed.file.spec) library.specs.insert_or_assign(parsed.file.spec->name, *parsed.file.spec);
}

bool is_store_or_spec(const Input& input) { return input.word == FileWord::store || input.word == FileWord::spec; }

language::Library shipped_library() {
  language::Library library;
  for (const ShippedText& text : shipped_texts()) {
    if (shipped_word(text) == FileWord::protocol) continue;
    Input input;
    input.source =
        std::make_shared<const language::Source>(language::Source{std::string(text.path), std::string(text.text)});
    put_into(library, parse_input(input));
  }
  return library;
}

std::optional<language::syntax::Range> parsed_value(const std::string& name, const std::string& text,
                                                    language::Diagnostics& diagnostics) {
  const auto source = std::make_shared<const language::Source>(language::Source{"--set " + name, text});
  return language::parse_value(source, diagnostics);
}

/// The texts behind `=` of --set, parsed; what is wrong with them is a UserError.
language::Settings settings_of(const ModelOptions& options) {
  language::Settings settings;
  settings.clients = options.clients;
  for (const auto& [name, text] : options.params) {
    language::Diagnostics diagnostics;
    auto value = parsed_value(name, text, diagnostics);
    if (!value || language::has_errors(diagnostics)) {
      std::string complaints = fmt::format("--set {}={} cannot be read\n", name, text);
      for (const language::Diagnostic& diagnostic : diagnostics) complaints += language::to_text(diagnostic);
      throw UserError(complaints);
    }
    settings.params.emplace(name, *std::move(value));
  }
  return settings;
}

/// A protocol that was read without errors, kept to be read again with other settings.
struct ReadAgain {
  language::syntax::Protocol protocol;
  std::shared_ptr<const language::Source> source;
  language::Library library;
  language::Settings settings;

  /// `change`: gives false where there are no such settings.
  template <class Change>
  std::optional<language::Model> with(const Change& change) const {
    language::Diagnostics diagnostics;
    language::Settings changed = settings;
    if (!change(changed, diagnostics)) return std::nullopt;
    auto model = language::resolve(protocol, source, library, changed, diagnostics);
    return language::has_errors(diagnostics) ? std::nullopt : std::move(model);
  }

  /// `sizes`: where the numbers of clients are others, too.
  std::optional<language::Model> with_param(const std::string& param, const std::string& text,
                                            const Sizes& sizes) const {
    return with([&](language::Settings& changed, language::Diagnostics& diagnostics) {
      for (const auto& [kind, clients] : sizes) changed.clients[kind] = clients;
      auto value = parsed_value(param, text, diagnostics);
      if (value) changed.params.insert_or_assign(param, *std::move(value));
      return value.has_value();
    });
  }

  std::optional<language::Model> with_clients(const std::string& kind, std::uint32_t clients) const {
    return with([&](language::Settings& changed, language::Diagnostics&) {
      changed.clients[kind] = clients;
      return true;
    });
  }
};

/// The kind that is named, or the first of which there are several; else the first.
std::optional<std::uint32_t> varied_kind(const language::Model& model, const std::string& any_number_of) {
  if (any_number_of.empty() || model.kinds.empty()) return std::nullopt;
  const auto is_wanted = [&](const language::ClientKind& kind) {
    return any_number_of == "any" ? kind.count > 1 : kind.name == any_number_of;
  };
  const auto found = std::find_if(model.kinds.begin(), model.kinds.end(), is_wanted);
  if (found == model.kinds.end() && any_number_of != "any")
    throw UserError(fmt::format("{} has no clients {}", model.name, any_number_of));
  if (found == model.kinds.end()) return 0;
  return static_cast<std::uint32_t>(found - model.kinds.begin());
}

class Reader {
 public:
  Reader(const std::vector<Input>& files, const ModelOptions& options)
      : files_(files),
        settings_(settings_of(options)),
        any_number_of_(options.any_number_of),
        library_(shipped_library()) {}

  Protocols run() {
    for (const Input& input : files_) parsed_.push_back(parse_input(input));
    for (Parsed& parsed : parsed_) {
      if (!is_store_or_spec(parsed.input)) continue;
      check_for_second(parsed);
      put_into(named_, parsed);
      if (parsed.input.named && parsed.file.store && !language::has_errors(parsed.diagnostics)) {
        language::Diagnostics of_uses = language::complaints_about_uses(*parsed.file.store, parsed.input.source);
        parsed.diagnostics.insert(parsed.diagnostics.end(), of_uses.begin(), of_uses.end());
      }
      report(parsed.diagnostics);
      if (parsed.input.named && !language::has_errors(parsed.diagnostics)) {
        result_.others.push_back(fmt::format("{} is a {} and can be read. Check a protocol that uses it.",
                                             shown(parsed.input.path), to_text(parsed.input.word)));
      }
    }
    for (Parsed& parsed : parsed_) {
      if (!is_store_or_spec(parsed.input)) read(parsed);
    }
    return std::move(result_);
  }

  /// Of the only file, after `run`; `whole` is its model.
  std::vector<BrokenTwin> twins(const language::Model& whole) {
    std::vector<BrokenTwin> twins;
    const Parsed& parsed = parsed_.front();
    language::Diagnostics ignored;
    const language::Library library = library_for(parsed, parsed.left_out, ignored);
    for (language::Break& broken : language::breaks_of(*parsed.file.protocol)) {
      if (broken.swapped && !language::is_order_seen(whole, *broken.swapped)) continue;
      language::Diagnostics complaints;
      auto model = language::resolve(broken.protocol, parsed.input.source, library, settings_, complaints);
      std::string by = complaint_of_expectation(complaints);
      if (by.empty() && (!model || language::has_errors(complaints))) continue;
      if (!by.empty()) model.reset();
      twins.push_back(BrokenTwin{
          .place = broken.place, .sentence = std::move(broken.sentence), .protocol = {}, .noticed_by = std::move(by)});
      if (model)
        twins.back().protocol = Protocol{.file = parsed.input.path,
                                         .model = *std::move(model),
                                         .with_param = {},
                                         .with_clients = {},
                                         .any_number_of = {}};
    }
    return twins;
  }

 private:
  /// Where all errors say that an expectation does not apply any more: the first of them.
  static std::string complaint_of_expectation(const language::Diagnostics& complaints) {
    std::string first;
    for (const language::Diagnostic& complaint : complaints) {
      if (complaint.severity != language::Severity::error) continue;
      if (complaint.number != "E0422") return {};
      if (first.empty()) first = complaint.sentence;
    }
    return first;
  }

  /// A neighbour that the protocol does not use must not stand in its way: one with errors is left out.
  void read(Parsed& parsed) {
    language::Diagnostics diagnostics = std::move(parsed.diagnostics);
    std::set<std::string>& left_out = parsed.left_out;
    while (parsed.file.protocol && !language::has_errors(diagnostics)) {
      language::Diagnostics found = diagnostics;
      language::Library library = library_for(parsed, left_out, found);
      auto model = language::resolve(*parsed.file.protocol, parsed.input.source, library, settings_, found);
      if (leave_out(parsed, found, left_out)) continue;
      if (model && !language::has_errors(found)) {
        const auto any_number_of = varied_kind(*model, any_number_of_);
        const auto again = std::make_shared<const ReadAgain>(
            ReadAgain{*parsed.file.protocol, parsed.input.source, std::move(library), settings_});
        result_.sound.push_back(
            {parsed.input.path, *std::move(model),
             [again](const std::string& param, const std::string& text, const Sizes& sizes) {
               return again->with_param(param, text, sizes);
             },
             [again](const std::string& kind, std::uint32_t clients) { return again->with_clients(kind, clients); },
             any_number_of});
      }
      diagnostics = std::move(found);
      break;
    }
    for (const std::string& path : left_out) {
      tell(fmt::format("note: {0} has errors and is left out; interlock check {0} shows them\n", shown(path)));
    }
    if (parsed.input.word == FileWord::other) keep_first_error(diagnostics);
    report(std::move(diagnostics));
  }

  /// Of a text that is no model at all every line is an error.
  static void keep_first_error(language::Diagnostics& diagnostics) {
    language::put_in_order(diagnostics);
    const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), [](const language::Diagnostic& complaint) {
      return complaint.severity == language::Severity::error;
    });
    if (first != diagnostics.end()) diagnostics = language::Diagnostics{*first};
  }

  static bool uses(const language::syntax::Protocol& protocol, const Parsed& neighbour) {
    const std::string name = heading_of(neighbour.input.source->text).name;
    if (neighbour.input.word == FileWord::store) {
      return std::any_of(protocol.servers.begin(), protocol.servers.end(),
                         [&](const language::syntax::Server& server) { return server.store == name; });
    }
    return std::any_of(protocol.expectations.begin(), protocol.expectations.end(),
                       [&](const language::syntax::Expectation& expected) { return expected.spec == name; });
  }

  /// Adds the neighbours that errors were found in and that are not used; true if there are any.
  bool leave_out(const Parsed& parsed, const language::Diagnostics& found, std::set<std::string>& left_out) {
    const std::size_t before = left_out.size();
    for (const Parsed* other : neighbours_of(parsed)) {
      const Parsed& neighbour = *other;
      const bool is_wrong = std::any_of(found.begin(), found.end(), [&](const language::Diagnostic& complaint) {
        return complaint.severity == language::Severity::error && complaint.place.source == neighbour.input.source;
      });
      if (is_wrong && !uses(*parsed.file.protocol, neighbour)) left_out.insert(neighbour.input.path);
    }
    return left_out.size() > before;
  }

  /// What ships, over it the neighbours of a file on disk, over them what the command line names. Errors in neighbours
  /// that are not left out go to `found`.
  language::Library library_for(const Parsed& parsed, const std::set<std::string>& left_out,
                                language::Diagnostics& found) {
    language::Library library = library_;
    for (const Parsed* neighbour : neighbours_of(parsed)) {
      if (left_out.count(neighbour->input.path) != 0) continue;
      put_into(library, *neighbour);
      found.insert(found.end(), neighbour->diagnostics.begin(), neighbour->diagnostics.end());
    }
    for (const auto& [name, store] : named_.stores) library.stores.insert_or_assign(name, store);
    for (const auto& [name, spec] : named_.specs) library.specs.insert_or_assign(name, spec);
    return library;
  }

  /// A file beside a protocol, of which the first words are known; read and parsed when it is needed.
  struct Neighbour {
    std::string path;
    Heading heading;
    std::optional<Parsed> parsed;
    bool is_read = false;
  };

  /// The specs beside a file on disk, and the stores that it names. Each directory is looked at once; other files are
  /// not read.
  std::vector<const Parsed*> neighbours_of(const Parsed& protocol) {
    if (protocol.input.shipped || !protocol.file.protocol) return {};
    const fs::path parent = fs::path(protocol.input.path).parent_path();
    const std::string directory = parent.empty() ? "." : parent.string();
    const auto [entry, is_new] = neighbours_.try_emplace(directory);
    if (is_new) look_at(directory, entry->second);
    const auto& servers = protocol.file.protocol->servers;
    std::vector<const Parsed*> needed;
    for (Neighbour& neighbour : entry->second) {
      const bool is_store = neighbour.heading.word == FileWord::store;
      const auto names_it = [&](const auto& server) { return server.store == neighbour.heading.name; };
      if (is_store && std::none_of(servers.begin(), servers.end(), names_it)) continue;
      if (const Parsed* parsed = parse(neighbour)) needed.push_back(parsed);
    }
    return needed;
  }

  void look_at(const std::string& directory, std::vector<Neighbour>& neighbours) {
    constexpr std::size_t most_files = 10'000;
    std::vector<std::string> paths = files_of_directory(directory);
    if (paths.size() > most_files) {
      tell(fmt::format("note: {} has {} files beside the protocol; stores and specs are looked for in the first {}\n",
                       shown(directory), paths.size(), most_files));
      paths.resize(most_files);
    }
    for (const std::string& path : paths) {
      const Heading heading = heading_of_file(path);
      const bool is_wanted = heading.word == FileWord::store || heading.word == FileWord::spec;
      if (is_wanted && !is_named(path)) neighbours.push_back({path, heading, std::nullopt, false});
    }
  }

  const Parsed* parse(Neighbour& neighbour) {
    constexpr std::size_t most_bytes = std::size_t{32} << 20U;
    if (!std::exchange(neighbour.is_read, true)) {
      const std::optional<Input> input = read_neighbour(neighbour.path);
      neighbour_bytes_ += input ? input->source->text.size() : 0;
      if (neighbour_bytes_ > most_bytes)
        throw UserError(fmt::format("the stores and specs beside {} have more than {} MB; put the protocol elsewhere",
                                    shown(neighbour.path), most_bytes >> 20U));
      if (input) neighbour.parsed = parse_input(*input);
    }
    return neighbour.parsed ? &*neighbour.parsed : nullptr;
  }

  bool is_named(const std::string& path) const {
    std::error_code ignored;
    return std::any_of(files_.begin(), files_.end(),
                       [&](const Input& input) { return !input.shipped && fs::equivalent(input.path, path, ignored); });
  }

  void check_for_second(const Parsed& parsed) {
    const bool is_store = parsed.file.store.has_value();
    const std::string name = is_store ? parsed.file.store->name : parsed.file.spec ? parsed.file.spec->name : "";
    if (name.empty()) return;
    const auto [entry, is_new] = places_.emplace(std::pair(is_store, name), parsed.input.path);
    if (is_new) return;
    result_.has_errors = true;
    const std::string sentence = fmt::format("two files define the {} {}: {} and {}", to_text(parsed.input.word), name,
                                             shown(entry->second), shown(parsed.input.path));
    result_.complaints += "error: " + sentence + "\n";
    result_.diagnostics.push_back(complaint_about(parsed.input.path, sentence));
  }

  void report(language::Diagnostics diagnostics) {
    language::put_in_order(diagnostics);
    result_.has_errors = result_.has_errors || language::has_errors(diagnostics);
    const std::size_t all = diagnostics.size();
    keep_most_important(diagnostics);
    for (const language::Diagnostic& diagnostic : diagnostics) {
      if (tell(language::to_text(diagnostic))) result_.diagnostics.push_back(diagnostic);
    }
    if (all > diagnostics.size()) tell(fmt::format("note: and {} more\n", all - diagnostics.size()));
  }

  /// Nobody reads thousands of them; errors come before warnings then.
  static void keep_most_important(language::Diagnostics& diagnostics) {
    constexpr std::size_t most_told = 200;
    if (diagnostics.size() <= most_told) return;
    std::stable_partition(diagnostics.begin(), diagnostics.end(), [](const language::Diagnostic& diagnostic) {
      return diagnostic.severity == language::Severity::error;
    });
    diagnostics.erase(diagnostics.begin() + most_told, diagnostics.end());
  }

  /// Once: an error in a store is met again in another protocol.
  bool tell(const std::string& text) {
    if (!told_.insert(text).second) return false;
    result_.complaints += (result_.complaints.empty() ? "" : "\n") + text;
    return true;
  }

  const std::vector<Input>& files_;
  language::Settings settings_;
  std::string any_number_of_;
  language::Library library_;
  language::Library named_;
  std::vector<Parsed> parsed_;
  std::map<std::string, std::vector<Neighbour>> neighbours_;
  std::size_t neighbour_bytes_ = 0;
  std::map<std::pair<bool, std::string>, std::string> places_;
  std::set<std::string> told_;
  Protocols result_;
};

}  // namespace

Protocols read_protocols(const std::vector<Input>& files, const ModelOptions& options) {
  return Reader(files, options).run();
}

language::Diagnostic complaint_about(const std::string& path, const std::string& sentence) {
  language::Diagnostic diagnostic;
  diagnostic.number = "input";
  diagnostic.sentence = sentence;
  diagnostic.place.source = std::make_shared<const language::Source>(language::Source{path, {}});
  return diagnostic;
}

namespace {

Protocol only_one(Protocols protocols, const std::string& word) {
  write_message(protocols.complaints);
  if (protocols.sound.empty()) throw UserError(fmt::format("{} has errors, see above", word));
  return std::move(protocols.sound.front());
}

}  // namespace

Protocol read_protocol(const std::string& word, const ModelOptions& options) {
  return only_one(read_protocols({find_protocol(word)}, options), word);
}

ProtocolAndTwins read_twins(const std::string& word, const ModelOptions& options) {
  const std::vector<Input> files{find_protocol(word)};
  Reader reader(files, options);
  Protocol protocol = only_one(reader.run(), word);
  std::vector<BrokenTwin> twins = reader.twins(protocol.model);
  return ProtocolAndTwins{.protocol = std::move(protocol), .twins = std::move(twins)};
}

check::WithParam with_param_of(const Protocol& protocol, const Sizes& sizes) {
  if (!protocol.with_param) return {};
  return [with = protocol.with_param, sizes](const std::string& param, const std::string& value) {
    return with(param, value, sizes);
  };
}

}  // namespace interlock::cli
