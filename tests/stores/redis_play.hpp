#pragma once
// Small protocols played on the store models/stores/redis.interlock: what its calls answer, held against what a real
// server answers (measured; see the tables in the tests).

#include <string>

namespace interlock::tests {

/// Plays the clients of this protocol text, all runs of them under these faults. A line each: an assertion that fails
/// or that no run comes to, a witness that no run reaches, and what is wrong with the text. Empty: all of it is so.
std::string disagreements(const std::string& protocol, const std::string& faults = "none");

/// A body for one client; the servers are `redis`, with the cells k, other : string and z, y, x : sorted_set, and
/// `memory`, with turn : int 0..3. `old` and `new` are identities.
std::string one_client(const std::string& body);

/// What a key is before a call.
enum class Before { missing, plain, leased };

/// One row of a table: a call on the key k, which holds `old`. A leased key lives for 6 s more.
struct Row {
  Before before = Before::missing;
  std::string call;
  std::string answer;  ///< as the language writes it: true, none, missing, old, 6s
  std::string value;   ///< of the key afterwards: none, old, new
  std::string left;    ///< PTTL afterwards: missing, none, 6s
};

/// The row, where the store has it otherwise; empty where it agrees.
std::string disagreement(const Row& row);

}  // namespace interlock::tests
