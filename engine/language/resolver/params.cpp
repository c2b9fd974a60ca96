// Parameters of a protocol, what --set makes of them, and other values that are known before the run.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

std::string name_of_own_param(const std::string& kind, const std::string& name) { return kind + "." + name; }

ParamFacts* find_param(Resolution& all, const Body& body, const std::string& name) {
  if (body.kind != nothing) {
    const auto own = all.params.find(name_of_own_param(all.model.kinds[body.kind].name, name));
    if (own != all.params.end()) return &own->second;
  }
  const auto found = all.params.find(name);
  return found == all.params.end() ? nullptr : &found->second;
}

bool is_param(const Resolution& all, const Body& body, const std::string& name) {
  const bool is_own =
      body.kind != nothing && all.params.count(name_of_own_param(all.model.kinds[body.kind].name, name)) > 0;
  return is_own || all.params.count(name) > 0;
}

namespace {

/// The range of a param that is named alone: `work busy`.
const Param* named_param(Resolution& all, const Body& body, const syntax::Range& range) {
  if (range.high || range.low.form != syntax::ExpressionForm::name || body.locals.count(range.low.text) > 0)
    return nullptr;
  ParamFacts* const found = find_param(all, body, range.low.text);
  if (found == nullptr) return nullptr;
  found->is_used = true;
  return &all.model.params[found->index];
}

std::optional<std::int64_t> constant(Resolution& all, Body& body, const syntax::Expression& text, Base base,
                                     const std::string& what) {
  const Expression value = resolve_expression(all, body, text);
  if (all.kinds.is_poisoned(slot_of(value))) return std::nullopt;
  if (is_literal(all, value, base)) return value.value;
  const bool fits = all.kinds.unify(slot_of(value), all.kinds.known(base));
  if (!fits) return expect(all, body, value, base, what), std::nullopt;
  report(all, "E0241", fmt::format("{} has to be known before the run", what), text.place,
         {{"use a param, or a range: 1s..5s"}, {}, ""});
  return std::nullopt;
}

bool check_span(Resolution& all, const Span& span, Base base, const std::string& what, const Place& place) {
  if (span.low > span.high) {
    report(all, "E0242", fmt::format("{} goes from the greater to the smaller", what), place,
           {{"a range starts with its lowest value: 1s..5s"}, {}, ""});
    return false;
  }
  if (base == Base::duration && span.low < 0) {
    report(all, "E0243", fmt::format("{} cannot be less than 0s", what), place);
    return false;
  }
  return true;
}

}  // namespace

std::optional<Span> constant_range(Resolution& all, Body& body, const syntax::Range& range, Base base,
                                   const std::string& what) {
  if (const Param* param = named_param(all, body, range); param && param->kind.base == base) {
    if (!check_span(all, param->value, base, what, range.low.place)) return std::nullopt;
    return param->value;
  }
  const auto low = constant(all, body, range.low, base, what);
  const auto high = range.high ? constant(all, body, *range.high, base, what) : low;
  if (!low || !high) return std::nullopt;
  const Span span{*low, *high};
  if (!check_span(all, span, base, what, range.low.place)) return std::nullopt;
  return span;
}

namespace {

/// Duration or integer, as the first end says.
Base base_of(const syntax::Expression& expression) {
  const syntax::Expression* at = &expression;
  while (at->form == syntax::ExpressionForm::unary || at->form == syntax::ExpressionForm::binary) at = &at->operands[0];
  return at->form == syntax::ExpressionForm::duration ? Base::duration : Base::integer;
}

Base base_of(const Resolution& all, const syntax::Range& range) {
  if (range.low.form == syntax::ExpressionForm::name) {
    const auto other = all.params.find(range.low.text);
    if (other != all.params.end()) return all.model.params[other->second.index].kind.base;
  }
  return base_of(range.low);
}

/// `name`: as it is called in the whole protocol.
void resolve_param(Resolution& all, const syntax::Param& text, const std::string& name) {
  if (all.params.count(name) > 0) {
    report(all, "E0203", fmt::format("there are two params {}", name), text.place);
    return;
  }
  const auto set = all.settings.params.find(name);
  const syntax::Range& value = set == all.settings.params.end() ? text.value : set->second;
  Body body;
  body.room = Room::property;
  body.is_own = true;
  Param param;
  param.name = name;
  param.place = text.place;
  param.kind.base = base_of(all, text.value);
  const auto span = constant_range(all, body, value, param.kind.base, fmt::format("param {}", name));
  param.value = span.value_or(Span{0, 0});
  param.is_range = param.value.low != param.value.high;
  if (param.kind.base == Base::integer) {
    param.kind.low = param.value.low;
    param.kind.high = param.value.high;
  }
  all.params[name] = {static_cast<std::uint32_t>(all.model.params.size()), text.place, false};
  all.model.params.push_back(std::move(param));
}

}  // namespace

void resolve_params(Resolution& all) {
  for (const auto& param : all.protocol.params) resolve_param(all, param, param.name);
  for (const auto& client : all.protocol.clients)
    for (const auto& param : client.params) resolve_param(all, param, name_of_own_param(client.name, param.name));
  std::vector<std::string> known;
  for (const auto& [name, param] : all.params) known.push_back(name);
  for (const auto& [name, value] : all.settings.params)
    if (all.params.count(name) == 0) report_unknown(all, "E0204", "param", name, value.low.place, known);
}

}  // namespace interlock::language
