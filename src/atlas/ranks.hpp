// Processes that make one atlas together, perhaps on several machines: rank 0, which writes, and the others, which compute for it.
// src/mpi has MPI behind it; nothing else in Bouton knows of MPI.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bouton::atlas {

class Ranks {
  public:
    using Words = std::vector<std::int64_t>;

    enum class Kind : int {
        begin,    // to a rank: what rank 0 has read; the rank reads the same and answers with `begin`
        work,     // to a rank: members
        found,    // to rank 0: their findings
        failed,   // to rank 0: an error
        stop,     // to a rank: there is no more work
        stopped,  // to rank 0: the answer
    };

    struct Message {
        int from = 0;
        Kind kind = Kind::stop;
        Words words;
    };

    virtual ~Ranks() = default;
    virtual int rank() const = 0;
    virtual int count() const = 0;
    virtual int on_this_machine() const = 0;  // so many of them

    /// Returns at once. Messages from one rank to another arrive in order.
    virtual void send(int to, Kind kind, Words words) = 0;

    /// The next message, if one is there.
    virtual std::optional<Message> receive() = 0;

    /// All ranks call this when they are done; nothing may be sent or received afterwards.
    virtual void leave() = 0;

    /// Ends all processes at once, this one included, with this exit code.
    virtual void end_all(int code) = 0;
};

}  // namespace bouton::atlas
