// A file, and the declarations of a protocol.

#include "engine/language/parser/state.hpp"
#include "engine/language/syntax/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace interlock::language {

namespace {

constexpr std::array<std::string_view, 3> heads = {"protocol", "store", "spec"};
constexpr std::array<std::string_view, 6> protocol_words = {"param", "server", "client", "fault", "expect", "source"};
constexpr std::array<std::string_view, 6> store_words = {"op", "type", "state", "connection", "remembered", "on"};

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

/// Where the first word is missing or misspelt, the declarations tell what the file is.
syntax::File Parser::file() {
  syntax::File result;
  const Token& token = peek();
  std::string head(token.text);
  if (token.form == TokenForm::end) {
    if (!gave_up_ && lexed_.damaged.empty()) {
      fail("E0101", "this file is empty", place_of(token), "",
           {"a file starts with protocol NAME, store NAME or spec NAME"});
    }
    return result;
  }
  if (token.form != TokenForm::name || !contains(heads, head)) {
    const std::optional<std::string> meant = nearest_name(head, {"protocol", "store", "spec"});
    Help help = {"write protocol NAME, store NAME or spec NAME above it"};
    if (meant) help = {fmt::format("a word close to it: {}", *meant)};
    complain("E0101", "a file starts with protocol, store or spec", place_of(token), "", std::move(help));
    if (!meant) {
      if (contains(protocol_words, head)) result.protocol = protocol();
      if (contains(store_words, head)) result.store = store();
      return result;
    }
    head = *meant;
  }
  advance();
  if (head == "protocol") result.protocol = protocol();
  if (head == "store") result.store = store();
  if (head == "spec") result.spec = spec_file();
  return result;
}

std::optional<syntax::Range> Parser::only_value() {
  join_line();
  syntax::Range result = range();
  if (!failed_ && !at_end()) fail_expected("the end of the value");
  if (failed_) return std::nullopt;
  return result;
}

syntax::Protocol Parser::protocol() { return declaration("the name of the protocol", &Parser::protocol_item); }

void Parser::protocol_item(syntax::Protocol& result) {
  if (at("source")) {
    advance();
    result.source = take_text("an address in double quotes");
  } else if (at("param")) {
    advance();
    syntax::Param next = param();
    if (!failed_) result.params.push_back(std::move(next));
  } else if (at("server")) {
    advance();
    syntax::Server next = server();
    if (!failed_) result.servers.push_back(std::move(next));
  } else if (at("client")) {
    advance();
    syntax::Client next = client();
    if (!next.name.empty()) result.clients.push_back(std::move(next));
  } else if (at("fault")) {
    advance();
    syntax::OwnFault next = own_fault();
    if (!next.name.empty()) result.own_faults.push_back(std::move(next));
  } else if (at("spec")) {
    advance();
    syntax::Spec next = spec();
    if (!failed_) result.specs.push_back(std::move(next));
  } else if (at("expect")) {
    advance();
    expectations(result.expectations);
  } else {
    unknown_item({"param", "server", "client", "fault", "spec", "expect", "source"}, "protocol");
  }
}

syntax::Param Parser::param() {
  syntax::Param result;
  result.name = take_name("the name of the parameter", &result.place);
  expect("=", "write param NAME = 10s");
  if (failed_) return result;
  const TokenForm form = peek().form;
  const bool is_number = form == TokenForm::number || form == TokenForm::duration;
  if (!is_number && !at("-")) {
    fail_expected("a number, a duration or a range of them", {"write param NAME = 10s"});
    return result;
  }
  result.value = range();
  return result;
}

/// `[5]` behind a name.
std::optional<std::int64_t> Parser::count_in_brackets(std::string_view what) {
  if (!follows("[") || !open_group("[")) return std::nullopt;
  const Token& token = peek();
  if (token.form != TokenForm::number) {
    fail_expected(fmt::format("a number of {}", what));
    return std::nullopt;
  }
  if (token.number < 1) {
    fail("E0164", fmt::format("at least one of the {} is needed", what), place_of(token));
  }
  advance();
  expect("]", "");
  return token.number;
}

syntax::Server Parser::server() {
  syntax::Server result;
  result.name = take_name("the name of the server", &result.place);
  const std::optional<std::int64_t> count = count_in_brackets("servers");
  result.is_array = count.has_value();
  result.count = count.value_or(1);
  if (!failed_ && !follows(":")) {
    fail_expected("':'", {"write server NAME : STORE, for example server redis : redis { }"});
  }
  take(":");
  result.store = take_name("the name of a store", &result.store_place);
  while (!failed_ && name_follows()) {
    bool* const said = at("durable")      ? &result.durable
                       : at("replicated") ? &result.replicated
                       : at("steady")     ? &result.steady
                                          : nullptr;
    if (said == nullptr || *said) {
      fail_expected("'{' or the end of the line",
                    {"behind the store may stand: durable (a restart loses no cell), replicated (it may fail over), "
                     "steady (no fault strikes it)"});
      break;
    }
    *said = true;
    advance();
  }
  if (!failed_ && follows("{")) result.cells = fields("server NAME : STORE");
  return result;
}

syntax::Client Parser::client() {
  syntax::Client result;
  result.name = take_name("the name of the client", &result.place);
  result.count = count_in_brackets("clients").value_or(1);
  if (!failed_ && follows("(")) result.params = client_params();
  while (!failed_) {
    if (!result.is_once && take_following("once"))
      result.is_once = true;
    else if (!result.is_daemon && take_following("daemon"))
      result.is_daemon = true;
    else if (!result.steady && take_following("steady"))
      result.steady = true;
    else
      break;
  }
  if (!failed_ && result.is_once && result.is_daemon)
    complain("E0172", "a client has one round (once) or never rests (daemon)", result.place, "",
             {"leave one of them out"});
  if (!failed_ && take_following("like")) {
    result.like = take_name("the client whose program it has", &result.like_place);
    if (!failed_ && follows("(")) result.params = client_params();
    if (!failed_ && follows("{"))
      fail("E0172", fmt::format("{} has the program of {}, and none of its own", result.name, result.like),
           place_of(peek()), "", {"leave out like, or this block"});
    return result;
  }
  if (failed_ || (!at("{") && !open_block("client NAME"))) recover_head();
  result.body = block("client NAME");
  return result;
}

/// `(ttl = 3s, busy = 1s..5s)`: params of this kind of client alone.
std::vector<syntax::Param> Parser::client_params() {
  std::vector<syntax::Param> result;
  if (!open_group("(")) return result;
  do {
    if (at("[") || peek().form == TokenForm::number) {
      fail_expected("a param: NAME = 3s", {"how many there are stands in brackets: client NAME[2]"});
      return result;
    }
    syntax::Param next = param();
    if (!failed_) result.push_back(std::move(next));
  } while (!failed_ && take_following(","));
  if (!failed_) expect(")", "write client NAME(ttl = 3s)");
  return result;
}

syntax::OwnFault Parser::own_fault() {
  syntax::OwnFault result;
  result.name = take_name("the name of the fault", &result.place);
  if (!failed_ && peek().form == TokenForm::text) result.sentence = take_text("what happens, in double quotes");
  if (failed_ || (!at("{") && !open_block("fault NAME"))) recover_head();
  result.body = block("fault NAME");
  return result;
}

/// Behind an error in front of a block: the block is worth reading all the same.
void Parser::recover_head() {
  if (gave_up_) return;
  for (std::size_t ahead = 0; !peek(ahead).first_on_line; ++ahead) {
    if (!at("{", ahead)) continue;
    position_ += ahead;
    failed_ = false;
    return;
  }
}

void Parser::end_item(std::size_t first) {
  if (!failed_ && !at_end() && !peek().first_on_line) {
    fail("E0150", fmt::format("expected the end of the line, found {}", found()), here(), "",
         {"each declaration stands on a line of its own"});
  }
  if (failed_) recover_item(first);
}

/// A known word, or an unknown one at the margin that is no statement.
bool Parser::looks_like_item() const {
  const std::string_view word = peek().text;
  if (peek().form != TokenForm::name) return false;
  if (contains(protocol_words, word) || contains(store_words, word) || word == "spec") return true;
  return peek().column == 1 && !starts_target() && !contains(statement_words(), word);
}

/// Goes to the next line that starts a declaration and is not inside of a block.
void Parser::recover_item(std::size_t first) {
  failed_ = gave_up_;
  std::size_t open = 0;
  while (!at_end()) {
    const bool fresh_line = peek().first_on_line && position_ > first;
    if (fresh_line && (next_item_starts() || (open == 0 && looks_like_item()))) return;
    if (at("{")) ++open;
    if (at("}") && open > 0) --open;
    advance();
  }
}

void Parser::unknown_item(Words known, std::string_view file_kind) {
  const Token& token = peek();
  const Place place = place_of(token);
  const std::string word = printable(token.text, 40);
  if (at("}")) return fail("E0123", "this } closes nothing", place, "", {"leave it out"});
  if (token.form != TokenForm::name) {
    return fail("E0150", fmt::format("expected a declaration, found '{}'", word), place, "",
                {fmt::format("a {} file goes on with one of: {}", file_kind, fmt::join(known, ", "))});
  }
  const bool is_store = file_kind == "store";
  if (contains(heads, word)) {
    return fail("E0161", "a file holds one protocol, one store or one spec", place, "",
                {fmt::format("put this {} into a file of its own", word)});
  }
  if (is_store ? contains(protocol_words, word) : contains(store_words, word)) {
    return fail("E0162", fmt::format("{} does not belong into a {} file", word, file_kind), place, "",
                {fmt::format("a {} file declares: {}", file_kind, fmt::join(known, ", "))});
  }
  if (contains(statement_words(), word) || starts_target()) {
    return fail("E0160", "a statement stands inside a block", place, "this one stands outside",
                {is_store ? "write op NAME(...) { ... } around it, or is there a } too many above?"
                          : "write client NAME { ... } around it, or is there a } too many above?"});
  }
  if (const ForeignWord* foreign = foreign_word(word)) {
    complain_foreign(*foreign, place);
    failed_ = true;
    return;
  }
  fail("E0102", fmt::format("there is no declaration {}", word), place, "", near(word, known));
}

}  // namespace interlock::language
