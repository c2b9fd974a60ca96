#pragma once
// What is asked of an etcd, one request after the other, and played on a real one and on the text of a store.

#include "tests/etcd/server.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace interlock::tests::etcd {

enum class Request {
  grant,
  keep_alive,
  put,
  first,
  revoke,
  get,
  put_if_created,  ///< made only where its put was answered with a revision
  put_value,
  lapse,  ///< short leases end: in the model by time, on the server as it ends them itself, by revoking them
};

struct Step {
  Request request = Request::grant;
  std::size_t lease = 0;  ///< the step in which it was granted
  bool is_short = false;  ///< grant
  std::size_t put = 0;    ///< put_if_created: the step of its put
};

using Sequence = std::vector<Step>;
/// "true", "none", "3"; empty where nothing was asked. Revisions are told by their order among all of the sequence.
using Answers = std::vector<std::string>;

Sequence random_sequence(std::uint32_t seed);
std::string protocol_of(const Sequence& sequence);

/// Is what it is answered a revision, or 0 where there is none?
bool answers_revision(Request request);
/// With the order of each revision among all of them in its place: counters of two servers stand at different numbers.
Answers told_by_order(const Sequence& sequence, const Answers& answers);

/// `number`: another one for each sequence on this server.
Answers play_on_server(const Sequence& sequence, const EtcdServer& server, std::uint32_t number);

/// By the second evaluator. Throws std::runtime_error where the text has errors or a step is not possible.
Answers play_on_store(const Sequence& sequence, const std::string& store);

}  // namespace interlock::tests::etcd
