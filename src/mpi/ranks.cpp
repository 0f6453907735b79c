// Ranks by MPI: a module of its own, which the program loads when mpirun has started it (app/ranks.cpp). So the program itself does not
// depend on MPI, and starts as fast as ever.
//
// Messages are arrays of 64-bit numbers. Sending never waits: what is being sent is kept until MPI has taken it. One thread calls MPI.
#include "atlas/ranks.hpp"

#include <mpi.h>

#include <cstdlib>
#include <list>

namespace {

using bouton::atlas::Ranks;

class MpiRanks : public Ranks {
  public:
    MpiRanks() {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &count_);
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
        MPI_Comm_size(here, &here_);
        MPI_Comm_free(&here);
    }

    int rank() const override { return rank_; }
    int count() const override { return count_; }
    int on_this_machine() const override { return here_; }

    void send(int to, Kind kind, Words words) override {
        forget_sent();
        Sending& one = sending_.emplace_back();
        one.words = std::move(words);
        MPI_Isend(one.words.data(), static_cast<int>(one.words.size()), MPI_INT64_T, to, static_cast<int>(kind),
                  MPI_COMM_WORLD, &one.request);
    }

    std::optional<Message> receive() override {
        forget_sent();
        int there = 0, size = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (!there) return std::nullopt;
        MPI_Get_count(&status, MPI_INT64_T, &size);
        Message message{status.MPI_SOURCE, static_cast<Kind>(status.MPI_TAG), Words(static_cast<std::size_t>(size))};
        MPI_Recv(message.words.data(), size, MPI_INT64_T, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        return message;
    }

    void leave() override {
        for (Sending& one : sending_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
        sending_.clear();
        MPI_Finalize();
    }

    void end_all(int code) override { MPI_Abort(MPI_COMM_WORLD, code); }

  private:
    struct Sending {
        Words words;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    void forget_sent() {
        for (auto one = sending_.begin(); one != sending_.end();) {
            int sent = 0;
            MPI_Test(&one->request, &sent, MPI_STATUS_IGNORE);
            one = sent ? sending_.erase(one) : std::next(one);
        }
    }

    int rank_ = 0, count_ = 1, here_ = 1;
    std::list<Sending> sending_;
};

}  // namespace

/// The ranks that mpirun has started; they live as long as the process.
extern "C" Ranks* bouton_ranks() {
    static Ranks* const ranks = new MpiRanks;
    return ranks;
}
