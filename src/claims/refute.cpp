#include "claims/refute.hpp"

#include "claims/cases.hpp"
#include "claims/rule_functions.hpp"
#include "lang/elaborator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace bouton {

using lang::Bounds;
using lang::ClaimInstance;
using syntax::Claim;

namespace {

constexpr std::uint64_t kEnoughCases = 100000;
constexpr std::int64_t kGuaranteed = 100;      // every variable, as far as that can be had
constexpr double kGuaranteeFactor = 2;         // times the time of a claim, for one box within the guarantee
constexpr double kLargestBox = 300000;         // cases, unless the guarantee asks for more
constexpr std::uint64_t kMostCells = 2000000;  // of a table of values
constexpr std::int64_t kFarthest = 20000;      // a variable where values of the game are asked for
constexpr std::int64_t kFarthestMark =
    500000;  // one coordinate, if a number of the rules or the claim is so large; the others are small
constexpr std::uint64_t kMemory = std::uint64_t{1} << 29;
constexpr std::int64_t kAssumedTo = 250;  // what a claim assumes is tested so far, and farther before it counts
constexpr std::int64_t kAssumedFar = 5000;
constexpr std::uint64_t kSamples = 20000;
constexpr double kOneSample = 0.1;  // seconds
constexpr unsigned kLargeBits = 200;
constexpr std::int64_t kMorePiles = 5;  // than the least number of piles that the claim speaks of

/// The counterexample itself, for the replay.
class FixedChooser : public Chooser {
  public:
    explicit FixedChooser(const Assignment& values) : values_(values) {}
    Integer choose(const std::string& name, detail::Interval range) override {
        for (const auto& [known, value] : values_)
            if (known == name) return Integer(value);
        return range.first;
    }

  private:
    const Assignment& values_;
};

class Refuter {
  public:
    Refuter(const lang::Document& document, const Watch& watch, double seconds, std::uint64_t seed, bool guarantee)
        : document_(document),
          watch_(watch),
          seconds_(seconds),
          seed_(seed),
          start_(watch.elapsed()),
          guarantee_(guarantee) {
        effort_.search = true;
        effort_.most_cells = kMostCells;
    }

    RefuterReport operator()(const Claim& original) {
        claim_ = original;
        claim_.bound.reset();
        claim_.bounds.clear();
        const auto functions = with_other_functions(document_, claim_, seed_);
        if (search(functions.empty() ? seconds_ : seconds_ / 2)) return done();
        const std::size_t parts = std::max<std::size_t>(functions.size(), 1);
        const double share = seconds_ / 2 / static_cast<double>(parts);
        quota_ = kEnoughCases / parts;
        for (const TriedFunction& tried : functions) {
            if (spent() > 2 * seconds_) {
                report_.hypotheses_met = true;
                break;
            }
            claim_ = tried.claim;
            function_ = &tried;
            if (search(share)) return done();
        }
        if (!functions.empty()) words_.push_back(fmt::format("{} rule functions of its own", functions.size()));
        return done();
    }

  private:
    double spent() const { return watch_.elapsed() - start_; }
    double left() const { return until_ - spent(); }
    bool enough() const { return report_.cases - before_ >= quota_; }

    RefuterReport done() {
        report_.seconds = spent();
        report_.reach.clear();
        for (const std::string& word : words_) report_.reach += (report_.reach.empty() ? "" : "; ") + word;
        return report_;
    }

    /// The claim as it is now, with its own rule functions; for each number of piles on its own.
    bool search(double seconds) {
        pins_.clear();
        std::set<std::string> names;
        if (claim_.pile_count) lang::names_in(*claim_.pile_count, names);
        until_ = spent() + seconds;
        const auto instance = probe();
        if (!instance) return false;
        for (const auto& [name, least] : instance->chosen) {
            if (!names.contains(name)) continue;
            for (std::int64_t more = 0; more <= kMorePiles; ++more) {
                pins_ = {{name, std::stoll(least) + more}};
                until_ = spent() + seconds / (kMorePiles + 1);
                if (const auto pinned = probe(); pinned && search(*pinned)) return true;
            }
            return false;
        }
        return search(*instance);
    }

    bool search(const ClaimInstance& instance) {
        space_ = space_of(instance);
        if (space_.depends_on_box) {
            report_.hypotheses_met = true;  // nobody knows
            words_ = {"not tried: whether a case is true depends on how far a set of positions is looked at"};
            return false;
        }
        std::erase_if(space_.dimensions, [&](const Dimension& d) { return pins_.contains(d.name); });
        space_.free -= pins_.size();
        guaranteed_ = guarantee_ && space_.free <= 2 && !function_;
        before_ = report_.cases;
        complete_ = 0;
        cut_ = false;
        return in_boxes() || at_corners() || at_marks(instance) || at_random(instance);
    }

    /// Any instance; its least chosen values come first.
    std::optional<ClaimInstance> probe() {
        for (const std::int64_t bound : {3, 10, 30, 100, 1000, 30000}) {
            Bounds bounds = complete({});
            bounds.general = bound;
            std::optional<ClaimInstance> found;
            try {
                lang::for_each_instance(document_, claim_, bounds, [&](ClaimInstance&& instance) {
                    found = std::move(instance);
                    return false;
                });
            } catch (const Error& error) {
                if (error.fault() == Fault::cancelled) throw;
                watch_.check();
            }
            if (found) return found;
        }
        return std::nullopt;
    }

    /// What every run has in common: the bounds of what is assumed, and of variables that nothing depends on.
    Bounds complete(Bounds bounds) const {
        for (const std::string& name : assumed_names())
            if (!bounds.named.contains(name)) bounds.named[name] = kAssumedTo;
        for (const auto& [name, value] : pins_) bounds.from[name] = bounds.named[name] = value;
        if (function_)
            for (const std::string& name : function_->idle) bounds.named[name] = 0;
        return bounds;
    }

    std::set<std::string> assumed_names() const {
        std::set<std::string> names;
        for (const syntax::Binding& binding : claim_.assumption_bindings) lang::names_in(binding, names);
        return names;
    }

    bool run(const Bounds& bounds, double seconds) {
        const Watch part(watch_, {kMemory, std::max(seconds, 0.01)});
        return take(run_instances(document_, claim_, complete(bounds), part, effort_));
    }

    bool take(const Finding& finding) {
        report_.cases += finding.cases;
        report_.left_out += finding.left_out;
        // Cut short or not evaluated: nobody knows, and that is no reproach to the claim.
        report_.hypotheses_met |= finding.cases > 0 || finding.left_out > 0 || finding.interrupted;
        interrupted_ = finding.interrupted;
        return finding.refuted && confirmed(finding.at);
    }

    bool in_boxes() {
        const bool counts = !space_.dimensions.empty();
        for (std::int64_t size = 3; size <= (space_.asks ? kFarthest : 100 * kFarthest);) {
            const bool must = guaranteed_ && size <= kGuaranteed && !cut_;
            if (!must && (left() <= 0 || enough())) break;
            for (const Sides& sides : boxes(space_, size, kLargestBox, must)) {
                const bool cube = std::all_of(sides.begin(), sides.end(), [&](std::int64_t s) { return s == size; });
                if (!must && (left() <= 0 || (cut_ && cube))) continue;
                // Two variables: to 100, if that is possible at all. Otherwise no box takes all of the time.
                if (run(bounds_for(space_, sides), must ? kGuaranteeFactor * seconds_ : left() / 2)) return true;
                if (cube && !interrupted_ && complete_ >= 0) complete_ = size;
                if (interrupted_ && cube) cut_ = true;
            }
            if (!counts) break;
            size = size < 12 ? size * 2 : size == 12 ? 25 : size * 2;
        }
        if (!function_) {
            if (!counts)
                words_.push_back("the one case");
            else if (complete_ > 0)
                words_.push_back(fmt::format("every case with {} up to {}{}", listed(), complete_, pinned()));
        }
        return false;
    }

    std::string pinned() const {
        std::string text;
        for (const auto& [name, value] : pins_) text += fmt::format(" for {} = {}", name, value);
        return text;
    }

    std::string listed() const {
        std::string text;
        for (const Dimension& dimension : space_.dimensions) {
            text +=
                (text.empty() ? "" : ", ") + dimension.name + (dimension.kind == Dimension::Kind::piles ? "..." : "");
            if (dimension.base != 0) text += " - " + std::to_string(dimension.base);
        }
        return text;
    }

    /// Each variable near each number that is mentioned, the others small.
    bool at_corners() {
        for (const Integer& constant : space_.constants) {
            if (constant > (space_.asks ? kFarthest : 1000000000)) break;
            for (std::size_t i = 0; i < space_.dimensions.size(); ++i) {
                if (left() <= 0 || (function_ && enough())) return false;
                const Dimension& dimension = space_.dimensions[i];
                if (dimension.kind == Dimension::Kind::coordinate || dimension.kind == Dimension::Kind::piles) continue;
                Sides sides(space_.dimensions.size(), space_.dimensions.size() > 3 ? 2 : 5), from(sides.size(), 0);
                from[i] = std::max<std::int64_t>(0, clamp(constant) - dimension.base - 2);
                sides[i] = std::max<std::int64_t>(0, clamp(constant) - dimension.base + 2);
                if (run(bounds_for(space_, sides, from), left() / 4)) return true;
            }
        }
        return false;
    }

    /// The same for coordinates, of which no box leaves out the small ones.
    bool at_marks(const ClaimInstance& first) {
        if (!space_.samples || !first.chosen.empty()) return false;
        CornerChooser chooser(space_, kFarthestMark);
        if (chooser.count() == 0 || left() <= 0) return false;
        const Watch part(watch_, {kMemory, std::max(left() / 2, 0.01)});
        return take(Run(first, part, effort_).some(chooser, chooser.count(), kOneSample));
    }

    bool at_random(const ClaimInstance& first) {
        if (!space_.samples || space_.dimensions.empty() || (function_ && enough())) return false;
        constexpr std::int64_t kSides[] = {0, kFarthest, 1000, 100, 30, 16, 10, 8};
        const std::size_t free = std::min<std::size_t>(std::max<std::size_t>(space_.free, 1), std::size(kSides) - 1);
        const std::int64_t most = space_.asks ? kSides[free] : 100000;
        RandomChooser chooser(space_, seed_, most, space_.asks ? 15 : kLargeBits);
        const bool fixed = first.chosen.empty();
        const std::uint64_t rounds = fixed ? 1 : 60, each = kSamples / rounds;
        std::uint64_t before = report_.cases;
        for (std::uint64_t round = 0; round < rounds && left() > 0; ++round) {
            Bounds bounds;
            for (const Dimension& dimension : space_.dimensions)
                if (dimension.kind == Dimension::Kind::chosen)
                    bounds.from[dimension.name] =
                        dimension.base + chooser.between(0, round % 3 == 0 ? 12 : kGuaranteed);
            for (const auto& [name, value] : bounds.from) bounds.named[name] = value + 1;
            bounds = complete(std::move(bounds));
            std::optional<ClaimInstance> instance;
            const Watch part(watch_, {kMemory, std::max(left(), 0.01)});
            try {
                lang::for_each_instance(document_, claim_, bounds, [&](ClaimInstance&& one) {
                    instance = std::move(one);
                    return false;
                });
                if (instance && take(Run(*instance, part, effort_).some(chooser, each, kOneSample))) return true;
            } catch (const Error& error) {
                if (error.fault() == Fault::cancelled) throw;
                watch_.check();
            }
        }
        if (!function_ && report_.cases > before)
            words_.push_back(fmt::format("{} cases at random, up to {}", report_.cases - before,
                                         space_.asks ? std::to_string(most) : fmt::format("2^{}", kLargeBits)));
        return false;
    }

    /// A counterexample counts unless the reference engine contradicts it, and what is assumed holds far beyond it.
    bool confirmed(const Assignment& at) {
        Refutation found{at, false};
        if (function_) found.counterexample.emplace_back(function_->name, function_->text);
        Bounds bounds = complete({});
        std::int64_t largest = 0;
        for (const auto& [name, value] : at) {
            const bool small = value.find_first_not_of("-0123456789") == std::string::npos && value.size() < 10;
            if (small) largest = std::max<std::int64_t>(largest, std::stoll(value));
            if (small) bounds.from[name] = bounds.named[name] = std::stoll(value);
            if (small && claim_.form != Claim::Form::condition) bounds.coordinates[name] = 2 * std::stoll(value) + 200;
        }
        for (const std::string& name : assumed_names()) bounds.named[name] = std::max(kAssumedFar, 4 * largest);
        Effort effort = effort_;
        effort.engine = "reference";
        effort.most_cells = 300000;
        const double share = std::max(3 * seconds_, 1.0);
        const Watch part(watch_, {kMemory, share});
        std::optional<Finding> again;
        try {
            lang::for_each_instance(document_, claim_, bounds, [&](ClaimInstance&& instance) {
                part.check();
                if (!std::equal(instance.chosen.begin(), instance.chosen.end(), at.begin(),
                                at.begin() + static_cast<std::ptrdiff_t>(std::min(at.size(), instance.chosen.size()))))
                    return true;
                FixedChooser chooser(at);
                again = Run(instance, part, effort).some(chooser, 1, share);
                return false;
            });
        } catch (const Error& error) {
            if (error.fault() == Fault::cancelled) throw;
            watch_.check();
        }
        if (again && !again->assumed) return false;  // the function fails where it was not looked at
        if (again && again->cases > 0 && !again->refuted) {
            words_.push_back("a counterexample that the reference engine contradicts");
            return false;
        }
        found.replayed = again && again->refuted;
        report_.found = std::move(found);
        return true;
    }

    const lang::Document& document_;
    const Watch& watch_;
    double seconds_, until_ = 0;
    std::uint64_t seed_;
    std::uint64_t before_ = 0, quota_ = kEnoughCases;  // cases when this search began, and how many it is to look at
    double start_;
    bool guarantee_;
    Effort effort_;
    Claim claim_;
    const TriedFunction* function_ = nullptr;
    CaseSpace space_;
    std::map<std::string, std::int64_t> pins_;  // the variable that says how many piles there are
    bool guaranteed_ = false, interrupted_ = false, cut_ = false;
    std::int64_t complete_ = 0;  // every case so far was examined
    std::vector<std::string> words_;
    RefuterReport report_;
};

}  // namespace

RefuterReport refute(const lang::Document& document, const Claim& claim, const Watch& watch, double seconds,
                     std::uint64_t seed, bool guarantee) {
    return Refuter(document, watch, seconds, seed, guarantee)(claim);
}

}  // namespace bouton
