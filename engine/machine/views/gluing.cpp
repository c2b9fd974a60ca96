// Two views that meet, glued: everything that they share is taken from the left one, and the right one's client is put
// beside it. Its private ids and tokens are new, or they are private ones of the other client.

#include "engine/assert.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/views/views.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace interlock::machine {

using language::ClientIndex;

namespace {

/// Room between two tokens for all that may come between.
constexpr Word token_room = 1000;
constexpr Word token_step = 10;

/// Tokens up to `literal` are the numbers they are.
Word with_room(Word token, Word literal) { return token <= literal ? token : literal + (token - literal) * token_room; }

}  // namespace

/// Where each client of a view stands in the glued state; `number`: of the one beside, in its kind.
Selection Views::places(const Meeting& meeting, std::uint32_t number) const {
  const auto& clients = glued_.model().clients;
  const auto place_of = [&](std::uint32_t kind, std::uint32_t of_kind) {
    const auto is_it = [&](const language::Client& one) { return one.kind == kind && one.number == of_kind; };
    return static_cast<ClientIndex>(std::find_if(clients.begin(), clients.end(), is_it) - clients.begin());
  };
  Selection found(meeting.clients.size() + 1);
  for (std::size_t shared = 0; shared < meeting.clients.size(); ++shared) {
    const language::Client& client = shared_.model().clients[shared];
    found[meeting.clients[shared]] = place_of(client.kind, client.number);
  }
  found[meeting.beside] = place_of(kind_, number);
  return found;
}

Views::Names Views::names(const Words& words, const Meeting& meeting) {
  const Layout& layout = shared_.layout();
  const Words raw = project(view_.layout(), words, meeting.clients, layout);
  const Words named = shared_.unpack(meeting.shared);
  Names found;
  found.tokens.resize(layout.token_classes);
  for (Register word = 0; word < raw.size(); ++word) {
    const Field& field = layout.fields[word];
    if (raw[word] <= 0 || shared_.open_sets().has_slot(word)) continue;
    if (field.role == Role::identity) found.ids[raw[word]] = named[word];
    if (field.role == Role::token) found.tokens[field.token_class][raw[word]] = named[word];
  }
  return found;
}

class Views::Merging {
 public:
  using Take = std::function<void(std::string state)>;

  Merging(Views& views, const Words& left, const Meeting& left_meets, const Words& right, const Meeting& right_meets,
          const Take& take)
      : views_(views),
        left_(left),
        right_(right),
        beside_(right_meets.beside),
        left_names_(views.names(left, left_meets)),
        right_names_(views.names(right, right_meets)),
        literal_(views.view_.machine().parts().blueprint.relevance.highest_token),
        take_(take) {
    const auto shared = static_cast<std::uint32_t>(
        std::count_if(views.shared_.model().clients.begin(), views.shared_.model().clients.end(),
                      [&](const language::Client& client) { return client.kind == views.kind_; }));
    left_places_ = views.places(left_meets, shared + 1);
    right_places_ = views.places(right_meets, shared + 2);
    last_ = right_places_[beside_];
  }

  void run() {
    if (!take_left()) return;
    find_private();
    ids_ = known(right_names_.ids, left_names_.ids);
    for (std::size_t number = 0; number < right_names_.tokens.size(); ++number) {
      tokens_.push_back(known(right_names_.tokens[number], left_names_.tokens[number]));
      for (auto& [raw, to] : tokens_.back()) to = with_room(to, literal_);
    }
    merge_ids(0);
  }

 private:
  struct Private {
    std::size_t token_class = 0;
    Word token = 0;
  };

  const Layout& view_layout() const { return views_.view_.layout(); }
  const Layout& glued_layout() const { return views_.glued_.layout(); }

  static Word moved(Word client, const Selection& places) {
    return client < 0 ? client : static_cast<Word>(places[static_cast<std::size_t>(client)]);
  }

  /// What the names of the right are in the left.
  static std::map<Word, Word> known(const std::map<Word, Word>& right, const std::map<Word, Word>& left) {
    std::map<Word, Word> back;
    for (const auto& [raw, named] : left) back[named] = raw;
    std::map<Word, Word> found;
    for (const auto& [raw, named] : right) found[raw] = back.at(named);
    return found;
  }

  /// All but the words of the last client. False: both say of one cell that their own client wrote it.
  bool take_left() {
    words_.resize(glued_layout().fields.size());
    for (Register word = 0; word < view_layout().clients.front().begin; ++word) {
      words_[word] = left_[word];
      if (view_layout().fields[word].role != Role::client) continue;
      const Word by_left = moved(left_[word], left_places_);
      const Word by_right = moved(right_[word], right_places_);
      const bool is_lasts = by_right == static_cast<Word>(last_);
      if (is_lasts && by_left >= 0) return false;
      words_[word] = is_lasts ? by_right : by_left;
    }
    for (ClientIndex client{0}; client < left_places_.size(); ++client) {
      const ClientWords& from = view_layout().clients[client];
      const ClientWords& to = glued_layout().clients[left_places_[client]];
      std::copy(left_.begin() + from.begin, left_.begin() + from.end, words_.begin() + to.begin);
    }
    const ClientWords& last = glued_layout().clients[last_];
    for (Register word = 0; word < words_.size(); ++word)
      if (glued_layout().fields[word].role == Role::token && (word < last.begin || word >= last.end))
        words_[word] = words_[word] > 0 ? with_room(words_[word], literal_) : words_[word];
    return true;
  }

  void find_private() {
    left_tokens_.resize(left_names_.tokens.size());
    left_private_.resize(left_names_.tokens.size());
    std::set<std::pair<std::size_t, Word>> right_private;
    std::set<Word> right_ids;
    for (Register word = 0; word < view_layout().fields.size(); ++word) {
      const Field& field = view_layout().fields[word];
      const Word left = left_[word];
      const Word right = right_[word];
      if (field.role == Role::identity) {
        highest_id_ = std::max(highest_id_, left);
        if (left > 0 && !left_names_.ids.contains(left)) left_ids_.insert(left);
        if (right > 0 && !right_names_.ids.contains(right)) right_ids.insert(right);
      }
      if (field.role != Role::token) continue;
      if (left > 0) left_tokens_[field.token_class].insert(with_room(left, literal_));
      if (left > 0 && !left_names_.tokens[field.token_class].contains(left))
        left_private_[field.token_class].insert(with_room(left, literal_));
      if (right > 0 && !right_names_.tokens[field.token_class].contains(right))
        right_private.emplace(field.token_class, right);
    }
    right_ids_.assign(right_ids.begin(), right_ids.end());
    for (const auto& [token_class, token] : right_private) right_tokens_.push_back({token_class, token});
  }

  void merge_ids(std::size_t at) {
    if (at == right_ids_.size()) return merge_tokens(0);
    const Word id = right_ids_[at];
    if (views_.choices_.same_ids)
      for (const Word other : left_ids_) {
        if (!taken_.insert(other).second) continue;
        ids_[id] = other;
        merge_ids(at + 1);
        taken_.erase(other);
      }
    ids_[id] = highest_id_ + 1 + static_cast<Word>(at);
    merge_ids(at + 1);
  }

  /// From the lowest on: each may be a private token of the other client, or lie right behind any token that there is
  /// above the last one placed.
  void merge_tokens(std::size_t at) {
    if (at == right_tokens_.size()) return finish();
    const auto token_class = right_tokens_[at].token_class;
    const Word token = right_tokens_[at].token;
    auto& placed = tokens_[token_class];
    if (token <= literal_) {
      placed[token] = token;
      merge_tokens(at + 1);
      placed.erase(token);
      return;
    }
    Word low = literal_;
    Word high = INT32_MAX;
    for (const auto& [raw, to] : placed) {
      if (raw < token) low = std::max(low, to);
      if (raw > token) high = std::min(high, to);
    }
    const auto put = [&](Word where) {
      placed[token] = where;
      merge_tokens(at + 1);
      placed.erase(token);
    };
    if (views_.choices_.tokens_between && low + token_step < high) put(low + token_step);
    for (const Word mark : left_tokens_[token_class]) {
      if (mark <= low || mark >= high) continue;
      if (views_.choices_.same_tokens && left_private_[token_class].contains(mark)) put(mark);
      if (views_.choices_.tokens_between) put(mark + token_step);
    }
  }

  void finish() {
    const ClientWords& from = view_layout().clients[beside_];
    const ClientWords& to = glued_layout().clients[last_];
    Words words = words_;
    for (std::size_t word = 0; word < static_cast<std::size_t>(from.end - from.begin); ++word) {
      const Field& field = view_layout().fields[from.begin + word];
      Word value = right_[from.begin + word];
      if (field.role == Role::identity && value > 0) value = ids_.at(value);
      if (field.role == Role::token && value > 0) value = tokens_[field.token_class].at(value);
      words[to.begin + word] = value;
    }
    if (views_.choices_.open_sets && !take_members(words)) return;
    std::string packed;
    if (views_.glued_.pack(words, packed))
      take_(std::move(packed));
    else
      views_.gave_up_ = true;
  }

  /// Of the ids that only the last client knows: which of them stand in sets. False: they are such as the left one's
  /// client knows, too, and the two do not agree.
  bool take_members(Words& words) {
    for (const std::uint32_t index : views_.view_.open_sets().of_ids()) {
      const Container& set = glued_layout().containers[index];
      for (const Word id : right_ids_) {
        const Word meant = ids_.at(id);
        const bool is_member = find_member(view_layout().containers[index], right_.data(), id) >= 0;
        if (left_ids_.contains(meant)) {
          if (is_member != (find_member(set, words.data(), meant) >= 0)) return false;
        } else if (is_member) {
          bool is_cut = false;
          insert_member(set, words.data(), meant, 0, -1, is_cut);
          views_.gave_up_ = views_.gave_up_ || is_cut;
        }
      }
    }
    return true;
  }

  Views& views_;
  const Words& left_;
  const Words& right_;
  ClientIndex beside_;
  Names left_names_;
  Names right_names_;
  Word literal_;
  const Take& take_;
  Selection left_places_;
  Selection right_places_;
  ClientIndex last_{0};
  Words words_;
  Word highest_id_ = 0;
  std::set<Word> left_ids_;      ///< private
  std::vector<Word> right_ids_;  ///< likewise
  std::set<Word> taken_;
  std::map<Word, Word> ids_;                  ///< of the right: what they are in the glued state
  std::vector<std::set<Word>> left_tokens_;   ///< by class, as they stand in the glued state
  std::vector<std::set<Word>> left_private_;  ///< likewise
  std::vector<Private> right_tokens_;         ///< private, by class, the lowest first
  std::vector<std::map<Word, Word>> tokens_;  ///< of the right, by class: what they are in the glued state
};

void Views::glue(const std::string& left, const Meeting& left_meets, const std::string& right,
                 const Meeting& right_meets, const std::function<void(std::string state)>& take) {
  INTERLOCK_ASSERT(left_meets.shared == right_meets.shared, "views that are glued agree in what they share");
  const Words left_words = view_.unpack(left);
  const Words right_words = view_.unpack(right);
  Merging(*this, left_words, left_meets, right_words, right_meets, take).run();
}

}  // namespace interlock::machine
