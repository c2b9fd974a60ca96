#pragma once
// Guarantees and sets of faults: which are asked, and what the answers under one set say about another.

#include "engine/check/question.hpp"
#include "engine/check/verdict.hpp"

#include <string>
#include <vector>

namespace interlock::check {

using FaultSet = std::vector<std::string>;

struct Guarantee {
  std::string spec;
  std::vector<SpecResult> cells;  ///< as Matrix::fault_sets; without stories
};

/// Faults of which a matrix has no column, or not with all others, by their names.
struct LeftOut {
  std::vector<std::string> unnamed;    ///< no expectation of the file names them
  std::vector<std::string> of_clocks;  ///< no client reads a clock
  std::vector<std::string> in_pairs;   ///< by themselves, and together with one other fault only
};

struct Matrix {
  std::string protocol;
  std::string clients;               ///< "2 workers"
  std::string params;                ///< "ttl 10 s, busy 1 s to 5 s"; as named by whoever asked
  std::vector<FaultSet> fault_sets;  ///< names of the faults that are on; an empty one: no faults
  std::vector<Guarantee> guarantees;
  std::vector<Answer> columns;  ///< how each search went; without verdicts
  LeftOut left_out;             ///< as told by whoever asked
};

/// The sets of faults that a matrix has as columns: those that can matter to this protocol, each with each.
std::vector<language::Scenario> matrix_scenarios(const language::Model& model);

LeftOut left_out_of_matrix(const language::Model& model);

/// What a matrix asks about `specs` (empty: all), one question a column.
std::vector<Question> matrix_questions(const language::Model& model, const std::vector<std::string>& specs);

/// A run that fails with fewer faults also fails with all of these: what a search left open, the run of another column
/// may answer.
void answer_open_ones(std::vector<Answer>& columns);

/// One column an answer. The guarantees are their verdicts, in the same order in every column; `in_range` may come
/// behind them.
Matrix make_matrix(const std::vector<Answer>& columns);

/// The sets under which a guarantee fails, or a situation is reached, and no smaller set of the table does that.
std::vector<FaultSet> smallest_breaking(const Matrix& matrix, const Guarantee& guarantee);

/// The sets under which a guarantee holds, and no larger set of the table leaves it so.
std::vector<FaultSet> largest_standing(const Matrix& matrix, const Guarantee& guarantee);

/// The guarantee holds, and that says something; or the situation is not reached.
bool stands(const SpecResult& cell);

}  // namespace interlock::check
