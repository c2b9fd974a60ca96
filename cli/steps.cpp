#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "reports/margin.hpp"

namespace interlock::cli {

ExitCode run(const StepsOptions& options) {
  write_output(reports::text_with_steps(read_protocol(options.input, options.model).model));
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
