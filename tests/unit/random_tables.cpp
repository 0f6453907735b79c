#include "unit/random_tables.hpp"

#include "unit/support.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bouton::unit {

namespace {

class Maker {
  public:
    explicit Maker(Random random) : random_(std::move(random)) {}

    TableGame make(int shape) {
        switch (shape) {
            case 0: return lines();
            case 1: return turns();
            case 2: return removals();
            case 3: return one_heap();
            case 4: return region();
            case 5: return piles();
            case 6: return splits();
            case 7: return growing();
            default: return anything();
        }
    }

  private:
    void coordinates(int count) {
        static const std::vector<std::string> names = {"x", "y", "z", "w"};
        names_.assign(names.begin(), names.begin() + count);
    }

    /// Sizes with a product of at most about 3000, sometimes a single cell.
    Position sizes() {
        const std::vector<int> most = {0, 400, 50, 12, 6};
        Position largest;
        for (std::size_t i = 0; i < names_.size(); ++i)
            largest.push_back(random_.chance(10) ? 0 : random_.between(1, most[names_.size()]));
        return largest;
    }

    std::string linear() {
        std::string text;
        for (const std::string& name : names_)
            if (random_.chance(70))
                text += fmt::format("{}{}*{}", text.empty() ? "" : " + ", random_.between(-3, 3), name);
        return fmt::format("{}{}", text.empty() ? "" : text + " + ", random_.between(-2, 9));
    }

    /// A bound that may rise, fall, jump back or be negative.
    std::string bound() {
        const std::string name = random_.pick(names_);
        switch (random_.between(0, 9)) {
            case 0: return std::to_string(random_.between(0, 7));
            case 1: return name;
            case 2: return fmt::format("floor(({})/{})", linear(), random_.between(1, 4));
            case 3: return fmt::format("floor({}/{})", name, random_.between(2, 5));
            case 4: return fmt::format("{} mod {} + {}", name, random_.between(2, 6), random_.between(0, 4));
            case 5: return fmt::format("floor(sqrt({}))", name);
            case 6: return fmt::format("abs({})", linear());
            case 7: return fmt::format("max({}, {})", linear(), random_.between(0, 5));
            case 8: return fmt::format("min({}, {})", linear(), name);
            default:
                return fmt::format("if {} mod {} = 0 then {} else {}", name, random_.between(2, 4),
                                   random_.between(0, 9), linear());
        }
    }

    std::string condition() {
        return random_.chance(50) ? fmt::format("{} >= {}", random_.pick(names_), random_.between(0, 4))
                                  : fmt::format("({}) mod {} != 0", linear(), random_.between(2, 4));
    }

    std::string range(const std::string& variable, bool adjacent_only = false) {
        const bool adjacent = adjacent_only || random_.chance(70);
        return fmt::format("{} <= {} <= {}", adjacent ? "1" : fmt::format("max(1, {})", bound()), variable, bound());
    }

    std::string play() {
        if (random_.chance(15)) return "  misere\n";
        if (random_.chance(20)) return fmt::format("  players {}\n", random_.between(1, 5));
        return "";
    }

    std::string head(const std::string& extra = "") {
        return fmt::format("game g ({}){}\n", fmt::join(names_, ", "), extra);
    }

    TableGame lines() {
        coordinates(static_cast<int>(random_.between(1, 4)));
        std::string text = head(random_.chance(20) ? " where " + condition() : "");
        if (text.find("where") == std::string::npos) text += play();
        const auto moves = random_.between(1, 4);
        for (int m = 0; m < moves; ++m) {
            if (random_.chance(10)) {  // move to t
                std::vector<std::string> after = names_;
                const auto i = static_cast<std::size_t>(random_.between(0, static_cast<int>(names_.size()) - 1));
                after[i] = "t";
                text += fmt::format("  move ({}) for {} <= t < {}\n", fmt::join(after, ", "), random_.between(0, 3),
                                    names_[i]);
                continue;
            }
            std::vector<std::string> after = names_;
            const auto leading = static_cast<std::size_t>(random_.between(0, static_cast<int>(names_.size()) - 1));
            const bool jump = random_.chance(15);
            for (std::size_t i = 0; i < after.size(); ++i)
                if (i == leading || random_.chance(25))
                    after[i] += jump ? fmt::format(" - {}", random_.between(1, 3)) : " - t";
            text += fmt::format("  move ({})", fmt::join(after, ", "));
            if (!jump) text += " for " + range("t");
            if (random_.chance(20)) text += " if " + condition();
            text += "\n";
        }
        return {text, sizes()};
    }

    TableGame turns() {
        names_ = {"x", "k"};
        const std::string domain = random_.chance(30) ? " where k >= 1" : "";
        std::string text = head(domain);
        if (domain.empty()) text += play();
        text += fmt::format("  move (x - t, k + {}) for 1 <= t <= {}\n", random_.between(1, 2), bound());
        if (random_.chance(40)) text += fmt::format("  move (x, k - t) for 1 <= t <= {}\n", bound());
        return {text, {random_.between(0, 30), random_.between(0, 30)}};
    }

    TableGame removals() {
        names_ = {"x"};
        std::vector<std::string> set;
        for (auto n = random_.between(1, 7); n > 0; --n)
            set.push_back(std::to_string(random_.between(1, random_.chance(50) ? 9 : 150)));
        return {head() + play() + fmt::format("  move (x - s) for s in {{{}}}\n", fmt::join(set, ", ")),
                {random_.between(0, 2500)}};
    }

    TableGame one_heap() {
        names_ = {"x"};
        return {head() + play() + fmt::format("  move (x - t) for {}\n", range("t", random_.chance(80))),
                {random_.between(0, 600)}};
    }

    TableGame region() {
        names_ = {"x", "y"};
        const auto weigh = [&] { return random_.between(random_.chance(20) ? -2 : 1, 3); };
        const auto a = weigh(), b = weigh();
        std::string text = head() + play();
        text +=
            fmt::format("  move (x - t, y - u) for 0 <= t <= x, 0 <= u <= y if 1 <= {}*t + {}*u <= floor(({})/{})\n", a,
                        b, random_.chance(60) ? fmt::format("{}*x + {}*y", a, b) : linear(), random_.between(1, 3));
        if (a < 1 || b < 1) text += "  measure x + y\n";
        if (random_.chance(30)) text += fmt::format("  move (x - t, y) for {}\n", range("t"));
        return {text, {random_.between(0, 16), random_.between(0, 16)}};
    }

    TableGame piles() {
        const auto count = random_.between(1, 4);
        const std::vector<std::int64_t> most = {0, 60, 14, 7, 4};
        Position largest;
        for (auto i = count; i > 0; --i) largest.push_back(random_.between(0, most[static_cast<std::size_t>(count)]));
        const std::string chosen = random_.chance(70)   ? fmt::format(" in up to {} piles", random_.between(1, 3))
                                   : random_.chance(50) ? fmt::format(" in exactly {} piles", random_.between(1, 2))
                                                        : "";
        const std::string upper =
            random_.chance(60) ? "a" : fmt::format("floor(a/{}) + {}", random_.between(1, 3), random_.between(0, 2));
        return {"game g (a...)\n" + play() + fmt::format("  move (a - t) for 1 <= t <= {}{}\n", upper, chosen),
                largest};
    }

    TableGame splits() {
        names_ = {"x"};
        std::string text = head();
        const auto moves = random_.between(1, 3);
        for (int m = 0; m < moves; ++m) {
            const auto taken = random_.between(m == 0 ? 1 : 0, 3);
            switch (random_.between(0, 4)) {
                case 0: text += fmt::format("  move (x - {}) if x >= {}\n", taken + 1, random_.between(1, 4)); break;
                case 1:
                    text += fmt::format("  move (a) + (x - {} - a) for {} <= a <= x - {} - a\n", taken + 1,
                                        random_.between(0, 2), taken + 1);
                    break;
                case 2: text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a < x - {0} - a\n", taken); break;
                case 3:
                    text += fmt::format("  move (a) + (x - {0} - a) for 1 <= a <= floor(x/{1})\n", taken + 1,
                                        random_.between(2, 4));
                    break;
                default:
                    text += fmt::format(
                        "  move (a) + (b) + (x - {0} - a - b) for 1 <= a <= x, a <= b <= x - {0} - a - b\n", taken);
            }
        }
        if (text.find("+ (") == std::string::npos) text += "  move (a) + (x - 1 - a) for 0 <= a <= x - 1\n";
        return {text, {random_.between(0, 70)}};
    }

    /// Coordinates that grow while others fall, and one that the domain bounds.
    TableGame growing() {
        coordinates(static_cast<int>(random_.between(2, 3)));
        const auto last = static_cast<std::size_t>(names_.size() - 1);
        const auto bounded = random_.chance(50) ? random_.between(1, 3) : 0;
        std::string domain = bounded > 0 ? fmt::format("{} <= {}", names_[last], bounded) : "";
        if (random_.chance(15)) domain += (domain.empty() ? "" : " and ") + condition();
        std::string text = head(domain.empty() ? "" : " where " + domain);
        if (random_.chance(70)) text += play();
        for (auto m = random_.between(1, 4); m > 0; --m) text += "  move " + growing_move(bounded) + "\n";
        if (random_.chance(30))
            text += fmt::format("  measure {}*{} + {}\n", random_.between(1, 3), names_[0], names_[1]);
        Position largest;
        for (std::size_t i = 0; i < names_.size(); ++i) largest.push_back(random_.between(0, last == 1 ? 14 : 5));
        return {text, largest};
    }

    std::string growing_move(std::int64_t bounded) {
        std::vector<std::string> after = names_;
        const auto falls = static_cast<std::size_t>(random_.between(0, static_cast<int>(names_.size()) - 2));
        const auto grows = (falls + 1) % names_.size();
        const auto by = random_.between(0, 2);
        const bool jump = random_.chance(30);
        after[falls] += jump ? fmt::format(" - {}", by + random_.between(1, 2)) : " - t";
        const bool twice = !jump && random_.chance(20);
        if (twice)
            after[grows] = random_.chance(50) ? "2*t" : "t + 1";
        else
            after[grows] += fmt::format(" + {}", by);
        if (bounded > 0 && random_.chance(80))
            after.back() = random_.word({fmt::format("{} - {}", bounded, names_.back()), "0",
                                         fmt::format("({} + 1) mod {}", names_.back(), bounded + 1), names_.back(),
                                         names_.back() + " + 1"});
        std::string text = fmt::format("({})", fmt::join(after, ", "));
        if (!jump) text += fmt::format(" for {} <= t <= {}", by + random_.between(1, 2), bound());
        if (random_.chance(20)) text += " if " + condition();
        return text;
    }

    TableGame anything() {
        names_ = {"x", "y"};
        std::string text = head() + play();
        text += fmt::format("  move (x - t, y) for 1 <= t <= x if t mod {} != {}\n", random_.between(2, 4),
                            random_.between(0, 1));
        if (random_.chance(50)) text += "  move (x - t*(y + 1), y) for 1 <= t <= x if x >= t*(y + 1)\n";
        if (random_.chance(50)) text += fmt::format("  move (floor(x/2), y - t) for {}\n", range("t"));
        if (random_.chance(50))
            text += fmt::format("  move (x, y - {}*t) for 1 <= t <= {}\n", random_.between(2, 3), bound());
        return {text, {random_.between(0, 20), random_.between(0, 20)}};
    }

    Random random_;
    std::vector<std::string> names_;
};

}  // namespace

TableGame random_table_game(int shape, Random random) { return Maker(std::move(random)).make(shape); }

TableGame random_table_game(int shape, std::uint64_t seed) {
    return random_table_game(
        shape, Random(seed * static_cast<std::uint64_t>(kTableShapes) + static_cast<std::uint64_t>(shape)));
}

}  // namespace bouton::unit
