#include "engine/check/matrix.hpp"
#include "cli/ci_reports.hpp"
#include "cli/commands.hpp"
#include "cli/fault_matrix.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"
#include "reports/matrix.hpp"

namespace interlock::cli {
namespace {

std::string text_in(Format format, const FaultMatrix& matrix) {
  switch (format) {
    case Format::text: return matrix.text;
    case Format::json: return reports::matrix_json(matrix.matrix);
    case Format::markdown: return reports::matrix_markdown(matrix.matrix);
  }
  return {};
}

}  // namespace

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
    if (options.github) add_to_summary(reports::matrix_markdown(matrix.matrix));
    write_output(text_in(options.format, matrix));
  } catch (const ReaderGone&) {
    return code;
  }
  return code;
}

}  // namespace interlock::cli
