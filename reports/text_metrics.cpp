#include "reports/text_metrics.hpp"

#include "reports/words.hpp"

#include <algorithm>
#include <array>

namespace interlock::reports {
namespace {

// Advance widths of ' ' to '~' in thousandths of the font size.
constexpr std::array<int, 95> regular = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr std::array<int, 95> heavy = {
    348, 456,  521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415,  380, 365, 696, 696,  696,
    696, 696,  696, 696, 696, 696,  696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830,  683,
    683, 821,  837, 372, 372, 775,  637, 995, 837, 850, 733, 850, 770, 720,  682, 812, 774, 1103, 771,
    724, 725,  457, 365, 457, 838,  500, 500, 675, 716, 593, 716, 678, 435,  716, 712, 343, 343,  665,
    343, 1042, 712, 687, 716, 716,  493, 595, 478, 712, 652, 924, 645, 652,  582, 712, 365, 712,  838};
constexpr int other = 900;  // any character outside ASCII

}  // namespace

double text_width(std::string_view text, double font_size, bool bold) {
  const std::array<int, 95>& table = bold ? heavy : regular;
  int sum = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x20U && byte < 0x7FU)
      sum += table[byte - 0x20U];
    else if ((byte & 0xC0U) != 0x80U)
      sum += other;
  }
  return sum * font_size / 1000.0;
}

std::vector<std::string> fitted_lines(std::string_view text, double font_size, bool bold, double room) {
  const std::string whole = one_line(text);
  std::size_t characters = character_count(whole);
  std::vector<std::string> lines = {whole};
  const auto fits = [&](const std::string& line) { return text_width(line, font_size, bold) <= room; };
  while (characters > 20 && !std::all_of(lines.begin(), lines.end(), fits)) lines = wrapped(whole, --characters);
  // A word that does not fit by itself loses its middle.
  for (std::string& line : lines) {
    const std::string uncut = line;
    for (std::size_t most = character_count(uncut); most > 8 && !fits(line); --most) line = shortened(uncut, most);
  }
  return lines;
}

}  // namespace interlock::reports
