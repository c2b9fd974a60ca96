#pragma once
// Help in one shape for all commands: sentence, usage, options, examples.

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace interlock::cli {

std::shared_ptr<CLI::FormatterBase> make_help();

}  // namespace interlock::cli
