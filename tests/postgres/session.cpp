#include "tests/postgres/session.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace interlock::tests {

namespace {

constexpr const char* lost = "57P01";  // admin_shutdown

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const std::uint32_t shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>((number >> shift) & 0xFFU);
  return bytes;
}

std::uint32_t number_in(const std::string& bytes, std::size_t at, std::size_t size = 4) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < size; ++i) number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

/// The SQLSTATE of an error: its field C.
std::string code_in(const std::string& body) {
  for (std::size_t at = 0; at < body.size() && body[at] != '\0';) {
    const std::size_t end = body.find('\0', at + 1);
    if (body[at] == 'C') return body.substr(at + 1, end - at - 1);
    if (end == std::string::npos) break;
    at = end + 1;
  }
  return "unknown";
}

std::string first_column(const std::string& body) {
  constexpr std::uint32_t null = 0xFFFFFFFF;
  if (number_in(body, 0, 2) == 0) return "";
  const std::uint32_t size = number_in(body, 2);
  return size == null ? "none" : body.substr(6, size);
}

}  // namespace

Session::Session(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = socket.string();
  if (name.size() >= sizeof(address.sun_path)) throw std::runtime_error("the socket's path is too long: " + name);
  name.copy(address.sun_path, name.size());
  socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{120, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) close();
  const std::string parameters = std::string("user\0interlock\0database\0postgres\0", 33) + std::string(1, '\0');
  constexpr std::uint32_t version_3 = 196608;
  if (is_alive())
    write(big_endian(static_cast<std::uint32_t>(parameters.size() + 8)) + big_endian(version_3) + parameters);
  Message message;
  while (is_alive() && next(message) && message.kind != 'Z') {
    if (message.kind == 'K') process_ = static_cast<int>(number_in(message.body, 0));
    if (message.kind == 'E') close();
  }
  if (!is_alive()) throw std::runtime_error("no session with PostgreSQL");
}

Session::Session(Session&& other) noexcept : socket_(std::exchange(other.socket_, -1)), process_(other.process_) {}

Session& Session::operator=(Session&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(process_, other.process_);
  return *this;
}

Session::~Session() { close(); }

void Session::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

bool Session::write(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::send(socket_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (count <= 0) {
      close();
      return false;
    }
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool Session::read(std::string& into, std::size_t count) {
  into.assign(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const ssize_t got = ::recv(socket_, into.data() + done, count - done, 0);
    if (got <= 0) {
      close();
      return false;
    }
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool Session::next(Message& message) {
  std::string head;
  if (!read(head, 5)) return false;
  message.kind = head[0];
  return read(message.body, number_in(head, 1) - 4);
}

QueryResult Session::ask(const std::string& query) {
  send(query);
  return receive();
}

void Session::send(const std::string& query) {
  if (is_alive()) write("Q" + big_endian(static_cast<std::uint32_t>(query.size() + 5)) + query + std::string(1, '\0'));
}

bool Session::has_answer(std::chrono::milliseconds within) const {
  if (!is_alive()) return true;
  pollfd wanted{socket_, POLLIN, 0};
  return ::poll(&wanted, 1, static_cast<int>(within.count())) > 0;
}

QueryResult Session::receive() {
  QueryResult result;
  Message message;
  while (is_alive() && next(message) && message.kind != 'Z') {
    if (message.kind == 'D') result.values.push_back(first_column(message.body));
    if (message.kind == 'C') result.tag = message.body.c_str();
    if (message.kind == 'E') result.error = code_in(message.body);
  }
  if (!is_alive()) result.error = lost;
  return result;
}

}  // namespace interlock::tests
