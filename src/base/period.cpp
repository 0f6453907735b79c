#include "base/period.hpp"

#include <set>

namespace bouton {

Period least(const std::vector<std::int64_t>& values, Period law) {
    std::set<std::int64_t> primes;
    std::int64_t rest = law.period;
    for (std::int64_t q = 2; q * q <= rest; ++q)
        for (; rest % q == 0; rest /= q) primes.insert(q);
    if (rest > 1) primes.insert(rest);
    for (const std::int64_t q : primes) {
        while (law.period % q == 0 && law.saltus % q == 0) {
            const std::int64_t d = law.period / q, s = law.saltus / q;
            bool good = true;
            for (std::int64_t n = law.preperiod; good && n < law.preperiod + law.period; ++n)
                good = value_at(values, law, n + d) == value_at(values, law, n) + s;
            if (!good) break;
            law.period = d;
            law.saltus = s;
        }
    }
    const auto follows = [&](std::int64_t n) {
        return value_at(values, law, n + law.period) == values[static_cast<std::size_t>(n)] + law.saltus;
    };
    while (law.preperiod > 0 && follows(law.preperiod - 1)) --law.preperiod;
    return law;
}

}  // namespace bouton
