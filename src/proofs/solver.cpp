#include "proofs/solver.hpp"

#include <fmt/format.h>
#include <z3++.h>

#include <algorithm>

namespace bouton::proofs {

std::map<std::string, std::string> model(const std::string& script, const std::vector<std::string>& names,
                                         unsigned effort, const Watch& watch) {
    watch.check();
    std::map<std::string, std::string> values;
    try {
        z3::context context;
        z3::solver solver(context);
        z3::params params(context);
        params.set("rlimit", effort);
        params.set("ctrl_c", false);  // the program has a handler of its own
        solver.set(params);
        solver.from_string(script.c_str());
        if (solver.check() != z3::sat) return values;
        const z3::model found = solver.get_model();
        for (const std::string& name : names)
            values[name] = found.eval(context.int_const(name.c_str()), true).to_string();
    } catch (const z3::exception& error) {
        throw std::logic_error(fmt::format("Z3: {}", error.msg()));
    }
    return values;
}

Answer solve(const std::string& script, unsigned effort, const Watch& watch) {
    watch.check();
    try {
        z3::context context;
        z3::solver solver(context);
        z3::params params(context);
        params.set("rlimit", effort);
        params.set("ctrl_c", false);  // the program has a handler of its own
        params.set("random_seed", 0u);
        if (watch.limits().seconds > 0) {
            const double left = watch.limits().seconds - watch.elapsed();
            params.set("timeout", static_cast<unsigned>(std::max(1.0, left * 1000)));
        }
        solver.set(params);
        solver.from_string(script.c_str());
        switch (solver.check()) {
            case z3::unsat: return Answer::unsat;
            case z3::sat: return Answer::sat;
            case z3::unknown: return Answer::unknown;
        }
    } catch (const z3::exception& error) {
        throw std::logic_error(fmt::format("Z3: {}", error.msg()));
    }
    return Answer::unknown;
}

std::string solver_version() {
    unsigned major = 0, minor = 0, build = 0, revision = 0;
    Z3_get_version(&major, &minor, &build, &revision);
    return fmt::format("Z3 {}.{}.{}", major, minor, build);
}

}  // namespace bouton::proofs
