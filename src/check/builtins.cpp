#include "check/builtins.hpp"

namespace bouton::kernel {

const std::set<std::string>& builtin_names() {
    static const std::set<std::string> names{"P",
                                             "N",
                                             "grundy",
                                             "outcome",
                                             "options",
                                             "reaches",
                                             "floor",
                                             "ceil",
                                             "sqrt",
                                             "log2",
                                             "min",
                                             "max",
                                             "abs",
                                             "gcd",
                                             "xor",
                                             "ones",
                                             "twos",
                                             "digit",
                                             "qsum",
                                             "size",
                                             "sum",
                                             "count",
                                             "josephus_rank",
                                             "josephus_seat",
                                             "nim_times",
                                             "nim_divided",
                                             "fibonacci_shift",
                                             "fibonacci_zeros"};
    return names;
}

}  // namespace bouton::kernel
