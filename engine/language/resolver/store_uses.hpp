#pragma once
// A store that no protocol uses yet: the errors that whoever calls its operations would have.

#include "engine/language/resolver/resolver.hpp"

#include <memory>

namespace interlock::language {

/// Each operation is called with no option, with each alone, and with all of them, by a client made for that. What a
/// value of an unsaid kind may be is tried out. A form of a call that the store rejects is none.
Diagnostics complaints_about_uses(const syntax::Store& store, const std::shared_ptr<const Source>& source);

}  // namespace interlock::language
