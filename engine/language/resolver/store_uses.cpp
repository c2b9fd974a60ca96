#include "engine/language/resolver/store_uses.hpp"

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;
using syntax::ParameterForm;

/// What may be handed over where the store does not say of which kind it is.
enum class Guess { name, span, number, truth, moment, lowest };
constexpr std::array all_guesses{Guess::name, Guess::span, Guess::number, Guess::truth, Guess::moment, Guess::lowest};
constexpr std::size_t most_values = 3;   ///< of one option: WEIGHTS 1 0
constexpr std::size_t most_guessed = 3;  ///< parameters whose guesses are tried out in all combinations

class Caller {
 public:
  Caller(const syntax::Store& store, const std::shared_ptr<const Source>& source) : store_(store), source_(source) {
    library_.stores.emplace(store.name, store);
  }

  /// Of the best guess; none where the store rejects this form of the call.
  Diagnostics complaints(const syntax::Operation& operation, const std::set<std::string>& given) const {
    std::size_t guessed = 0;
    for (const auto& parameter : operation.parameters)
      if (is_passed(parameter, given) && is_unsaid(parameter)) ++guessed;
    std::optional<Diagnostics> best;
    std::vector<Guess> guesses(guessed, Guess::name);
    for (bool goes_on = true; goes_on; goes_on = next(guesses)) {
      Diagnostics found = errors_of(operation, given, guesses);
      if (is_rejected(found)) continue;
      if (found.empty()) return {};
      if (!best || found.size() < best->size()) best = std::move(found);
    }
    return best.value_or(Diagnostics{});
  }

 private:
  static bool is_rejected(const Diagnostics& found) {
    return std::any_of(found.begin(), found.end(), [](const Diagnostic& one) { return one.number == "E0270"; });
  }

  /// False after the last.
  static bool next(std::vector<Guess>& guesses) {
    const bool are_many = guesses.size() > most_guessed;
    for (auto& guess : guesses) {
      const bool is_last = guess == all_guesses.back();
      const auto step = static_cast<std::size_t>(guess) + 1;
      guess = is_last ? all_guesses.front() : all_guesses.at(step);
      if (are_many) continue;  // all alike
      if (!is_last) return true;
    }
    return are_many && guesses.front() != all_guesses.front();
  }

  static bool is_passed(const syntax::Parameter& parameter, const std::set<std::string>& given) {
    const bool is_choice = parameter.form == ParameterForm::flag || parameter.form == ParameterForm::option;
    return !is_choice || given.contains(parameter.name);
  }

  static bool is_unsaid(const syntax::Parameter& parameter) {
    const bool is_value = parameter.form == ParameterForm::value || parameter.form == ParameterForm::option;
    return is_value && (!parameter.type || (parameter.type->form == syntax::TypeForm::named &&
                                            (parameter.type->name == "value" || parameter.type->name == "client")));
  }

  static std::string cell_of(const syntax::Parameter& parameter) { return "cell_" + parameter.name; }

  static syntax::Expression expression(ExpressionForm form, const Place& place, std::int64_t number = 0) {
    syntax::Expression result;
    result.form = form;
    result.place = result.text_place = place;
    result.number = number;
    return result;
  }

  static syntax::Expression name(const std::string& text, const Place& place) {
    syntax::Expression result = expression(ExpressionForm::name, place);
    result.text = text;
    return result;
  }

  static syntax::Expression guessed(Guess guess, const Place& place) {
    switch (guess) {
      case Guess::name: return name("me", place);
      case Guess::span: return expression(ExpressionForm::duration, place, 1'000'000);
      case Guess::number: return expression(ExpressionForm::number, place, 1);
      case Guess::truth: return expression(ExpressionForm::truth, place, 1);
      case Guess::lowest: return expression(ExpressionForm::infinity, place, -1);
      case Guess::moment: break;
    }
    return name("t", place);
  }

  static syntax::Expression value_of(const syntax::Type& type, const Place& place) {
    if (type.form == syntax::TypeForm::boolean) return guessed(Guess::truth, place);
    if (type.form == syntax::TypeForm::one_of) return name(type.cases.empty() ? "" : type.cases.front(), place);
    if (type.form == syntax::TypeForm::integer)
      return type.range.empty() ? guessed(Guess::number, place) : type.range.front().low;
    if (type.name == "duration") return guessed(Guess::span, place);
    if (type.name == "instant") return guessed(Guess::moment, place);
    if (type.name == "token") return guessed(Guess::number, place);
    return guessed(Guess::name, place);
  }

  syntax::Statement assignment(const std::string& variable, syntax::Expression value) const {
    syntax::Statement result;
    result.form = syntax::StatementForm::assign;
    result.place = value.place;
    result.text = "=";
    result.target = name(variable, value.place);
    result.value = std::move(value);
    return result;
  }

  syntax::Expression call(const syntax::Operation& operation, const std::set<std::string>& given,
                          std::vector<Guess> guesses, std::size_t values) const {
    syntax::Expression result = expression(ExpressionForm::call, operation.place);
    result.text = operation.name;
    result.operands.push_back(name("it", operation.place));
    const auto value = [&](const syntax::Parameter& parameter) {
      if (!is_unsaid(parameter)) return value_of(*parameter.type, operation.place);
      const Guess guess = guesses.front();
      guesses.erase(guesses.begin());
      return guessed(guess, operation.place);
    };
    for (const auto& parameter : operation.parameters) {
      if (!is_passed(parameter, given)) continue;
      syntax::Argument argument;
      argument.place = operation.place;
      if (parameter.form == ParameterForm::option) argument.option = parameter.name;
      const bool is_option = parameter.form == ParameterForm::option;
      if (parameter.form == ParameterForm::flag)
        argument.value.push_back(name(parameter.name, operation.place));
      else if (parameter.form == ParameterForm::cell)
        argument.value.push_back(name(cell_of(parameter), operation.place));
      else
        argument.value.assign(is_option ? values : 1, value(parameter));
      result.arguments.push_back(std::move(argument));
    }
    return result;
  }

  syntax::Protocol protocol(const syntax::Operation& operation, const std::set<std::string>& given,
                            const std::vector<Guess>& guesses, std::size_t values) const {
    const Place& place = operation.place;
    syntax::Protocol result;
    result.name = store_.name;
    result.place = place;
    syntax::Server server;
    server.name = "it";
    server.place = server.store_place = place;
    server.store = store_.name;
    for (const auto& parameter : operation.parameters)
      if (parameter.form == ParameterForm::cell)
        server.cells.push_back({cell_of(parameter), place, *parameter.type, {}});
    result.servers.push_back(std::move(server));
    syntax::Client client;
    client.name = "anybody";
    client.place = place;
    client.body.push_back(assignment("me", expression(ExpressionForm::fresh_id, place)));
    client.body.push_back(assignment("t", expression(ExpressionForm::now, place)));
    syntax::Statement calls;
    calls.form = syntax::StatementForm::call;
    calls.place = place;
    calls.value = call(operation, given, guesses, values);
    client.body.push_back(std::move(calls));
    result.clients.push_back(std::move(client));
    return result;
  }

  Diagnostics errors_of(const syntax::Operation& operation, const std::set<std::string>& given,
                        const std::vector<Guess>& guesses, std::size_t values = 1) const {
    Diagnostics found;
    resolve(protocol(operation, given, guesses, values), source_, library_, {}, found);
    const auto lacks_values = [](const Diagnostic& one) { return one.number == "E0229"; };
    if (values < most_values && std::any_of(found.begin(), found.end(), lacks_values))
      return errors_of(operation, given, guesses, values + 1);
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const Diagnostic& one) { return one.severity != Severity::error; }),
                found.end());
    return found;
  }

  const syntax::Store& store_;
  std::shared_ptr<const Source> source_;
  Library library_;
};

}  // namespace

Diagnostics complaints_about_uses(const syntax::Store& store, const std::shared_ptr<const Source>& source) {
  const Caller caller(store, source);
  Diagnostics result;
  std::set<std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>> told;
  for (const auto& operation : store.operations) {
    std::set<std::string> all;
    for (const auto& parameter : operation.parameters)
      if (parameter.form == ParameterForm::flag || parameter.form == ParameterForm::option) all.insert(parameter.name);
    std::set<std::set<std::string>> forms{{}, all};
    for (const std::string& one : all) forms.insert({one});
    for (const auto& given : forms)
      for (Diagnostic& one : caller.complaints(operation, given))
        if (told.emplace(one.number, one.sentence, one.place.line, one.place.column).second)
          result.push_back(std::move(one));
  }
  return result;
}

}  // namespace interlock::language
