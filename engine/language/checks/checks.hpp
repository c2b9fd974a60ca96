#pragma once
// What can only be seen of a whole model. Each takes the model alone and adds its complaints.

#include "engine/language/model.hpp"
#include "engine/language/syntax/diagnostic.hpp"

namespace interlock::language {

/// Loops must make steps, and let time pass.
void check_loops(const Model& model, Diagnostics& diagnostics);

/// A client's variables must have a value where they are read, whichever way led there.
void check_values(const Model& model, Diagnostics& diagnostics);

/// A grant is compared with grants and with 0 only. Of a finished model.
void check_grant_order(const Model& model, Diagnostics& diagnostics);

/// What is kept belongs to one block. Of a finished model.
void check_kept(const Model& model, Diagnostics& diagnostics);

/// A fence stands where the lock may have been given before. Of a finished model, with its grants marked.
void check_fences(const Model& model, Diagnostics& diagnostics);

}  // namespace interlock::language
