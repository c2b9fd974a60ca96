#pragma once
// A protocol that can be had with any number of clients of its first kind, and what exact searches of it show of views.

#include "engine/check/any_number.hpp"
#include "engine/language/model.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/machine/views/views.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace interlock::tests {

class SizedProtocol {
 public:
  /// `store`: of its own, or empty.
  explicit SizedProtocol(std::string protocol, std::string store = "");

  /// Null: it has errors.
  std::shared_ptr<const language::Model> of(std::uint32_t clients) const;
  check::AnyNumber sizes() const;
  /// Specs that say what may never, or always, or once be so; by name, or all that apply.
  std::vector<std::uint32_t> safety(const std::string& name = "") const;

 private:
  std::string kind_;
  std::shared_ptr<const language::Source> source_;
  std::optional<language::syntax::Protocol> protocol_;
  language::Library library_;
  mutable std::map<std::uint32_t, std::shared_ptr<const language::Model>> models_;
};

/// The texts of all protocols that ship, by name of their files.
std::map<std::string, std::string> shipped_texts();

struct Compared {
  bool is_refused = false;  ///< it cannot be looked at so, or has more states than allowed
  std::string why;          ///< where it is
  std::string trouble;      ///< what is not as it has to be; empty: nothing
  std::size_t views = 0;
  std::size_t exact_states = 0;
  std::uint32_t clients = 0;  ///< searched to the end, up to so many
};

struct CompareSettings {
  std::uint32_t view = 2;
  std::uint32_t most_clients = 5;
  std::uint64_t most_glued = 20'000;
  std::uint64_t most_exact = 4'000;  ///< states of each exact search
  machine::GlueChoices choices;
  bool proves = true;  ///< and compare with what the evaluator finds
};

/// Every view of an exact state is among the views; what breaks exactly breaks in the views; and the evaluator finds
/// the same broken.
Compared compare_views(const SizedProtocol& protocol, const language::Scenario& scenario,
                       const std::vector<std::uint32_t>& specs, const CompareSettings& settings = {});

}  // namespace interlock::tests
