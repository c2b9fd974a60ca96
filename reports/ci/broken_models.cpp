#include "reports/ci/broken_models.hpp"

#include <algorithm>

namespace interlock::reports {

std::vector<BrokenModel> broken_models(const language::Diagnostics& diagnostics) {
  std::vector<BrokenModel> models;
  for (const language::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != language::Severity::error) continue;
    const std::string file = diagnostic.place.source ? diagnostic.place.source->name : "";
    auto model = std::find_if(models.begin(), models.end(), [&](const BrokenModel& one) { return one.file == file; });
    if (model == models.end()) {
      models.push_back(BrokenModel{.file = file,
                                   .line = diagnostic.place.line,
                                   .first_sentence = diagnostic.number + ": " + diagnostic.sentence,
                                   .text = {}});
      model = std::prev(models.end());
    }
    model->text += (model->text.empty() ? "" : "\n") + language::to_text(diagnostic);
  }
  return models;
}

}  // namespace interlock::reports
