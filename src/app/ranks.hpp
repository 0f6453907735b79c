// The processes that mpirun has started: loaded only if it has, since MPI takes its time and need not be there.
#pragma once

#include "atlas/ranks.hpp"
#include "base/watch.hpp"

#include <functional>

namespace bouton::app {

/// Null: this process was not started by mpirun, or is the only one. When the process ends, the others end in good order too, or are ended.
/// Throws where Bouton was built without MPI; ranks other than 0 then end without a word.
atlas::Ranks* ranks_of_mpirun();

/// What ranks other than 0 do: they wait until rank 0 has understood what is to be done, if it does, and then work. Signals and the time
/// limit are left to rank 0, which has the same ones. Returns the exit code.
int help_rank0(atlas::Ranks& ranks, const Watch& watch, const std::function<void()>& work);

}  // namespace bouton::app
