#pragma once
// Predictable names for the files that --out writes.

#include "engine/check/verdict.hpp"
#include "engine/language/model.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// The faults as part of a file name: "none", "pause-crash_1_time", "skew_10ms-assuming_distinct_clocks".
std::string faults_in_name(const language::Scenario& scenario);

/// PROTOCOL/SPEC--FAULTS.EXTENSION, of letters, digits, '_', '-' and '.' only.
std::string file_name(std::string_view protocol, std::string_view spec, const language::Scenario& scenario,
                      std::string_view extension);

/// The folders of protocols: by their names; of further files with a protocol of this name NAME-2, NAME-3.
class RunFolders {
 public:
  std::string of(const check::Answer& answer);

 private:
  std::map<std::string, std::vector<std::string>> files_of_protocol_;
};

}  // namespace interlock::reports
