#include "engine/trace/words.hpp"

#include "engine/language/resolver/resolver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace interlock::trace {

using namespace language;

namespace {

bool ends_in(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_vowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

std::string param_text(const Param& param) {
  const auto text_of = [&](std::int64_t value) {
    return param.kind.base == Base::duration ? duration_text(value) : std::to_string(value);
  };
  if (!param.is_range) return fmt::format("{} {}", param.name, text_of(param.value.low));
  return fmt::format("{} {} to {}", param.name, text_of(param.value.low), text_of(param.value.high));
}

}  // namespace

std::string plural(std::string_view noun) {
  std::string result(noun);
  const bool hisses = ends_in(noun, "s") || ends_in(noun, "x") || ends_in(noun, "sh") || ends_in(noun, "ch");
  if (hisses) return result + "es";
  if (noun.size() > 1 && noun.back() == 'y' && !is_vowel(noun[noun.size() - 2])) {
    result.pop_back();
    return result + "ies";
  }
  return result + "s";
}

std::string join_words(std::vector<std::string> parts) {
  if (parts.empty()) return "";
  if (parts.size() == 1) return parts[0];
  const std::string last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

std::string params_text(const std::vector<Param>& params) {
  std::vector<std::string> parts;
  for (const Param& param : params) parts.push_back(param_text(param));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string asked_text(const Model& model, const Scenario& scenario) {
  std::vector<std::string> parts = {model.name};
  for (const ClientKind& kind : model.kinds)
    parts.push_back(fmt::format("{} {}", kind.count, kind.count == 1 ? kind.name : plural(kind.name)));
  if (std::string params = params_text(model.params); !params.empty()) parts.push_back(std::move(params));
  std::vector<std::string> faults;
  for (const Fault& fault : scenario.faults) faults.push_back(fault.text);
  parts.push_back(faults.empty() ? "no faults" : fmt::format("under {}", fmt::join(faults, ", ")));
  if (scenario.distinct_clocks) parts.emplace_back("assuming distinct_clocks");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string used_text(const std::vector<UsedFault>& used) {
  if (used.empty()) return "no faults";
  std::vector<std::string> parts;
  for (const auto& one : used) {
    const FaultRule& rule = rule_of(one.kind);
    const std::string_view name = one.count > 1 ? rule.many : rule.one;
    parts.push_back(fmt::format("{} {}", one.count, is_own(one.kind) ? one.name() : name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace interlock::trace
