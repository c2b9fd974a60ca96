#pragma once
// The order of interchangeable clients: by their own words first, packed as one number, with identities named in the
// order in which they are come across; then by what can be seen of them elsewhere, which is collected only for those
// that are alike in their own words.

#include "engine/machine/canonical/columns.hpp"
#include "engine/machine/canonical/normal_form_rules.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/reductions.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// A word of a client that may be given another name, and in which strip of its block it stands.
struct NamedWord {
  Register word = 0;
  std::uint32_t strip = 0;
};

/// A client's words by what becomes of them.
struct ClientBlock {
  std::vector<BitRange> strips;
  std::vector<Unit> plain_bits;  ///< by strip: those that are no names
  std::vector<NamedWord> plain;
  std::vector<NamedWord> identities;
  std::vector<NamedWord> clients;
};
std::vector<ClientBlock> client_blocks(const Layout& layout, const Packing& packing, const Reductions& reductions);

/// Scratch memory, and the work itself. One a thread.
class ClientOrder {
 public:
  /// Keeps references.
  ClientOrder(const Layout& layout, const Packing& packing, const NormalFormRules& rules,
              const std::vector<ClientBlock>& blocks);

  /// Gives each client of each group its place. `packed`: the same state, or null where it cannot be packed yet. True
  /// where there are ties that are no true ties: exchanging those clients may show elsewhere.
  bool sort(const Word* words, const Unit* packed, Renaming& renaming);
  /// Only of neighbours in the order that was found last.
  bool are_alike(language::ClientIndex left, language::ClientIndex right) const {
    return compare_keys(left, right) == 0 && sights_[left].seen == sights_[right].seen;
  }

 private:
  /// What can be seen of a client outside of its own words.
  struct Sight {
    std::vector<Word> seen;
    bool is_whole = false;   ///< it has been looked at
    bool entangled = false;  ///< its identities stand in other clients' words, too
  };

  bool sort_group(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming);
  bool comes_before(const Word* words, language::ClientIndex left, language::ClientIndex right);
  int compare_keys(language::ClientIndex left, language::ClientIndex right) const {
    const Unit* one = key(left);
    const Unit* other = key(right);
    for (std::size_t strip = 0; strip < strips_; ++strip)
      if (one[strip] != other[strip]) return one[strip] < other[strip] ? -1 : 1;
    return 0;
  }
  const Unit* key(language::ClientIndex client) const { return keys_.data() + client * strips_; }
  void find_key(const Word* words, const Unit* packed, language::ClientIndex client);
  void add_identities(const Word* words, const ClientBlock& block, Unit* key) const;
  void look_at(const Word* words, language::ClientIndex client);
  void look_for_identity(const Word* words, language::ClientIndex client, Word identity);

  const Layout& layout_;
  const Packing& packing_;
  const NormalFormRules& rules_;
  const std::vector<ClientBlock>& blocks_;
  std::vector<Column> identities_;        ///< of servers, those whose place has a meaning
  std::vector<Column> clients_;           ///< of servers
  std::vector<std::uint32_t> by_member_;  ///< sets and maps of identities
  std::size_t strips_ = 1;                ///< of a client, at most
  // scratch
  std::vector<Unit> keys_;  ///< by client and strip
  std::vector<Sight> sights_;
};

/// Sets and maps of identities: in order of their members, so of names.
std::vector<std::uint32_t> containers_by_member(const Layout& layout);
/// Identities that are no client's and whose place has a meaning; words of servers with a client's index.
std::vector<Column> ordered_identities(const Layout& layout);
std::vector<Column> servers_clients(const Layout& layout);

}  // namespace interlock::machine
