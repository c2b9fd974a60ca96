#pragma once
// Inside of the parser: where it stands, and what its parts share.
//
// A part that finds an error reports it and leaves `failed_` set; until someone takes it back in
// `recover_...`, nothing more is consumed or reported, and everything returns at once. So each part is
// written as if all went well, and no error hides the next statement's.

#include "engine/language/syntax/foreign_words.hpp"
#include "engine/language/syntax/lexer.hpp"
#include "engine/language/syntax/syntax.hpp"
#include "engine/language/text_limits.hpp"

#include <initializer_list>
#include <map>
#include <set>

namespace interlock::language {

class Parser {
 public:
  Parser(std::shared_ptr<const Source> source, Diagnostics& diagnostics);

  syntax::File file();
  std::vector<syntax::Fault> only_faults();
  std::optional<syntax::Range> only_value();

 private:
  using Expression = syntax::Expression;
  using Statement = syntax::Statement;
  using Words = std::initializer_list<std::string_view>;
  using Help = std::vector<std::string>;

  /// Counts one level of nesting for as long as it lives. False: too deep, and parsing has ended.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    explicit operator bool() const { return fits_; }

   private:
    Parser& parser_;
    bool fits_;
  };

  // parser.cpp: tokens
  const Token& peek(std::size_t ahead = 0) const;
  bool at(std::string_view text, std::size_t ahead = 0) const;
  bool at_any(Words texts) const;
  bool at_end() const { return peek().form == TokenForm::end; }
  bool follows(std::string_view text, std::size_t ahead = 0) const;  ///< and on this line
  bool name_follows(std::size_t ahead = 0) const;
  void advance();
  void join_line() { lexed_.tokens[position_].first_on_line = false; }
  bool take(std::string_view text);            ///< if it stands here
  bool take_following(std::string_view text);  ///< if it stands here on this line
  bool expect(std::string_view text, std::string_view why);
  bool expect_words(Words words, std::string_view form);
  std::string take_name(std::string_view what, Place* place = nullptr);
  std::string take_text(std::string_view what);
  std::string found() const;

  // parser.cpp: places and complaints
  Place place_of(const Token& token) const;
  Place span_from(std::size_t first) const;  ///< from there to the token before this one
  Place gap() const;                         ///< behind the token before this one
  Place here() const;                        ///< this token, or the gap before it if it is on a later line
  bool is_suppressed(const Place& place);
  void complain(std::string_view number, std::string sentence, Place place, std::string under = {}, Help help = {},
                std::vector<Note> notes = {});
  void fail(std::string_view number, std::string sentence, Place place, std::string under = {}, Help help = {},
            std::vector<Note> notes = {});
  void fail_expected(std::string_view what, Help help = {});
  void complain_foreign(const ForeignWord& word, const Place& place);
  static Help near(std::string_view word, Words known);
  static Help near(std::string_view word, const std::vector<std::string>& known);
  void give_up();

  // parser_expressions.cpp
  Expression expression();
  Expression condition();  ///< of a statement, where `=` is a slip
  Expression conjunction();
  Expression negation();
  Expression comparison();
  Expression sum();
  Expression unary();
  Expression binary(std::size_t first, std::string_view text, Expression left, Expression right);
  Expression compared(std::size_t first, Expression left);
  Expression is_comparison(std::size_t first, Expression left);
  bool count_operator();
  bool starts_value(std::size_t ahead) const;
  syntax::Range range();

  // parser_values.cpp: what stands between operators
  Expression leaf(syntax::ExpressionForm form);
  Expression postfix();
  Expression primary();
  bool goes_on_below();
  Expression literal();
  Expression parenthesised();
  bool open_group(std::string_view bracket);
  Expression word();
  bool is_prefix_word() const;
  std::optional<Expression> constant_word();
  Expression prefix_word();
  Expression quantifier();
  Expression rounding();
  Expression call_without_server();
  Expression foreign_expression(const ForeignWord& foreign);

  // parser_calls.cpp: what is asked of a server, and about a client
  Expression member(std::size_t first, Expression server);
  Expression element(std::size_t first, Expression container);
  std::vector<syntax::Argument> arguments();
  syntax::Argument argument();
  bool is_event() const;
  Expression event(std::size_t first, Expression client);

  // parser_types.cpp
  syntax::Type type(bool is_parameter = false);
  syntax::Type type_body(bool is_parameter);
  void integer_range(syntax::Type& result, bool is_parameter);
  void cases(syntax::Type& result);
  void capacity(syntax::Type& result);
  std::vector<syntax::Field> fields(std::string_view owner);
  syntax::Field field();
  void recover_field(std::size_t first);

  // parser_blocks.cpp: blocks, and how parsing goes on behind an error
  syntax::Block block(std::string_view owner);
  bool open_block(std::string_view owner);
  void close_block(std::size_t open);
  void statement_into(syntax::Block& result);
  void end_statement();
  void recover_statement(std::size_t first);
  bool next_item_starts() const;
  void note_indent(std::size_t open);

  // parser_statements.cpp: control
  Statement statement();
  using StatementPart = Statement (Parser::*)();
  static const std::map<std::string_view, StatementPart>& statement_parts();
  Statement statement_by_word(std::size_t first);
  bool starts_target() const;
  Statement unknown_statement();
  Statement foreign_statement(const ForeignWord& foreign);
  Statement marker();
  Statement return_statement();
  Statement if_statement();
  Statement loop_statement();
  Statement for_statement();
  Statement either_statement();
  Statement when_statement();
  Statement atomic_statement();
  Statement retry_statement();
  void retry_limit(Statement& result);
  void time_limit(Statement& result);
  void timeout(Statement& result);
  Statement finally_statement();
  Statement critical_statement();
  Statement section_statement();
  Statement background_statement();
  Statement every_statement();
  Statement busy_statement();
  Statement fence_statement();
  Statement property_statement();
  bool else_follows();

  // parser_effects.cpp: assignments, and what a store does
  Statement target_statement();
  void assigned_value(Statement& result);
  Statement cell_statement();
  Statement expire_statement();
  Statement add_statement();
  Statement remove_statement();
  Statement put_statement();
  Statement push_statement();
  Statement drop_statement();
  Statement reject_statement();

  // parser_protocol.cpp, parser_store.cpp, parser_specs.cpp, parser_expectations.cpp
  /// Its name and sentence, unless the file has no head, and its items to the end of the file.
  template <class Declaration>
  Declaration declaration(const char* what, void (Parser::*item)(Declaration&)) {
    Declaration result;
    if (position_ > 0) {
      result.name = take_name(what, &result.place);
      failed_ = gave_up_;
      if (name_follows() || peek().form == TokenForm::number) advance();
      result.sentence = optional_sentence();
    }
    while (!at_end()) {
      const std::size_t first = position_;
      operators_ = 0;
      (this->*item)(result);
      end_item(first);
    }
    return result;
  }
  syntax::Protocol protocol();
  void protocol_item(syntax::Protocol& result);
  syntax::Param param();
  syntax::Server server();
  syntax::Client client();
  std::vector<syntax::Param> client_params();
  syntax::OwnFault own_fault();
  std::optional<std::int64_t> count_in_brackets(std::string_view what);
  syntax::Store store();
  void store_item(syntax::Store& result);
  syntax::TypeName type_name();
  syntax::Operation operation();
  syntax::Parameter parameter();
  void answers(syntax::Operation& result);
  syntax::Spec spec();
  syntax::Spec spec_file();
  std::string telling(syntax::PropertyForm form);
  syntax::Property property();
  void property_body(syntax::Property& result);
  void leads_to(syntax::Property& result);
  void expectations(std::vector<syntax::Expectation>& result);
  syntax::Expectation expectation();
  void expectation_options(syntax::Expectation& result);
  std::vector<syntax::Fault> faults(bool counts_first);
  syntax::Fault fault(bool counts_first);
  void fault_details(syntax::Fault& result, bool counts_first);

  // parser_protocol.cpp: items
  std::string optional_sentence();
  void end_item(std::size_t first);
  void unknown_item(Words known, std::string_view file_kind);
  bool looks_like_item() const;
  void recover_item(std::size_t first);
  void recover_head();

  std::shared_ptr<const Source> source_;
  Diagnostics& diagnostics_;
  Lexed lexed_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
  std::size_t operators_ = 0;  // since the statement, field or property began
  bool failed_ = false;
  bool gave_up_ = false;
  std::size_t errors_ = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> complained_;  // lines and columns
  std::set<std::string, std::less<>> numbers_;                    // of what was reported
  std::optional<std::pair<Place, Place>> odd_indent_;             // a block's { and a } that looks like another's
};

/// Words that can be no names, because an expression or a statement may start or go on with them.
bool is_reserved(std::string_view word);

/// Words that start a statement.
const std::vector<std::string>& statement_words();

}  // namespace interlock::language
