#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"
#include "cli/terminal.hpp"
#include "engine/check/margins.hpp"
#include "reports/margins.hpp"

#include <utility>
#include <vector>

namespace interlock::cli {

ExitCode run(const MarginOptions& options) {
  const Protocol protocol = read_protocol(options.input, options.model);
  check_spec_names({&protocol.model}, options.specs);
  Searcher searcher(options.search);
  check::Settings settings = searcher.settings();
  settings.with_param = with_param_of(protocol);
  std::vector<check::Question> questions =
      options.under.empty()
          ? check::expected_questions(protocol.model, options.specs)
          : check::open_questions(protocol.model, options.specs, read_scenarios(protocol.model, options.under, {}));
  if (questions.empty()) questions = check::open_questions(protocol.model, options.specs, {{}});
  std::vector<check::Margins> margins;
  for (const check::Question& question : questions)
    for (check::Margins& one : check::find_margins(protocol.model, question, settings))
      margins.push_back(std::move(one));
  searcher.progress().clear();
  write_output(options.json ? reports::margins_json(protocol.model.name, margins)
                            : reports::margins_text(margins, output_style()));
  for (const check::Margins& one : margins)
    if (one.verdict == check::Verdict::unknown) return ExitCode::undecided;
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
