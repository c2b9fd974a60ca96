// Complaints of the resolver: each once, however many copies of a line there are.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

void report(Resolution& all, std::string_view number, const std::string& sentence, const Place& place, Explanation more,
            Severity severity) {
  if (all.is_too_big) return;
  const std::string source = place.source ? place.source->name : "";
  if (!all.reported.insert({std::string(number), source, place.line, place.column, sentence}).second) return;
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.number = number;
  diagnostic.sentence = sentence;
  diagnostic.place = place;
  diagnostic.under = std::move(more.under);
  diagnostic.notes = std::move(more.notes);
  diagnostic.help = std::move(more.help);
  all.diagnostics.push_back(std::move(diagnostic));
}

void report_size(Resolution& all, const Place& place) {
  report(all, "E0290", too_much(TextLimit::statements), place,
         {{"fewer servers in an array, or fewer `for` inside one another"}, {}, ""});
  all.is_too_big = true;
}

void report_unknown(Resolution& all, std::string_view number, std::string_view what, const std::string& name,
                    const Place& place, const std::vector<std::string>& known) {
  Explanation more;
  if (const auto nearest = nearest_name(name, known))
    more.help.push_back(fmt::format("a name close to it: {}", *nearest));
  else if (!known.empty() && known.size() <= 24)
    more.help.push_back(fmt::format("there is: {}", fmt::join(known, ", ")));
  report(all, number, fmt::format("there is no {} {}", what, name), place, std::move(more));
}

void report_kind(Resolution& all, std::string_view number, const std::string& sentence, const Place& place,
                 const Place& call_place, Explanation more) {
  if (call_place.line == 0 || place.source == call_place.source) {
    report(all, number, sentence, place, std::move(more));
    return;
  }
  more.notes.insert(more.notes.begin(), Note{place, "what this call does there"});
  report(all, number, sentence, call_place, std::move(more));
}

}  // namespace interlock::language
