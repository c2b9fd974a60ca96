#include "tests/bench/measure.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace interlock::bench {

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

[[noreturn]] void become(std::vector<std::string> command, int output) {
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

Run run_once(const std::vector<std::string>& command) {
  Run run;
  std::array<int, 2> pipes{};
  if (pipe(pipes.data()) != 0) return run;
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    close(pipes[0]);
    become(command, pipes[1]);
  }
  close(pipes[1]);
  std::array<char, 65536> chunk{};
  for (ssize_t got = 1; got > 0;) {
    got = read(pipes[0], chunk.data(), chunk.size());
    if (got > 0) run.output.append(chunk.data(), static_cast<std::size_t>(got));
  }
  close(pipes[0]);
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return run;
  run.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.peak = static_cast<double>(usage.ru_maxrss) / 1024;
  run.started = !(WIFEXITED(status) && WEXITSTATUS(status) == 127);
  return run;
}

}  // namespace

Run measure(const std::vector<std::string>& command, int repeats) {
  Run best = run_once(command);
  double wall = best.wall;
  for (int again = 1; again < repeats && best.started; ++again) {
    Run run = run_once(command);
    wall = std::min(wall, run.wall);
    if (run.cpu < best.cpu) best = std::move(run);
  }
  best.wall = wall;
  return best;
}

bool shell(const std::string& line) { return std::system(line.c_str()) == 0; }

bool is_there(const std::string& program) { return shell("command -v '" + program + "' >/dev/null 2>&1"); }

double number_before(const std::string& text, const std::string& after) {
  const std::size_t end = text.rfind(after);  // some tools report before they are through, too
  if (end == std::string::npos) return 0;
  std::size_t begin = end;
  const std::string_view digits = "0123456789,.";
  while (begin > 0 && digits.find(text[begin - 1]) != std::string_view::npos) --begin;
  std::string number = text.substr(begin, end - begin);
  std::erase(number, ',');
  return std::atof(number.c_str());
}

double number_behind(const std::string& text, const std::string& before) {
  const std::size_t begin = text.find(before);
  return begin == std::string::npos ? 0 : std::atof(text.c_str() + begin + before.size());
}

}  // namespace interlock::bench
