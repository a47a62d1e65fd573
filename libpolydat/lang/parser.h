// The parser's inside: shared by parse.cpp (tokens, errors, resuming), parse_statement.cpp and parse_expression.cpp.
//
// Expressions are read by operator precedence over an explicit stack of frames, blocks over a stack of open statements: no
// function here calls itself on nested input. The one exception is a placeholder inside a string, which is read by a parser of
// its own: such nesting needs a new level of escaped quotes, so its depth is at most the logarithm of the text's size.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"
#include "lang/lexer.h"
#include "lang/text_map.h"
#include "lang/token.h"
#include "polydat/limits.h"

namespace polydat::lang {

class Parser {
 public:
  // `silent`: mistakes make the read fail and are not reported (limits are).
  Parser(std::string_view text, std::size_t begin, const TextMap& map, Program& program, const Limits& limits, Diagnostics& diagnostics,
         bool silent, std::uint64_t depth)
      : text_(text),
        lexer_(text, begin),
        map_(map),
        program_(program),
        limits_(limits),
        diagnostics_(diagnostics),
        silent_(silent),
        depth_(depth) {}

  // A whole program; reports every mistake.
  void parse_program();
  // The whole text as one expression; nothing when it is not one.
  std::optional<ExprId> parse_placeholder();
  // The same; what follows the expression is a mistake that is reported.
  std::optional<ExprId> parse_whole_expression();
  // Fills the parts of a string that is not in the tree yet, when every placeholder of `text` reads as an expression.
  void interpolate(Expr& expr, std::string_view text, const TextMap& map);
  bool stopped() const { return stopped_; }

 private:
  enum class FrameKind : std::uint8_t { Binary, Unary, Paren, Call, List, If };
  enum class IfStage : std::uint8_t { Condition, Then, Else, ElseIf };
  struct Operator {
    std::string_view text;
    std::uint8_t level;  // of the operator table; higher binds tighter
    bool right = false;
  };
  struct OpenBlock {
    Statement statement;
    bool has_mistake = false;
  };
  // Braces of a string that is plain text because of them, though something in its braces could only be meant for the name of a wire.
  struct UnreadPlaceholder {
    std::string text;
    SourceRange range;
  };
  // What is being read around the current place. Arguments of calls, lists and ifs lie on args_ from args_base on.
  struct Frame {
    FrameKind kind = FrameKind::Paren;
    IfStage stage = IfStage::Condition;
    std::uint8_t level = 0;        // Binary
    bool right = false;            // Binary
    SourceRange head;              // operator, opening bracket, function name
    std::uint32_t begin = 0;       // source offset at which the expression begins
    std::uint32_t text_begin = 0;  // of the head in text_
    std::uint32_t text_size = 0;
    ExprId left;  // Binary
    std::size_t args_base = 0;
  };

  // Tokens.
  const Token& peek(std::size_t ahead = 0);
  Token take();
  bool at(TokenKind kind) { return peek().kind == kind; }
  std::string_view text_of(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  SourceRange range_of(const Token& token) const { return {map_.to_source(token.begin), map_.to_source(token.end)}; }
  SourceRange range_of_error(const Token& token) const {
    const std::uint32_t begin = token.error_begin == 0 ? token.begin : token.error_begin;
    return {map_.to_source(begin), map_.to_source(token.error_begin == 0 ? token.end : begin + 1)};
  }
  std::uint32_t last_end() const { return map_.to_source(last_end_); }
  // A name where the three soft words are names too.
  static bool is_soft_name(TokenKind kind);
  bool is_word(const Token& token, std::string_view word) const { return token.kind == TokenKind::Name && text_of(token) == word; }

  // Errors. fail() reports at the token (its own lexical mistake, if it has one) and returns false.
  bool fail(const Token& token, std::string_view code, std::string message, std::string label = {}, std::string suggestion = {});
  void report(SourceRange range, std::string_view code, std::string message, std::string suggestion = {});
  // More about the mistake that was reported last, if it was.
  void add_related(std::string what, SourceRange range) {
    if (reported_ != nullptr) reported_->related.push_back({std::move(what), range});
  }
  void add_note(std::string note) {
    if (reported_ != nullptr) reported_->notes.push_back(std::move(note));
  }
  // Reports a token's lexical mistake, once; true when it had one.
  bool report_lexical(Token& token);
  bool unexpected(const Token& token, std::string_view wanted, std::string_view code = "unexpected-token");
  // A bracket is open and cannot be closed here; says where it was opened when that is another line.
  bool unclosed(const Token& token, std::string_view wanted, SourceRange opening);
  bool limit(SourceRange range, std::string message, std::string_view option);
  bool enter(SourceRange range);  // one level deeper; false past the limit
  void leave(std::uint64_t levels = 1) { depth_ -= levels; }
  std::string describe(const Token& token) const;
  void synchronise(std::uint32_t statement_begin);
  void leave_unread(std::uint32_t begin, std::uint32_t end);
  bool starts_statement(std::size_t ahead);

  // Statements.
  bool parse_statement(Statement& statement, bool& opens_block);
  bool parse_input(Statement& statement);
  bool parse_extern(Statement& statement);
  bool parse_cursor(Statement& statement);
  bool parse_pragma(Statement& statement);
  bool parse_binding(Statement& statement);
  bool parse_tuple_binding(Statement& statement);
  bool parse_module_header(Statement& statement);
  bool parse_for_header(Statement& statement);
  bool parse_tile(Statement& statement);
  bool parse_tile_options(Statement& statement);
  bool parse_tile_body(Statement& statement);
  bool parse_polytile(Statement& statement);
  bool parse_polytile_option(Statement& statement);
  bool parse_params(std::vector<TypedName>& params, std::string_view what);
  bool parse_name(Name& name, std::string_view what, bool soft = false, std::string_view code = "missing-name");
  bool parse_type(std::string& type, SourceRange& range);
  bool parse_string(std::string& out, std::string_view what, TextMap* map = nullptr);
  bool parse_bind(const Statement& statement);
  bool parse_bound_value(Statement& statement);
  void close_block(std::vector<OpenBlock>& open, std::uint32_t end);
  bool expect(TokenKind kind, std::string_view wanted);

  // Expressions.
  std::optional<ExprId> parse_expression();
  bool parse_operand(ExprId& value, bool& complete);
  bool parse_name_operand(ExprId& value, bool& complete);
  bool parse_string_operand(ExprId& value);
  bool parse_after_value(ExprId& value, bool& wants_operand, bool& done);
  bool parse_cast(ExprId& value);
  bool close_call(ExprId& value);
  bool continue_list(ExprId& value, bool& wants_operand);
  bool continue_if(ExprId& value, bool& wants_operand);
  void reduce(ExprId& value);
  bool push(Frame frame);
  void begin_argument();
  void end_argument(ExprId value) { args_.back().value = value; }
  std::vector<Arg> take_args(std::size_t base);
  bool add(Expr expr, ExprId& id);
  // `map`: of what is returned, into the source.
  std::string process_string(const Token& token, TextMap* map) const;
  std::shared_ptr<const TextMap> map_of_for(const Token& token) const;
  std::optional<Operator> binary_operator(const Token& token) const;

  std::string_view text_;
  Lexer lexer_;
  const TextMap& map_;
  Program& program_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  std::string_view end_ = "the end of the text";  // what messages call it
  Diagnostic* reported_ = nullptr;                // the mistake that was reported last, until the next one
  bool silent_;
  bool stopped_ = false;                     // a limit was hit: nothing more is read
  bool failed_ = false;                      // there was a mistake: in this statement; in the whole text when silent
  std::uint64_t depth_;                      // levels of nesting around the current place
  std::optional<UnreadPlaceholder> unread_;  // of the string read last that has one
  std::deque<Token> ahead_;
  std::uint32_t last_end_ = 0;  // of the token taken last, in text_
  TokenKind last_kind_ = TokenKind::End;
  std::vector<Frame> frames_;
  std::vector<Arg> args_;
};

}  // namespace polydat::lang
