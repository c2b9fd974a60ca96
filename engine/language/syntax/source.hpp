#pragma once
// A text that the front end reads, and places in it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace interlock::language {

/// A text under the name that messages show. The engine opens no file: the caller reads it.
struct Source {
  std::string name;  ///< as shown in messages: "my_lock.interlock"
  std::string text;  ///< any bytes
};

/// A stretch of one line. Lines and columns count from 1, columns in bytes; line 0 means "no place".
struct Place {
  std::shared_ptr<const Source> source;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 1;
};

/// The text of a line, counted from 1, without its line end; empty when there is no such line.
std::string line_text(const Source& source, std::uint32_t line);

}  // namespace interlock::language
