#include "engine/check/matrix.hpp"
#include "cli/commands.hpp"
#include "cli/fault_matrix.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"

namespace interlock::cli {

ExitCode run(const MatrixOptions& options) {
  const Protocol protocol = read_protocol(options.input, options.model);
  check_spec_names({&protocol.model}, options.specs);
  Searcher searcher(options.search);
  searcher.announce(protocol, check::matrix_questions(protocol.model, options.specs));
  searcher.open_checkpoints();
  const FaultMatrix matrix = make_fault_matrix(protocol, options.specs, searcher);
  const ExitCode code = graver(matrix.exit_code, searcher.exit_code());
  write_message(searcher.messages());
  try {
    write_output(matrix.text);
  } catch (const ReaderGone&) {
    return code;
  }
  return code;
}

}  // namespace interlock::cli
