#pragma once
// The commands; each has a file of its own. They write through cli/output.hpp and throw UserError.

#include "cli/exit_code.hpp"
#include "cli/options.hpp"

namespace interlock::cli {

ExitCode run(const CheckOptions& options);
ExitCode run(const WatchOptions& options);
ExitCode run(const MatrixOptions& options);
ExitCode run(const MarginOptions& options);
ExitCode run(const MutateOptions& options);
ExitCode run(const ShowOptions& options);
ExitCode run(const ListOptions& options);
ExitCode run(const StepsOptions& options);
ExitCode run(const DrawOptions& options);
ExitCode run(const ExportOptions& options);
ExitCode run(const NewOptions& options);
ExitCode run(const ExplainOptions& options);
ExitCode run(const DiffOptions& options);
ExitCode run(const ReplayOptions& options);
ExitCode run(const FormatOptions& options);
ExitCode run(const CompletionOptions& options);
ExitCode run(const ManualOptions& options);

}  // namespace interlock::cli
