// A table of texts that are wrong, with the place and the first line of the message each must give.
#pragma once

#include "unit/support.hpp"

#include <gtest/gtest.h>

namespace bouton::unit {

struct Mistake {
    std::string text;
    std::string place;
    std::string message;
};

inline void expect_messages(const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
        const Failure failure = failure_of([&] { read(mistake.text + "\n"); });
        EXPECT_EQ(failure.first_line(), "t.bouton:" + mistake.place + ": " + mistake.message) << mistake.text;
        EXPECT_EQ(failure.fault, Fault::input) << mistake.text;
    }
}

}  // namespace bouton::unit
