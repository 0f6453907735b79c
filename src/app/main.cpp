// Parses the command line, runs one command, turns errors into one message and an exit code.
#include "app/commands.hpp"
#include "base/parallel.hpp"
#include "render/render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>

namespace {

using namespace bouton;

std::atomic<bool> interrupted{false};

extern "C" void on_signal(int signal) {
    if (interrupted.exchange(true)) {  // a second time: at once
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
}

/// Shows progress on a terminal, not before a second has passed and at most five times a second.
class Progress {
  public:
    void operator()(const std::string& message) {
        if (!isatty(STDERR_FILENO)) return;
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return;
        last_ = now;
        shown_ = true;
        std::cerr << "\r\033[K" << message << std::flush;
    }
    ~Progress() {
        if (shown_) std::cerr << "\r\033[K" << std::flush;
    }

  private:
    std::mutex mutex_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_{};
    bool shown_ = false;
};

std::string find_home() {
    if (const char* home = std::getenv("BOUTON_HOME")) return home;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    return (self.parent_path() / BOUTON_DATA_FROM_BINARY).lexically_normal().string();
}

std::uint64_t machine_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

/// CLI11 takes -3 for an option; as (-3) it reaches the check that explains what is wrong with it.
std::vector<std::string> words_of(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    for (std::string& word : words)
        if (word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])))
            word = "(" + word + ")";
    return words;
}

}  // namespace

std::string bouton::app::with_option(const Error& error) {
    static const std::map<Setting, std::string> options = {
        {Setting::memory, "--memory"}, {Setting::time, "--time"},    {Setting::to, "--to"},
        {Setting::from, "--from"},     {Setting::slice, "--slice"},  {Setting::what, "--what"},
        {Setting::engine, "--engine"}, {Setting::formal, "--formal"}};
    const auto option = options.find(error.setting());
    if (option == options.end()) return error.what();
    return error.fault() == Fault::input ? option->second + ": " + error.what()
                                         : fmt::format("{} ({})", error.what(), option->second);
}

int main(int argc, char** argv) {
    app::Settings settings;
    settings.home = find_home();
    app::GameWords words;
    app::JosephusWords josephus;
    std::vector<std::string> files;
    app::TableWords table_words;
    std::string to, human = "1", certificates, formal, only;
    std::string first, second;
    app::StudyWords study_words;
    app::DiscoverWords discover_words;
    bool one_solver = false;

    CLI::App cli{"Bouton: from the rules of a Nim-like game to its values and theorems.", "bouton"};
    cli.require_subcommand(1);
    cli.set_version_flag("--version", std::string("bouton ") + BOUTON_VERSION);
    const auto wrong_words = [](const CLI::Error& error) { return std::string(error.what()) + " (see bouton --help)"; };
    cli.failure_message(
        [&](const CLI::App*, const CLI::Error& error) { return "error: " + wrong_words(error) + "\n"; });
    // Known before the words are understood, since these may be what is wrong.
    settings.json = std::find(argv + 1, argv + argc, std::string_view("--json")) != argv + argc;
    const auto tell_json = [&](const std::string& message) {
        std::cout.flush();
        if (settings.json) std::cout << render::error_json(message) << std::flush;
    };
    const auto complain = [&](const std::string& message) {
        tell_json(message);
        std::cerr << "error: " << message << '\n';
    };

    const auto common = [&](CLI::App* command) {
        command->add_flag("--json", settings.json, "print JSON instead of text");
        command
            ->add_option("--memory", settings.memory_mib,
                         "memory limit in MiB (default: three quarters of the machine)")
            ->type_name("MIB")
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
        command->add_option("--time", settings.seconds, "time limit in seconds (default: none)")
            ->type_name("SECONDS")
            ->check(CLI::Range(0.0, 1e9));
        command->add_option("--threads", settings.threads, "number of threads (default: all cores)")
            ->type_name("N")
            ->check(CLI::Range(0, 1024));
        return command;
    };
    const auto game = [&](CLI::App* command, const char* rest) {
        command->add_option("GAME", words.game, "a game's name, FILE.bouton or FILE.bouton#NAME")->required();
        command->add_option(rest, words.words,
                            "arguments such as k=3 moves=2,5 f='floor(x/2)', and the position's coordinates");
        command->add_option("--what", words.what, "grundy (default) or outcome")
            ->check(CLI::IsMember({"grundy", "outcome"}));
        command
            ->add_option("--engine", words.engine, fmt::format("auto (default), {}", fmt::join(engine_names(), ", ")))
            ->type_name("NAME");
    };

    auto* value = common(cli.add_subcommand("value", "the value of a position"));
    game(value, "WORDS");
    value->add_flag("--explain", words.explain, "say also on what ground the value stands");
    value->add_flag("--prove", words.prove, "prove the claims that the answer rests on, if that was not done before");
    value->footer(
        "Examples:\n  bouton value maximum-nim k=3 29\n  bouton value nim 3 5 7\n  bouton value subtraction moves=2,5 "
        "100 --what outcome\n"
        "  bouton value podium-nim players=4 3 2 1\n  printf '1 2\\n3 5\\n' | bouton value wythoff -");
    auto* moves = common(cli.add_subcommand("moves", "the legal moves of a position, with their values"));
    game(moves, "WORDS");
    moves->footer(
        "Examples:\n  bouton moves josephus-nim 10 3\n  bouton moves kayles 5\n  bouton moves podium-nim players=3 2 1 "
        "1 --json");
    auto* play = common(cli.add_subcommand("play", "a game against a perfect player"));
    game(play, "WORDS");
    play->add_option("--human", human, "which players are human: 1 (default), 2, 1,3, all or none")->type_name("LIST");
    play->footer(
        "Examples:\n  bouton play nim 3 4 5\n  bouton play kayles 7 --human 2\n  bouton play podium-nim players=3 3 2 "
        "1\n  "
        "bouton play 'nim 3 5 + kayles 6'\n"
        "A move is the new position (2 4 5), or: take 1 from a1. hint, undo, moves and quit are understood too.");
    auto* table = common(cli.add_subcommand("table", "the values of all positions up to a bound"));
    game(table, "WORDS");
    table->add_option("--to", table_words.to, "the largest coordinates, one for each that runs: A,B,...")
        ->required()
        ->type_name("A[,B...]");
    table->add_option("--from", table_words.from, "the smallest coordinates that are shown (default: 0)")
        ->type_name("A[,B...]");
    table
        ->add_option("--slice", table_words.slice,
                     "fix coordinates, by name or number; --to and --from are about the others")
        ->join(',')
        ->type_name("NAME=N[,...]");
    table
        ->add_option("--out", table_words.out,
                     "write to FILE.txt, .csv, .json, .tex (LaTeX), .b.txt (OEIS), .svg, .png, .pdf (pictures) or .npy "
                     "(NumPy; may be larger than memory, and the same command goes on after an interruption)")
        ->type_name("FILE");
    table
        ->add_option("--families", table_words.families,
                     "draw the P-positions, with the families of this claim over them")
        ->type_name("CLAIM");
    table->footer(
        "Examples:\n  bouton table josephus-nim --to 10,6\n  bouton table maximum-nim f='floor(sqrt(x))' --to 30\n  "
        "bouton table wythoff --to 50,50 --out wythoff.csv\n  bouton table "
        "nim-with-pass --slice pass=1 --to 9,9 --out pass.tex\n  bouton table wythoff --to 60,60 --out "
        "wythoff.svg\n  bouton table wythoff --to 20000,20000 --out "
        "wythoff.npy");
    auto* shape = common(cli.add_subcommand("shape", "what kind of moves a game has, and the engine that suits them"));
    game(shape, "WORDS");
    shape->footer(
        "Examples:\n  bouton shape wythoff\n  bouton shape subtraction moves=2,5\n  bouton shape moore k=2 9 9 9\n"
        "Games with any number of piles need a position, so that there is a number of them.");
    auto* check = common(cli.add_subcommand("check", "every claim of the files against the rules, up to a bound"));
    check->add_option("FILE", files, ".bouton files, or names of papers and games")->required();
    check->add_option("--to", to, "replaces the general bound of the claims")->type_name("N");
    check->footer(
        "Examples:\n  bouton check papers/*.bouton\n  bouton check wythoff --to 50\n  bouton check mine.bouton --json\n"
        "Exit code 1 if a claim is not as the file expects.");
    auto* prove = common(cli.add_subcommand("prove", "every claim of the files, for all positions"));
    prove->add_option("FILE", files, ".bouton files, or names of papers and games")->required();
    prove
        ->add_option("--certificates", certificates,
                     "write a folder for each proof, to be re-checked by: bouton recheck DIR")
        ->type_name("DIR");
    prove
        ->add_option(
            "--formal", formal,
            "write a Coq development for each proof that has one, and have coqc check it (Debian's package coq)")
        ->type_name("DIR");
    prove->add_option("--only", only, "only claims whose name holds this text")->type_name("TEXT");
    prove->footer(
        "Examples:\n  bouton prove papers/*.bouton --certificates proofs\n  bouton prove nim wythoff\n  bouton prove "
        "dynamic-nim "
        "--only 'theorem 3.1'\n  bouton prove kayles --formal coq\n"
        "formal: proved, and Coq's kernel accepts a proof of it. proved: for all positions, with a certificate. "
        "refuted: with a counterexample. open: what was tried.\n"
        "Exit code 1 if a claim is not as the file expects; open claims count as neither.");
    auto* recheck = common(cli.add_subcommand("recheck", "certificates once more, from their own texts"));
    recheck
        ->add_option("FILE DIR", files,
                     "a folder with certificates, as prove --certificates wrote it; before it, if you like, the file "
                     "that they must be about")
        ->required()
        ->expected(1, 2);
    recheck->add_flag("--one-solver", one_solver,
                      "do not ask cvc5 for a second opinion on what the trees of cases refute");
    recheck->footer(
        "Examples:\n  bouton recheck proofs\n  bouton recheck papers/dynamic-nim.bouton proofs\n  bouton recheck "
        "proofs/dynamic-nim --json\nExit code 1 if a certificate "
        "is bad.");
    auto* period = common(cli.add_subcommand("period", "preperiod and period of a one-heap game, with a proof"));
    game(period, "WORDS");
    period->add_option("--to", to, "how far heaps are searched (default: 1000000; where heaps split 50000)")
        ->type_name("N");
    period->footer(
        "Examples:\n  bouton period subtraction moves=2,5\n  bouton period kayles\n  bouton period bachet k=3 --json\n"
        "Nim-values and outcomes separately; a period is given only with a proof that it goes on for ever.");
    auto* josephus_command =
        common(cli.add_subcommand("josephus", "the circle of N seats where every K-th is removed"));
    josephus_command->add_option("N", josephus.n, "number of seats")->required();
    josephus_command->add_option("K", josephus.k, "every K-th seat is removed")->required();
    auto* which = josephus_command->add_option_group("which");
    which->add_flag("--survivor", josephus.survivor, "the seat that is left (default)");
    which->add_option("--rank", josephus.rank, "as which one this seat is removed")->type_name("SEAT");
    which->add_option("--seat", josephus.seat, "the seat that is removed I-th")->type_name("I");
    which->add_flag("--order", josephus.order, "all seats in the order of removal");
    which->require_option(0, 1);
    josephus_command->footer(
        "Examples:\n  bouton josephus 41 3\n  bouton josephus 10 3 --order\n  bouton josephus 10^18 7 --survivor");
    josephus_command->add_option("--out", josephus.out, "draw the circle: FILE.svg, .png or .pdf")->type_name("FILE");
    auto* compare = common(cli.add_subcommand("compare", "two games, or a game and a formula, on a box"));
    compare->add_option("FIRST", first, "a game with its arguments, in quotes: 'k-wythoff k=2'")->required();
    compare->add_option("SECOND", second, "another, or a formula in the coordinates: 'xor(x, y)'")->required();
    compare->add_option("--what", words.what, "grundy (default) or outcome")
        ->check(CLI::IsMember({"grundy", "outcome"}));
    compare->add_option("--to", table_words.to, "the largest coordinates: A,B,...")->required()->type_name("A[,B...]");
    compare->add_option("--from", table_words.from, "the smallest coordinates (default: 0)")->type_name("A[,B...]");
    compare->add_option("--slice", table_words.slice, "fix coordinates, as for table")
        ->join(',')
        ->type_name("NAME=N[,...]");
    compare->add_option("--out", table_words.out, "draw where they differ: FILE.svg, .png or .pdf")->type_name("FILE");
    compare->footer(
        "Examples:\n  bouton compare 'k-wythoff k=1' wythoff --to 50,50\n  bouton compare wythoff 'xor(x, y)' --to "
        "30,30 "
        "--out difference.svg\n  bouton compare 'bachet k=3' 'x mod 4' --to 1000\n"
        "Exit code 1 if they differ.");
    auto* study = common(cli.add_subcommand(
        "study", "everything about a game or a file: values, pictures, periods, claims, as a page to send around"));
    study->add_option("SPEC", words.game, "a game, a paper's name or FILE.bouton")->required();
    study->add_option("WORDS", words.words, "arguments such as k=3, for a game");
    study->add_option("--out", study_words.out, "the folder for page and pictures (default: NAME-study)")
        ->type_name("DIR");
    study->add_flag("--formal", study_words.formal, "Coq developments of the proofs too, checked by coqc");
    study->add_flag("--thorough", study_words.thorough, "search for proofs as long as `prove` does (minutes)");
    study->footer(
        "Examples:\n  bouton study wythoff\n  bouton study papers/dynamic-nim.bouton --out report\n  bouton study "
        "maximum-nim k=4\n"
        "Without --thorough or --time it takes less than half a minute. Exit code 1 if a claim is not as the file "
        "expects.");
    auto* discover = common(cli.add_subcommand("discover", "laws of a game, from its rules alone, checked and proved"));
    discover->add_option("GAME", words.game, "a game's name, FILE.bouton or FILE.bouton#NAME")->required();
    discover->add_option("WORDS", words.words, "arguments such as k=3 moves=2,5 f='floor(x/2)'");
    discover->add_option("--what", discover_words.what, "values (default) or outcomes")
        ->check(CLI::IsMember({"values", "outcomes"}));
    discover->add_option("--piles", discover_words.piles, "the number of piles (default: 3, 2 and 1 in turn)")
        ->type_name("N")
        ->check(CLI::Range(1, 6));
    discover->add_option("--out", discover_words.out, "write rules and laws to FILE.bouton, for check, prove and study")
        ->type_name("FILE");
    discover->footer(
        "Examples:\n  bouton discover maximum-nim k=2\n  bouton discover josephus-nim --what outcomes\n  bouton "
        "discover "
        "nim --piles 2 --out laws.bouton\n"
        "Without --time it takes a minute at most. Exit code 1 if no law was found.");
    auto* games = common(cli.add_subcommand("games", "what there is, one line each"));
    games->footer("Examples:\n  bouton games\n  bouton games --json");

    struct sigaction action = {};  // without SA_RESTART: waiting for input ends too
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::ios::sync_with_stdio(false);
    int code = 0;
    try {
        auto arguments = words_of(argc, argv);
        if (!arguments.empty() && !arguments[0].starts_with("-") &&
            cli.get_subcommands([&](CLI::App* known) { return known->get_name() == arguments[0]; }).empty()) {
            complain("there is no command " + arguments[0] + "; bouton --help lists them");
            return 2;
        }
        std::reverse(arguments.begin(), arguments.end());
        cli.parse(arguments);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) tell_json(wrong_words(error));
        return cli.exit(error) == 0 ? 0 : 2;
    }
    try {
        Limits limits;
        const bool hurried = *study && settings.seconds == 0 && !study_words.thorough;
        limits.memory = settings.memory_mib > 0 ? settings.memory_mib << 20 : machine_memory() / 4 * 3;
        limits.seconds = settings.seconds;
        if (hurried) limits.seconds = app::kStudySeconds;
        if (*discover && settings.seconds == 0) limits.seconds = app::kDiscoverSeconds;
        Progress progress;
        const Watch watch(limits, &interrupted, [&](const std::string& message) { progress(message); });
        parallel::with_threads(static_cast<std::size_t>(settings.threads), [&] {
            if (*value) code = app::value(settings, words, watch);
            if (*moves) code = app::moves(settings, words, watch);
            if (*play) code = app::play(settings, words, human, watch);
            if (*table) code = app::table(settings, words, table_words, watch);
            if (*shape) code = app::shape(settings, words, watch);
            if (*check) code = app::check(settings, files, to, watch);
            if (*prove) code = app::prove(settings, files, certificates, formal, only, watch);
            if (*recheck) code = app::recheck(settings, files, !one_solver, watch);
            if (*period) code = app::period(settings, words, to, watch);
            if (*josephus_command) code = app::josephus(settings, josephus, watch);
            if (*compare) code = app::compare(settings, first, second, words.what, table_words, watch);
            if (*study) code = app::study(settings, words, study_words, watch);
            if (*discover) code = app::discover(settings, words, discover_words, watch);
            if (*games) code = app::games(settings);
        });
    } catch (const Error& error) {
        complain(app::with_option(error));
        return error.fault() == Fault::input ? 2 : error.fault() == Fault::limit ? 3 : 130;
    } catch (const std::bad_alloc&) {
        complain("the memory of the machine is used up; give a smaller position, bound or --memory");
        return 3;
    }
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "error: the output could not be written completely\n";
        return 2;
    }
    return code;
}
