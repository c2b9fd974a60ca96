#include "tests/etcd/playing.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <stdexcept>

namespace interlock::tests::etcd {

namespace {

using Json = nlohmann::json;

std::string base64(const std::string& text) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string coded;
  for (std::size_t at = 0; at < text.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8U | (at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U);
    for (std::uint32_t i = 0; i < 4; ++i) coded += at + i <= text.size() ? digits[(bits >> (18U - 6U * i)) & 63U] : '=';
  }
  return coded;
}

class Player {
 public:
  Player(const EtcdServer& server, std::uint32_t number) : server_(server), number_(number) {}

  Answers play(const Sequence& sequence) {
    for (std::size_t i = 0; i < sequence.size(); ++i) answers_.push_back(answer(sequence[i], i));
    return answers_;
  }

 private:
  std::int64_t id(std::size_t lease) const {
    return 1'000'000 + static_cast<std::int64_t>(number_) * 1000 + static_cast<std::int64_t>(lease);
  }
  std::string directory() const { return fmt::format("sequence{}/", number_); }
  std::string key(std::size_t lease) const { return base64(fmt::format("{}lock/{}", directory(), lease)); }
  std::string data() const { return base64(directory() + "data"); }

  Json ask(const std::string& what, const Json& with) const {
    const Json answer = server_.ask(what, with);
    const bool is_known = !answer.contains("error") || answer.at("error") == "etcdserver: requested lease not found";
    if (!is_known) throw std::runtime_error("etcd says " + answer.at("error").dump());
    return answer;
  }

  static bool is_refused(const Json& answer) { return answer.contains("error"); }
  static std::string truth(bool value) { return value ? "true" : "false"; }

  std::string answer(const Step& step, std::size_t index) {
    switch (step.request) {
      case Request::grant:
        if (step.is_short) short_.insert(index);
        return truth(!is_refused(ask("lease/grant", {{"TTL", 3600}, {"ID", id(index)}})));
      case Request::keep_alive:
        return truth(ask("lease/keepalive", {{"ID", id(step.lease)}}).at("result").contains("TTL"));
      case Request::put: return put(step.lease);
      case Request::first: return first(step.lease);
      case Request::revoke: return truth(!is_refused(ask("lease/revoke", {{"ID", id(step.lease)}})));
      case Request::get: return get();
      case Request::put_if_created: return put_if_created(step);
      case Request::put_value: ask("kv/put", {{"key", data()}, {"value", "eA=="}}); return "";
      case Request::lapse:
        for (const std::size_t lease : short_) ask("lease/revoke", {{"ID", id(lease)}});
        return "";
    }
    return "";
  }

  std::string put(std::size_t lease) {
    const Json answer = ask("kv/put", {{"key", key(lease)}, {"value", "eA=="}, {"lease", id(lease)}});
    return is_refused(answer) ? "0" : answer.at("header").at("revision").get<std::string>();
  }

  std::string first(std::size_t lease) {
    const Json answer = ask("kv/range", {{"key", base64(directory() + "lock/")},
                                         {"range_end", base64(directory() + "lock0")},
                                         {"sort_order", "ASCEND"},
                                         {"sort_target", "CREATE"}});
    const Json keys = answer.value("kvs", Json::array());
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i].at("key") == key(lease)) return i == 0 ? keys[i].at("create_revision").get<std::string>() : "none";
    return "0";
  }

  std::string get() {
    const Json keys = ask("kv/range", {{"key", data()}}).value("kvs", Json::array());
    return keys.empty() ? "0" : keys[0].at("mod_revision").get<std::string>();
  }

  std::string put_if_created(const Step& step) {
    if (answers_[step.put] == "0") return "";
    const Json compare{
        {"key", key(step.lease)}, {"target", "CREATE"}, {"result", "EQUAL"}, {"create_revision", answers_[step.put]}};
    const Json success{{"request_put", {{"key", data()}, {"value", "eA=="}}}};
    return truth(ask("kv/txn", {{"compare", Json::array({compare})}, {"success", Json::array({success})}})
                     .value("succeeded", false));
  }

  const EtcdServer& server_;
  const std::uint32_t number_;
  std::set<std::size_t> short_;
  Answers answers_;
};

}  // namespace

Answers play_on_server(const Sequence& sequence, const EtcdServer& server, std::uint32_t number) {
  return told_by_order(sequence, Player(server, number).play(sequence));
}

}  // namespace interlock::tests::etcd
