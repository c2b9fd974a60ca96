#include "engine/language/syntax/foreign_words.hpp"

#include <array>
#include <iterator>

namespace interlock::language {

namespace {

constexpr std::string_view loops = "write loop { ... }, and break to leave it";
constexpr std::string_view choices = "write if C { } else if C { } else { }";
constexpr std::string_view binding = "a variable is bound by its name alone: x = ...";
constexpr std::string_view functions = "a client's body is written out; what a server does is an op in a store file";
constexpr std::string_view failures =
    "a call answers with a value; what goes wrong is a fault: expect { NAME holds under crash }";
constexpr std::string_view threads =
    "clients run side by side by themselves; a second thread of one is background while in critical "
    "{ }";
constexpr std::string_view guards =
    "to wait for a condition on a server: when CONDITION { ... }; to poll: retry until CALL";
constexpr std::string_view braces = "write { ... }";

constexpr ForeignWord statement_words[] = {
    {"while", "E0125", "there is no while", loops},
    {"until", "E0125", "there is no until", loops},
    {"repeat", "E0125", "there is no repeat", loops},
    {"forever", "E0125", "there is no forever", loops},
    {"elif", "E0126", "there is no elif", "write else if"},
    {"elsif", "E0126", "there is no elsif", "write else if"},
    {"elseif", "E0126", "there is no elseif", "write else if"},
    {"switch", "E0136", "there is no switch", choices},
    {"match", "E0136", "there is no match", choices},
    {"case", "E0136", "there is no case", choices, true},
    {"default", "E0136", "there is no default", choices, true},
    {"select", "E0136", "there is no select", "a free choice is either { ... } or { ... }"},
    {"let", "E0129", "there is no let", binding},
    {"var", "E0129", "there is no var", binding},
    {"const", "E0129", "there is no const",
     "a variable is bound by its name alone: x = ...; a number of the protocol is param NAME = ..."},
    {"auto", "E0129", "there is no auto", binding},
    {"local", "E0129", "there is no local", binding},
    {"def", "E0130", "there are no functions", functions},
    {"func", "E0130", "there are no functions", functions},
    {"function", "E0130", "there are no functions", functions},
    {"fn", "E0130", "there are no functions", functions},
    {"proc", "E0130", "there are no functions", functions},
    {"class", "E0130", "there are no classes", functions},
    {"struct", "E0130", "there are no structs", "in a store: type NAME = record { name : type }"},
    {"import", "E0130", "nothing is imported", "a server names its store: server redis : redis { }"},
    {"from", "E0130", "nothing is imported", "a server names its store: server redis : redis { }"},
    {"package", "E0130", "there are no packages", "a file starts with protocol, store or spec"},
    {"try", "E0131", "there are no exceptions", failures},
    {"except", "E0131", "there are no exceptions", failures, true},
    {"catch", "E0131", "there are no exceptions", failures, true},
    {"finally", "E0131", "there are no exceptions", failures, true},
    {"raise", "E0131", "there are no exceptions", failures},
    {"throw", "E0131", "there are no exceptions", failures},
    {"panic", "E0131", "there are no exceptions", failures},
    {"defer", "E0131", "there is no defer", "write the release where it happens"},
    {"with", "E0131", "there is no with",
     "take the lock with a call, then critical { ... }, then release it with a call"},
    {"await", "E0132", "there is no await", guards},
    {"wait", "E0132", "there is no wait", guards},
    {"async", "E0132", "there is no async", threads},
    {"go", "E0132", "there is no go", threads},
    {"spawn", "E0132", "there is no spawn", threads},
    {"thread", "E0132", "there is no thread", threads},
    {"yield", "E0132", "there is no yield", "others may come between any two steps; atomic { } keeps them out"},
    {"pass", "E0134", "there is no pass", "an empty block is { }"},
    {"require", "E0148", "there is no require", guards},
    {"assume", "E0148", "there is no assume", guards},
    {"guard", "E0148", "there is no guard", guards},
    {"do", "E0124", "a block stands between { and }", braces},
    {"begin", "E0124", "a block stands between { and }", braces},
    {"then", "E0124", "a block stands between { and }", braces},
    {"end", "E0124", "a block stands between { and }", braces, true},
    {"endif", "E0124", "a block stands between { and }", braces, true},
    {"fi", "E0124", "a block stands between { and }", braces, true},
    {"done", "E0124", "a block stands between { and }", braces, true},
};

constexpr ForeignWord value_words[] = {
    {"None", "E0127", "there is no None", "write none"},
    {"nil", "E0127", "there is no nil", "write none"},
    {"null", "E0127", "there is no null", "write none"},
    {"NULL", "E0127", "there is no NULL", "write none"},
    {"nullptr", "E0127", "there is no nullptr", "write none"},
    {"undefined", "E0127", "there is no undefined", "write none"},
    {"True", "E0128", "values are written in small letters", "write true"},
    {"TRUE", "E0128", "values are written in small letters", "write true"},
    {"False", "E0128", "values are written in small letters", "write false"},
    {"FALSE", "E0128", "values are written in small letters", "write false"},
};

template <std::size_t Size>
const ForeignWord* find(const ForeignWord (&words)[Size], std::string_view word) {
  for (const ForeignWord& foreign : words) {
    if (foreign.word == word) return &foreign;
  }
  return nullptr;
}

}  // namespace

const ForeignWord* foreign_word(std::string_view word) { return find(statement_words, word); }

const ForeignWord* foreign_value(std::string_view word) { return find(value_words, word); }

}  // namespace interlock::language
