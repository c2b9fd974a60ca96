// Any bytes as a file, as a list of faults and as a value. The parser has to end, and what it reports must be
// possible to show.

#include "engine/language/parser/parser.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace interlock::language;

/// Every complaint has a number and a sentence, points into the text, and can be shown.
void check(const Diagnostics& diagnostics) {
  if (diagnostics.size() > 101) std::abort();
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool complete = diagnostic.number.size() == 5 && !diagnostic.sentence.empty() && diagnostic.place.source;
    if (!complete || to_text(diagnostic).back() != '\n') std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto source = std::make_shared<const Source>(Source{"fuzz.interlock", text});
  Diagnostics of_file;
  const syntax::File file = parse(source, of_file);
  check(of_file);
  const bool has_item = file.protocol || file.store || file.spec;
  if (!has_item && !has_errors(of_file)) std::abort();
  Diagnostics of_faults;
  parse_faults(source, of_faults);
  check(of_faults);
  Diagnostics of_value;
  if (!parse_value(source, of_value) && !has_errors(of_value)) std::abort();
  check(of_value);
  return 0;
}
