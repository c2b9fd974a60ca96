#include "reports/proof_text.hpp"

#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {

namespace {

std::string one_proof(const check::WrittenProof& proof) {
  const std::string kind = plural(proof.kind);
  std::string text = fmt::format("{}, {}: {} for any number of {}.\n\n", proof.protocol, faults_text(proof.scenario),
                                 list_text(proof.specs) + (proof.specs.size() == 1 ? " holds" : " hold"), kind);
  text += fmt::format(
      "However many {0} there are, any {1} of them look like one of the {2} below, whatever the others do: the first\n"
      "is how they begin, and whatever {3} of them can do of which any {1} look like these ({4}), makes\n"
      "{1} of them look like one of these again. None of it breaks what is said above. Fewer {0} were searched.\n",
      kind, proof.clients, count_text(proof.views.size(), "view"), proof.clients + 1,
      count_text(proof.joined_states, "state"));
  for (std::size_t view = 0; view < proof.views.size(); ++view)
    text += fmt::format("\n{}\n{}", view + 1, proof.views[view]);
  return text;
}

}  // namespace

std::string proof_text(const std::vector<check::WrittenProof>& proofs) {
  std::string text;
  for (const check::WrittenProof& proof : proofs) text += (text.empty() ? "" : "\n\n") + one_proof(proof);
  return text.empty() ? "Nothing was proved for any number of clients.\n" : text;
}

}  // namespace interlock::reports
