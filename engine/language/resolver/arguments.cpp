// Arguments of a call, bound to the parameters of the operation.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;
using syntax::ParameterForm;

/// All that binding one argument needs.
struct Site {
  Resolution& all;
  Body& caller;
  Block& out;
  std::uint32_t server;
  const syntax::Operation& operation;
  const syntax::Store& store;
  Call& shown;
};

ParameterForm form_of(const Site& site, const syntax::Parameter& parameter) {
  if (parameter.form == ParameterForm::flag || parameter.form == ParameterForm::option) return parameter.form;
  return parameter.type && is_cell_type(site.store, *parameter.type) ? ParameterForm::cell : ParameterForm::value;
}

std::string signature(const syntax::Operation& operation) {
  std::vector<std::string> words;
  for (const auto& parameter : operation.parameters)
    words.push_back(parameter.form == ParameterForm::flag     ? fmt::format("[{}]", parameter.name)
                    : parameter.form == ParameterForm::option ? fmt::format("[{} value]", parameter.name)
                                                              : parameter.name);
  return fmt::format("{}({})", operation.name, fmt::join(words, ", "));
}

/// The caller's cell, as a path on the server that is called.
std::optional<CellPath> argument_cell(const Site& site, const syntax::Parameter& parameter,
                                      const syntax::Expression& text) {
  if (const auto path = cell_path(site.all, site.caller, text)) {
    if (path->server == site.server) return path;
    report(site.all, "E0231", fmt::format("this cell is not on {}", site.all.model.servers[site.server].name),
           text.place);
    return std::nullopt;
  }
  if (text.form == ExpressionForm::name) return CellPath{site.server, text.text, text.place};
  if (text.form == ExpressionForm::member && text.operands[0].form == ExpressionForm::name)
    return CellPath{site.server, text.operands[0].text + "." + text.text, text.place};
  report(site.all, "E0206", fmt::format("{} needs the name of a cell for {}", site.operation.name, parameter.name),
         text.place);
  return std::nullopt;
}

bool same_shape(Resolution& all, VariableIndex cell, const CellType& type) {
  return all.model.variables[cell].shape == type.shape && all.facts[cell].optional == type.optional;
}

/// Holds the cell against the type that the operation asks for.
bool check_cell(const Site& site, VariableIndex cell, const CellType& type, const syntax::Parameter& parameter,
                const Place& place) {
  Resolution& all = site.all;
  const std::string& name = all.model.variables[cell].name;
  if (all.kinds.is_poisoned(all.facts[cell].value)) return false;  // its type was complained about
  if (!same_shape(all, cell, type)) {
    report(all, "E0232",
           fmt::format("{} needs {} here, and {} is {}", site.operation.name, describe_shape(type.shape, type.optional),
                       name, describe_shape(all.model.variables[cell].shape, all.facts[cell].optional)),
           place, {{}, {{parameter.place, "the parameter"}, {all.model.variables[cell].place, "the cell"}}, ""});
    return false;
  }
  const std::string sentence =
      fmt::format("{} does not hold the kind of value that {} needs", name, site.operation.name);
  join(all, site.caller, all.facts[cell].value, type.value, sentence, place);
  const bool keyed = type.shape == Shape::map || type.shape == Shape::ranked;
  if (keyed) join(all, site.caller, all.facts[cell].key, type.key, sentence, place);
  return true;
}

/// The cell of this path, or all fields of this record.
bool check_path(const Site& site, const CellPath& path, const CellType& type, const syntax::Parameter& parameter) {
  if (type.fields.empty()) {
    const auto cell = find_cell(site.all, path);
    return cell && check_cell(site, *cell, type, parameter, path.place);
  }
  bool fine = true;
  for (const auto& [field, inner] : type.fields)
    fine = check_path(site, {path.server, path.name + "." + field, path.place}, inner, parameter) && fine;
  return fine;
}

std::optional<Binding> bind_cell(const Site& site, const syntax::Parameter& parameter, const syntax::Expression& text) {
  Binding binding;
  binding.form = ParameterForm::cell;
  const auto path = argument_cell(site, parameter, text);
  if (!path) return std::nullopt;
  binding.cell = path->name;
  const CellType type = resolve_type(site.all, &site.store, *parameter.type);
  site.shown.arguments.push_back({path->name, {}});
  return check_path(site, *path, type, parameter) ? std::optional(binding) : std::nullopt;
}

/// none, missing: a word that stands for no ordinary value.
bool is_word_beside(const Resolution& all, const Expression& value) {
  if (!is_word(value)) return false;
  const std::string& word = all.words[static_cast<std::size_t>(value.value)];
  return word == "none" || all.known_words.count(word) > 0;
}

Binding bind_value(const Site& site, const syntax::Parameter& parameter, const syntax::Expression& text,
                   const std::string& shown) {
  Resolution& all = site.all;
  Binding binding;
  binding.form = parameter.form;
  Expression value = resolve_expression(all, site.caller, text);
  if (parameter.type) {
    const CellType type = resolve_type(all, &site.store, *parameter.type);
    fit(all, site.caller, type.value, value, fmt::format("{} of {}", parameter.name, site.operation.name));
  }
  if (is_word_beside(all, value)) {
    report(all, "E0317", fmt::format("{} is no value to hand over", all.words[static_cast<std::size_t>(value.value)]),
           text.place, {{"no server stores it; an optional cell can be set to none: SERVER.CELL = none"}, {}, ""});
    value = poisoned(all, text.place);
  }
  if (value.op == ExpressionOp::literal) {
    binding.constant = value;
    site.shown.arguments.push_back({shown, {}});
    if (is_infinity(value))
      site.shown.arguments.back().text += (shown.empty() ? "" : " ") + std::string(value.value < 0 ? "-inf" : "inf");
    else
      site.shown.arguments.back().value = {value};
    return binding;
  }
  binding.variable = add_scratch(all, fmt::format("({})", parameter.name), text.place);
  all.facts[binding.variable].is_argument = true;
  const bool is_new = value.op == ExpressionOp::fresh_id || value.op == ExpressionOp::choose || !value.operands.empty();
  Expression again = is_new ? read(all, binding.variable, text.place) : value;
  site.out.push_back(assign(all, site.caller, binding.variable, std::move(value), text.place));
  site.shown.arguments.push_back({shown, {std::move(again)}});
  return binding;
}

Binding bind_option(const Site& site, const syntax::Parameter& parameter, const syntax::Argument& argument) {
  Binding binding = bind_value(site, parameter, argument.value[0], parameter.name);
  for (std::size_t index = 1; index < argument.value.size(); ++index)
    binding.further.push_back(bind_value(site, parameter, argument.value[index], ""));
  return binding;
}

const syntax::Parameter* named(const Site& site, const std::string& name, ParameterForm form) {
  for (const auto& parameter : site.operation.parameters)
    if (parameter.name == name && form_of(site, parameter) == form) return &parameter;
  return nullptr;
}

void complain_of_option(const Site& site, const std::string& name, const Place& place) {
  std::vector<std::string> known;
  for (const auto& parameter : site.operation.parameters)
    if (parameter.form == ParameterForm::flag || parameter.form == ParameterForm::option)
      known.push_back(parameter.name);
  const std::string what = fmt::format("option of {} named", site.operation.name);
  if (named(site, name, ParameterForm::flag))
    report(site.all, "E0228", fmt::format("there is no {} {}", what, name), place,
           {{fmt::format("a comma is missing behind {}", name)}, {}, ""});
  else
    report_unknown(site.all, "E0228", what, name, place, known);
}

bool is_flag(const Site& site, const syntax::Argument& argument) {
  const auto& value = argument.value[0];
  return value.form == ExpressionForm::name && named(site, value.text, ParameterForm::flag);
}

/// The bare name of an option that wants a value behind it.
const syntax::Parameter* bare_option(const Site& site, const syntax::Argument& argument) {
  const auto& value = argument.value[0];
  if (value.form != ExpressionForm::name || site.caller.locals.count(value.text) > 0) return nullptr;
  return named(site, value.text, ParameterForm::option);
}

bool complain_of_bare_option(const Site& site, const syntax::Parameter& option, const Place& place) {
  const bool is_duration = option.type && option.type->name == "duration";
  report(site.all, "E0229", fmt::format("{0} needs a value: {0} {1}", option.name, is_duration ? "10s" : "..."), place);
  return false;
}

/// Flags and options: those passed, and the others as not given.
void bind_named(const Site& site, const syntax::Argument& argument, std::map<std::string, Binding>& bindings) {
  if (argument.option.empty()) {
    Binding flag;
    flag.form = ParameterForm::flag;
    bindings[argument.value[0].text] = flag;
    site.shown.arguments.push_back({argument.value[0].text, {}});
    return;
  }
  const auto* option = named(site, argument.option, ParameterForm::option);
  if (option)
    bindings[option->name] = bind_option(site, *option, argument);
  else
    complain_of_option(site, argument.option, argument.place);
}

void bind_missing(const Site& site, std::map<std::string, Binding>& bindings) {
  for (const auto& parameter : site.operation.parameters) {
    if (parameter.form != ParameterForm::flag && parameter.form != ParameterForm::option) continue;
    Binding missing;
    missing.form = parameter.form;
    missing.given = false;
    bindings.emplace(parameter.name, missing);
  }
}

bool bind_positional(const Site& site, const syntax::Parameter& parameter, const syntax::Expression& value,
                     std::map<std::string, Binding>& bindings) {
  if (form_of(site, parameter) == ParameterForm::value) {
    bindings[parameter.name] = bind_value(site, parameter, value, "");
    return true;
  }
  const auto cell = bind_cell(site, parameter, value);
  if (cell) bindings[parameter.name] = *cell;
  return cell.has_value();
}

/// The parameters that are given by their position.
std::vector<const syntax::Parameter*> positions_of(const syntax::Operation& operation) {
  std::vector<const syntax::Parameter*> positions;
  for (const auto& parameter : operation.parameters)
    if (parameter.form == ParameterForm::value || parameter.form == ParameterForm::cell)
      positions.push_back(&parameter);
  return positions;
}

bool complain_of_call(const Site& site, std::string_view number, const std::string& sentence, const Place& place) {
  report(site.all, number, sentence, place, {{fmt::format("it is called as {}", signature(site.operation))}, {}, ""});
  return false;
}

/// One argument too many: perhaps a flag with a wrong name.
bool complain_of_extra(const Site& site, const syntax::Argument& argument) {
  std::vector<std::string> flags;
  for (const auto& parameter : site.operation.parameters)
    if (parameter.form == ParameterForm::flag) flags.push_back(parameter.name);
  Explanation more;
  if (const auto nearest = nearest_name(argument.value[0].text, flags))
    more.help.push_back(fmt::format("a name close to it: {}", *nearest));
  more.help.push_back(fmt::format("it is called as {}", signature(site.operation)));
  report(site.all, "E0233", fmt::format("{} takes no such argument", site.operation.name), argument.place,
         std::move(more));
  return false;
}

}  // namespace

std::optional<std::map<std::string, Binding>> bind_arguments(Resolution& all, Body& caller, Block& out,
                                                             std::uint32_t server, const syntax::Operation& operation,
                                                             const syntax::Expression& call, Call& shown) {
  const Site site{all, caller, out, server, operation, *all.servers[server].store, shown};
  const auto positions = positions_of(operation);
  std::map<std::string, Binding> bindings;
  std::size_t position = 0;
  bool fine = true;
  for (const auto& argument : call.arguments) {
    if (argument.value.empty()) continue;
    if (!argument.option.empty() || is_flag(site, argument))
      bind_named(site, argument, bindings);
    else if (const auto* option = bare_option(site, argument))
      fine = complain_of_bare_option(site, *option, argument.place);
    else if (position < positions.size())
      fine = bind_positional(site, *positions[position++], argument.value[0], bindings) && fine;
    else
      fine = complain_of_extra(site, argument);
  }
  if (fine && position < positions.size())
    fine = complain_of_call(site, "E0234", fmt::format("{} needs {}", operation.name, positions[position]->name),
                            call.place);
  if (!fine) return std::nullopt;
  bind_missing(site, bindings);
  return bindings;
}

}  // namespace interlock::language
