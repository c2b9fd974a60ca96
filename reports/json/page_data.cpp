#include "reports/json/page_data.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/json/story.hpp"
#include "reports/page/step_labels.hpp"

#include <string_view>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

Json view_json(const trace::Counterexample& story, const View& view, std::int64_t at) {
  Json rows = Json::array();
  for (const auto& [name, text] : state_lines(story, view)) rows.push_back({name, text});
  return {{"at", language::duration_text(at)}, {"rows", rows}};
}

}  // namespace

std::string page_data(const trace::Counterexample& story) {
  Json steps = Json::array(), views = Json::array();
  views.push_back(view_json(story, story.views.front(), 0));
  for (std::size_t event = 0; event < story.events.size(); ++event) {
    const trace::Event& told = story.events[event];
    steps.push_back({{"label", step_label(story, event)},
                     {"line", told.place.line},
                     {"number", told.number},
                     {"source", told.place.source ? told.place.source->name : ""}});
    views.push_back(view_json(story, story.views[event + 1], told.at));
  }
  const std::string text = json_text({{"steps", steps}, {"views", views}}, -1);
  std::string safe;
  for (const char letter : text) safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  return safe;
}

}  // namespace interlock::reports
