#include "cli/output_paths.hpp"

#include <system_error>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

/// By whatever names: through links, and where neither is there yet.
bool is_same_file(const std::filesystem::path& left, const std::filesystem::path& right) {
  std::error_code error;
  if (std::filesystem::exists(left, error) && !std::filesystem::is_regular_file(left, error)) return false;
  if (std::filesystem::equivalent(left, right, error) && !error) return true;
  const std::filesystem::path one = std::filesystem::weakly_canonical(std::filesystem::absolute(left, error), error);
  return !error && one == std::filesystem::weakly_canonical(std::filesystem::absolute(right, error), error);
}

}  // namespace

void refuse_clashes(const std::vector<OutputPath>& outputs, const std::vector<Input>& inputs) {
  for (std::size_t at = 0; at < outputs.size(); ++at) {
    const OutputPath& output = outputs[at];
    for (std::size_t earlier = 0; earlier < at; ++earlier) {
      if (!is_same_file(outputs[earlier].path, output.path)) continue;
      throw UserError(fmt::format("{} and {} would both be written to {}", outputs[earlier].option, output.option,
                                  shown(output.path)));
    }
    for (const Input& input : inputs) {
      if (input.shipped || !is_same_file(input.path, output.path)) continue;
      throw UserError(fmt::format("{} would write over the model {}", output.option, shown(output.path)));
    }
  }
}

}  // namespace interlock::cli
