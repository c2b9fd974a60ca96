#pragma once
// A session with a PostgreSQL: simple queries over its socket, without a library.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace interlock::tests {

struct QueryResult {
  std::vector<std::string> values;  ///< the first column; "none" for NULL
  std::string tag;                  ///< "UPDATE 1", "COMMIT"
  std::string error;                ///< an SQLSTATE; empty: none
};

class Session {
 public:
  explicit Session(const std::filesystem::path& socket);
  Session(Session&& other) noexcept;
  Session& operator=(Session&& other) noexcept;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  int process() const { return process_; }  ///< of the server, for this session
  bool is_alive() const { return socket_ >= 0; }

  /// The error 57P01 where the connection is lost, now or before.
  QueryResult ask(const std::string& query);

  // For a query that may have to wait.
  void send(const std::string& query);
  /// Or the connection is lost.
  bool has_answer(std::chrono::milliseconds within) const;
  QueryResult receive();

 private:
  struct Message {
    char kind = 0;
    std::string body;
  };

  void close();
  bool write(const std::string& bytes);
  bool read(std::string& into, std::size_t count);
  bool next(Message& message);

  int socket_ = -1;
  int process_ = 0;
};

}  // namespace interlock::tests
