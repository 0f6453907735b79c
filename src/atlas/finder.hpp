// Findings and laws of some members, by all threads of this process.
#pragma once

#include "atlas/laws.hpp"
#include "atlas/solver.hpp"
#include "atlas/store.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace bouton::atlas {

using Clock = std::chrono::steady_clock;
inline double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Finder {
  public:
    Finder(Solver& solver, const Laws& laws, const Watch& watch) : solver_(solver), laws_(laws), watch_(watch) {}

    /// Fills in what is found of the rows' members; this thread does something else first. Throws what is wrong with the first member that
    /// is no game.
    void find(std::vector<Row>& rows, const std::function<void()>& meanwhile);

  private:
    void find_one(std::vector<Row>& rows, std::size_t i);

    Solver& solver_;
    const Laws& laws_;
    const Watch& watch_;
    std::mutex mutex_;
    std::map<std::size_t, Error> refused_;
};

}  // namespace bouton::atlas
