#include "cli/replay/connection.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <utility>

namespace interlock::cli {
namespace {

using reports::Reply;

constexpr timeval patience{120, 0};

int connected(int family, const sockaddr* address, socklen_t size) {
  const int opened = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (opened < 0) return -1;
  ::setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  const int at_once = 1;
  if (family != AF_UNIX) ::setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof(at_once));
  if (::connect(opened, address, size) == 0) return opened;
  const int error = errno;
  ::close(opened);
  errno = error;
  return -1;
}

int open_local(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) throw ConnectionError("the path of the socket is too long: " + path);
  path.copy(address.sun_path, path.size());
  return connected(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

int open_network(const Address& server) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(server.host.c_str(), server.port.c_str(), &wanted, &found);
  if (error != 0) throw ConnectionError("there is no host " + server.host + ": " + ::gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, &::freeaddrinfo);
  int opened = -1;
  for (const addrinfo* one = found; one != nullptr && opened < 0; one = one->ai_next)
    opened = connected(one->ai_family, one->ai_addr, one->ai_addrlen);
  return opened;
}

std::string encoded(const Reply& reply) {
  const std::string end = "\r\n";
  if (reply.is_nil) return reply.form == '*' ? "*-1" + end : "$-1" + end;
  switch (reply.form) {
    case ':': return ":" + std::to_string(reply.number) + end;
    case '$': return "$" + std::to_string(reply.text.size()) + end + reply.text + end;
    case '*': {
      std::string text = "*" + std::to_string(reply.items.size()) + end;
      for (const Reply& item : reply.items) text += encoded(item);
      return text;
    }
    default: return reply.form + reply.text + end;
  }
}

std::int64_t number_of(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw ConnectionError("the answer is not that of a Redis: " + text);
  return number;
}

}  // namespace

std::optional<Address> address_of(const std::string& text) {
  if (text.starts_with('/')) return Address{{}, {}, text};
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return std::nullopt;
  Address address{text.substr(0, colon), text.substr(colon + 1), {}};
  if (address.host.starts_with('[') && address.host.ends_with(']'))
    address.host = address.host.substr(1, address.host.size() - 2);
  if (address.port.size() > 5 || address.port.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return address;
}

Connection::Connection(const Address& server)
    : socket_(server.socket.empty() ? open_network(server) : open_local(server.socket)) {
  if (socket_ < 0) throw ConnectionError("nobody listens at " + server.text() + ": " + std::strerror(errno));
}

Connection::Connection(Connection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), read_(std::move(other.read_)) {}

Connection& Connection::operator=(Connection&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(read_, other.read_);
  return *this;
}

Connection::~Connection() {
  if (socket_ >= 0) ::close(socket_);
}

Reply Connection::ask(const std::vector<std::string>& words) {
  std::string sent = "*" + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) sent += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  send(sent);
  return reply();
}

std::vector<std::string> Connection::listen() {
  std::vector<std::string> words;
  for (Reply& item : reply().items) words.push_back(std::move(item.text));
  return words;
}

void Connection::answer(const Reply& reply) { send(encoded(reply)); }

void Connection::send(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (count <= 0) throw ConnectionError("the server does not listen any more");
    done += static_cast<std::size_t>(count);
  }
}

void Connection::fill() {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (count <= 0) throw ConnectionError("the server does not answer");
  read_.append(buffer.data(), static_cast<std::size_t>(count));
}

std::string Connection::line() {
  std::size_t end = read_.find("\r\n");
  for (; end == std::string::npos; end = read_.find("\r\n")) fill();
  const std::string found = read_.substr(0, end);
  read_.erase(0, end + 2);
  return found;
}

std::string Connection::bytes(std::size_t count) {
  while (read_.size() < count + 2) fill();
  const std::string found = read_.substr(0, count);
  read_.erase(0, count + 2);
  return found;
}

Reply Connection::reply() {
  const std::string first = line();
  if (first.empty()) throw ConnectionError("the answer is not that of a Redis");
  Reply given;
  given.form = first.front();
  given.text = first.substr(1);
  if (given.form == '+' || given.form == '-') return given;
  if (given.form != ':' && given.form != '$' && given.form != '*')
    throw ConnectionError("the answer is not that of a Redis: " + first);
  given.number = number_of(given.text);
  given.is_nil = given.form != ':' && given.number < 0;
  if (given.form == '$' && !given.is_nil) given.text = bytes(static_cast<std::size_t>(given.number));
  for (std::int64_t item = 0; given.form == '*' && item < given.number; ++item) given.items.push_back(reply());
  return given;
}

std::string redis_version(Connection& server) {
  const std::string told = server.ask({"INFO", "server"}).text;
  const std::string word = "redis_version:";
  const std::size_t at = told.find(word);
  if (at == std::string::npos) return "";
  return told.substr(at + word.size(), told.find('\r', at) - at - word.size());
}

}  // namespace interlock::cli
