#pragma once
// Text, a line a statement, so that a failing model can be shrunk by leaving out lines.

#include <string>
#include <utility>

namespace interlock::tests {

class Lines {
 public:
  void add(const std::string& line) { text_ += std::string(2 * depth_, ' ') + line + "\n"; }

  /// At the end of the last line.
  void join(const std::string& words) {
    text_.pop_back();
    text_ += " " + words + "\n";
  }

  /// `head {`, what `inside` writes, `}`.
  template <typename Inside>
  void block(const std::string& head, Inside&& inside) {
    add(head + " {");
    ++depth_;
    inside();
    --depth_;
    add("}");
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace interlock::tests
