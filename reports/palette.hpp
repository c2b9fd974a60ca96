#pragma once
// The colours of all pictures. A colour never says anything alone: a pattern or a label says it too.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace interlock::reports::palette {

inline constexpr std::string_view ink = "#1f2933";
inline constexpr std::string_view soft_ink = "#52606d";
inline constexpr std::string_view guide = "#dfe3e8";
inline constexpr std::string_view lane = "#f4f6f8";
inline constexpr std::string_view neutral = "#e4e7eb";
inline constexpr std::string_view neutral_line = "#9aa5b1";
inline constexpr std::string_view pause = "#d3d8de";
inline constexpr std::string_view cause = "#f7c04a";
inline constexpr std::string_view cause_ink = "#8a5200";
inline constexpr std::string_view bad = "#c81e1e";
inline constexpr std::string_view bad_light = "#fde3e1";
inline constexpr std::string_view loop = "#fdf3f2";
inline constexpr std::string_view good = "#1b7f3b";
inline constexpr std::string_view good_light = "#def3e4";
inline constexpr std::string_view white = "#ffffff";

/// Of clients, in turn; no red, no green, no amber.
struct Hue {
  std::string_view strong;
  std::string_view light;
};
inline constexpr std::array<Hue, 6> clients = {{{"#2b6cb0", "#d5e5f5"},
                                                {"#7b44b0", "#e8dcf5"},
                                                {"#0f7f86", "#d0ecee"},
                                                {"#8a5a2b", "#efe1d1"},
                                                {"#44546a", "#dde2ea"},
                                                {"#b0357f", "#f6d9ea"}}};

inline constexpr Hue nobody = {"#7b8794", "#e4e7eb"};

inline constexpr Hue client(std::size_t index) { return index < 64 ? clients[index % clients.size()] : nobody; }

}  // namespace interlock::reports::palette
