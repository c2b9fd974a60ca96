#pragma once
// The normal form of a state: one representative for all states that no run and no property can tell apart.
//
// First instants and tokens (value_form.hpp). Then interchangeable clients are sorted by all that can be seen of them
// (client_order.hpp), and only entangled ties are tried in every order. Identities are renamed in order of appearance.

#include "engine/machine/canonical/client_order.hpp"
#include "engine/machine/canonical/columns.hpp"
#include "engine/machine/canonical/normal_form_rules.hpp"
#include "engine/machine/canonical/value_form.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/reductions.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace interlock::machine {

/// What is worked out once for all threads.
struct NormalFormPlan {
  NormalFormPlan(const Layout& layout, const Packing& packing, NormalFormRules rules, const Reductions& reductions);

  const Layout& layout;
  const Packing& packing;
  NormalFormRules rules;
  Reductions reductions;
  std::vector<ClientBlock> blocks;
  std::vector<std::uint32_t> by_member;   ///< sets and maps of identities
  std::vector<Column> server_identities;  ///< those whose place has a meaning
  std::vector<Column> server_clients;     ///< words of servers with a client's index
  std::vector<Register> identities;       ///< all
  std::vector<Register> clients;          ///< all words with a client's index
  bool sorts = false;
  bool names_follow_places = false;  ///< no name depends on what else is in a set
};

/// Scratch memory, and the work itself. One a thread.
class NormalForm {
 public:
  /// Keeps a reference.
  explicit NormalForm(const NormalFormPlan& plan);

  // In place, of the words of a state. Each says whether it has changed anything.

  /// Instants and tokens.
  bool settle(Word* words);
  /// Then clients and identities.
  bool order(Word* words, Renaming& renaming);

  // The same of a state that stands in words and packed. Both are changed.

  void settle_instants(Word* words, Unit* packed) { put(values_.settle_instants(words), words, packed); }
  void settle_tokens(Word* words, Unit* packed) { put(values_.settle_tokens(words), words, packed); }
  /// What becomes of the words is nobody's business.
  void order(Word* words, Unit* packed, Renaming& renaming);

  /// After instants were settled: one lies so far ahead that nobody knows when time will come there.
  bool lacks_range() const { return values_.lacks_range(); }

 private:
  void put(const std::vector<Register>& changed, const Word* words, Unit* packed) const {
    for (const Register word : changed) plan_.packing.put_word(packed, word, words[word]);
  }
  bool order_sorted(Word* words, bool entangled_ties, Renaming& renaming);
  void arrange(const Word* words, const Renaming& renaming, std::vector<Word>& into) const;
  void name_identities(std::vector<Word>& words);
  void rename_identities(std::vector<Word>& words);
  void rename_loose_members(std::vector<Word>& words, std::vector<Word>& names, Word& next) const;
  bool try_ties(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming);
  bool take_best(Word* words) const;
  bool find_names(const Word* words, const Renaming& by_place);
  void put_servers_names(const Word* words, const Renaming& renaming, bool are_renamed, bool are_moved,
                         Unit* packed) const;
  void put_blocks(const Word* words, const Renaming& renaming, const Renaming& by_place, Unit* packed);

  const NormalFormPlan& plan_;
  ValueForm values_;
  ClientOrder clients_;
  // scratch
  std::vector<Word> candidate_;
  std::vector<Word> best_;
  std::vector<Word> names_;   ///< by identity
  std::vector<Unit> blocks_;  ///< all clients' strips, as they are to stand
};

}  // namespace interlock::machine
