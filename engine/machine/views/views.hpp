#pragma once
// What a few clients can look like, however many there are (view abstraction: Abdulla, Haziza, Holik, 2013).
//
// A view is a state in which only some clients of one kind are kept: the servers are all there, and so are the clients
// of other kinds. Whoever is not kept is as one who crashed: what it wrote is nobody's, its id is one that no client
// has. To see what may become of a view, one more client is put beside it: two views that agree in the servers and in
// all clients but one each are glued, in every way in which their private ids and tokens may lie to each other. What
// comes of the glued state is projected again to every choice of clients. Why that leaves out nothing is said in
// ARCHITECTURE.md, "Any number of clients".
//
// Views are compared as bytes, so each has one form: of all orders of its clients the one with the least bytes.

#include "engine/machine/machine.hpp"
#include "engine/machine/views/open_sets.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace interlock::machine {

/// Which clients of a state are the clients of a smaller one, in the order of that one.
using Selection = std::vector<language::ClientIndex>;
using Words = std::vector<Word>;

/// The words of the chosen clients and of all servers, as a machine with so many clients has them.
Words project(const Layout& from, const Words& words, const Selection& kept, const Layout& to);

/// A view in one order of its clients: those that it may share with another view, and one beside them.
struct Meeting {
  std::string shared;  ///< what they look like: views meet where it is the same
  Selection clients;
  language::ClientIndex beside{0};
};

/// What gluing tries. All of it is needed: tests leave parts out and see that it is noticed.
struct GlueChoices {
  bool same_ids = true;        ///< a private id of the one is that of the other
  bool same_tokens = true;     ///< likewise tokens
  bool tokens_between = true;  ///< a private token of the one lies between, before or behind those of the other
  bool open_sets = true;       ///< what only the one knows to stand in a set does so for both
};

/// A machine whose states are taken apart and put together.
class Viewed {
 public:
  explicit Viewed(const Machine& machine);
  Viewed(const Viewed&) = delete;
  Viewed& operator=(const Viewed&) = delete;

  const Machine& machine() const { return machine_; }
  const Layout& layout() const { return machine_.parts().blueprint.layout; }
  const language::Model& model() const { return machine_.model(); }
  const OpenSets& open_sets() const { return open_sets_; }
  std::string initial();
  Words unpack(const std::string& state) const;
  /// Drops members that nobody can name, ranks tokens and names ids. False: there is no room for it.
  bool pack(Words& words, std::string& into);
  /// Does a token stand above a counter? Then the distance between them matters.
  bool is_above_counter(const Words& words) const;

  using Take = std::function<void(std::uint64_t labels, std::string state)>;
  /// All that can come next. False: some of it was given up.
  bool successors(const std::string& state, const Take& take);
  std::uint64_t labels(const std::string& state);

 private:
  const Machine& machine_;
  OpenSets open_sets_;
  NormalFormPlan plan_;
  NormalForm form_;
  Workspace workspace_;
  std::vector<Unit> units_;
};

/// The machines of a protocol with one client of the varied kind less than a view has, as many, and one more.
struct ViewMachines {
  const Machine& shared;
  const Machine& view;
  const Machine& glued;
};

class Views {
 public:
  /// Keeps references. `kind`: which clients there may be any number of.
  Views(const ViewMachines& machines, std::uint32_t kind, GlueChoices choices = {});

  /// What a search for views wants (explore/view_search.hpp).
  std::string initial();
  std::vector<Meeting> meetings(const std::string& view);
  /// All states of one client more that look like the one and like the other.
  void glue(const std::string& left, const Meeting& left_meets, const std::string& right, const Meeting& right_meets,
            const std::function<void(std::string state)>& take);
  /// The views of a glued state.
  std::vector<std::string> views_of(const std::string& glued);
  bool successors(const std::string& glued, const Viewed::Take& take) { return glued_.successors(glued, take); }
  std::uint64_t labels(const std::string& glued) { return glued_.labels(glued); }

  /// The views of any state of a larger machine of the same protocol.
  std::vector<std::string> views_of(Viewed& larger, const std::string& state);
  /// Something did not fit, or a token stood above a counter: then nothing is proved.
  bool gave_up() const { return gave_up_; }

 private:
  /// What private ids and tokens are called where a view meets others.
  struct Names {
    std::map<Word, Word> ids;
    std::vector<std::map<Word, Word>> tokens;  ///< by class
  };
  class Merging;

  std::vector<Selection> orders(const language::Model& from, std::uint32_t varied) const;
  std::string least_view(const Layout& from, const Words& words, const std::vector<Selection>& orders);
  Names names(const Words& words, const Meeting& meeting);
  Selection places(const Meeting& meeting, std::uint32_t number) const;

  std::uint32_t kind_;
  GlueChoices choices_;
  Viewed shared_;
  Viewed view_;
  Viewed glued_;
  bool gave_up_ = false;
};

}  // namespace interlock::machine
