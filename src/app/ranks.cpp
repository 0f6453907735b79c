#include "app/ranks.hpp"

#include "atlas/spread.hpp"
#include "base/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace bouton::app {

namespace {

using Kind = atlas::Ranks::Kind;

const char* first_of(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* value = std::getenv(name)) return value;
    return nullptr;
}

/// At the end of rank 0: whoever waits for work is told that there is none. Who does not answer is in the midst of something that nobody
/// needs any more, or gone; then all are ended, with the exit code of this process.
void end_of_rank0(int status, atlas::Ranks& ranks) {
    int left = ranks.count() - 1;
    for (int rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, Kind::stop, {});
    const auto start = std::chrono::steady_clock::now();
    while (left > 0 && std::chrono::steady_clock::now() - start < std::chrono::seconds(2)) {
        if (const auto message = ranks.receive())
            left -= message->kind == Kind::stopped ? 1 : 0;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (left > 0) ranks.end_all(status);
    ranks.leave();
}

/// Rank 0 ends at the same moment, and says so; unless it is gone.
bool told_to_stop(atlas::Ranks& ranks) {
    for (int i = 0; i < 500; ++i) {
        if (const auto message = ranks.receive(); message && message->kind == Kind::stop) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

/// After main, when all was said.
void at_exit(int status, void* data) {
    auto& ranks = *static_cast<atlas::Ranks*>(data);
    if (ranks.rank() == 0) return end_of_rank0(status, ranks);
    if (status == 0) return ranks.leave();  // it was told to stop
    std::_Exit(status);                     // stopped by a signal, as rank 0 will be
}

}  // namespace

atlas::Ranks* ranks_of_mpirun() {
    const char* const rank = first_of({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"});
    if (!rank) return nullptr;
    const auto refuse = [&](const std::string& why) -> atlas::Ranks* {
        if (std::string(rank) != "0") std::_Exit(2);  // rank 0 says it for all
        throw bad_input("this Bouton was started by mpirun, but " + why);
    };
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    void* module = nullptr;
    for (const char* place : {"bouton-mpi.so", BOUTON_MODULES_FROM_BINARY "/bouton-mpi.so"})
        if (!module && std::filesystem::exists(folder / place, error))
            module = dlopen((folder / place).c_str(), RTLD_NOW | RTLD_GLOBAL);  // MPI's own modules need its symbols
    using Make = atlas::Ranks* (*)();
    const auto make = module ? reinterpret_cast<Make>(dlsym(module, "bouton_ranks")) : nullptr;
    if (!make)
        return refuse(
            "without its part for MPI: install the package bouton-mpi, or libopenmpi-dev and build Bouton anew; "
            "without mpirun it uses all cores of one machine");
    atlas::Ranks* const ranks = make();
    const char* const size = first_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
    if (ranks->count() == 1 && size && std::string(size) != "1")
        return refuse("by that of another MPI than it was built with, which is OpenMPI");
    on_exit(at_exit, ranks);
    return ranks->count() > 1 ? ranks : nullptr;
}

int help_rank0(atlas::Ranks& ranks, const Watch& watch, const std::function<void()>& work) {
    try {
        for (;;) {
            const auto message = atlas::wait_for_message(ranks, watch);
            if (message.kind == Kind::stop) break;
            if (message.kind != Kind::begin) continue;
            work();
            return 0;
        }
    } catch (const Error& error) {
        if (error.fault() != Fault::cancelled && error.setting() != Setting::time) throw;
        if (!told_to_stop(ranks)) return error.fault() == Fault::cancelled ? 130 : 3;
    }
    ranks.send(0, Kind::stopped, {});
    return 0;
}

}  // namespace bouton::app
