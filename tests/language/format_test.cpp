// `format`: the same words on the same lines of code, comments kept, and twice is once.

#include "engine/language/format/format.hpp"

#include "engine/language/syntax/lexer.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace interlock::language {
namespace {

std::shared_ptr<const Source> source_of(const std::string& text) {
  return std::make_shared<const Source>(Source{"test.interlock", text});
}

std::string formatted(const std::string& text) {
  Diagnostics diagnostics;
  const auto result = format(source_of(text), diagnostics);
  INFO(text);
  REQUIRE(result);
  return *result;
}

/// The words, a line of code each, and the comments.
std::vector<std::string> words_of(const std::string& text) {
  Diagnostics diagnostics;
  const auto source = source_of(text);
  const Lexed lexed = lex(source, diagnostics);
  std::vector<std::string> words;
  std::uint32_t line = 0;
  for (const Token& token : lexed.tokens) {
    if (token.line != std::exchange(line, token.line)) words.emplace_back("line");
    words.push_back(std::to_string(static_cast<int>(token.form)) + std::string(token.text));
  }
  for (const auto& [at, comment] : lexed.comments) words.push_back("#" + comment);
  return words;
}

std::vector<std::string> shipped_texts() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"models", "specs"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(INTERLOCK_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".interlock") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

/// Every line further in or out, by its number, with blanks at its end.
std::string shaken(const std::string& text) {
  std::string result;
  std::size_t line = 0, begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string content = text.substr(begin, end - begin);
    const bool is_empty = content.find_first_not_of(' ') == std::string::npos;
    result += (is_empty ? "" : std::string(line % 3, ' ')) + content + std::string(line % 2, ' ') + "\n";
    if (is_empty) result += "\n";
    ++line;
    begin = end + 1;
  }
  return result;
}

}  // namespace

TEST_CASE("format: what ships is in shape, and its words stay where lines are moved") {
  const std::vector<std::string> texts = shipped_texts();
  REQUIRE(texts.size() > 200);
  for (const std::string& text : texts) {
    CHECK(formatted(text) == text);
    const std::string once = formatted(shaken(text));
    CHECK(words_of(once) == words_of(text));
    CHECK(formatted(once) == once);
  }
}

TEST_CASE("format: lines of a block stand two columns in, what goes on stays further in") {
  CHECK(formatted("protocol tiny\r\n\"Words.\"\r\n\n\n\nserver redis : redis { lock : string }\n"
                  "client worker[2] {\n\tme = fresh id   # mine \n\n\n"
                  "      # a comment\n\tretry until redis.SET(lock, me, NX,\n\t                PX 3s)\n"
                  "\tcritical {\nwork 1s\n  }\n\tatomic { if redis.GET(lock) == me {\n redis.DEL(lock)\n} }\n"
                  "      }\n\n") ==
        "protocol tiny\n\"Words.\"\n\nserver redis : redis { lock : string }\n"
        "client worker[2] {\n  me = fresh id   # mine\n\n"
        "  # a comment\n  retry until redis.SET(lock, me, NX,\n                  PX 3s)\n"
        "  critical {\n    work 1s\n  }\n  atomic { if redis.GET(lock) == me {\n    redis.DEL(lock)\n  } }\n"
        "}\n");
}

TEST_CASE("format: a text with errors is left as it is") {
  Diagnostics diagnostics;
  CHECK_FALSE(format(source_of("protocol tiny\nclient worker {\n"), diagnostics));
  CHECK(has_errors(diagnostics));
}

}  // namespace interlock::language
