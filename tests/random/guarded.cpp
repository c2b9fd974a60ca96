#include "tests/random/guarded.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <sys/wait.h>
#include <unistd.h>

namespace interlock::tests {

namespace {

std::string rest_of(std::FILE* file, std::size_t most) {
  std::rewind(file);
  std::string text;
  char buffer[4096];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, count);
  return text.size() > most ? text.substr(0, most) : text;
}

[[noreturn]] void work_as_child(const std::function<std::string()>& work, std::FILE* answer, std::FILE* messages,
                                unsigned seconds) {
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(number, SIG_DFL);  // not Catch2's
  ::dup2(::fileno(messages), STDERR_FILENO);
  ::alarm(seconds);
  std::string text;
  try {
    text = work();
  } catch (const std::exception& error) {
    text = std::string("crash: ") + error.what();
  }
  std::fwrite(text.data(), 1, text.size(), answer);
  std::fflush(answer);
  std::_Exit(0);
}

}  // namespace

std::string guarded(const std::function<std::string()>& work, unsigned seconds) {
  std::FILE* answer = std::tmpfile();
  std::FILE* messages = std::tmpfile();
  if (answer == nullptr || messages == nullptr) return "crash: no temporary file";
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) work_as_child(work, answer, messages, seconds);
  int status = 0;
  ::waitpid(child, &status, 0);
  const std::string text = rest_of(answer, std::size_t{1} << 20U);
  const std::string said = rest_of(messages, 3000);
  std::fclose(answer);
  std::fclose(messages);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return "too slow: more than " + std::to_string(seconds) + " s\n";
  return "crash: status " + std::to_string(status) + "\n" + said;
}

}  // namespace interlock::tests
