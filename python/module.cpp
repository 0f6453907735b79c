// The extension module bouton._bouton: the public interface of the library (src/bouton) for Python. python/bouton/__init__.py makes it
// friendly and is what users import.
//
// Long questions run without Python's lock. Ctrl-C reaches them through a handler that is in place while they run in the main thread: it
// raises the flag that the library looks at, and the question ends with KeyboardInterrupt. Progress is told to a Python function, at most
// five times a second.
#include <bouton/bouton.hpp>

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <mutex>

namespace py = pybind11;
using bouton::Game;

namespace {

unsigned long main_thread = 0;

/// While it lives, SIGINT raises the flag of a question instead of doing what Python does with it. In other threads than the main one it
/// does nothing: Python delivers Ctrl-C there alone.
class Interruptible {
  public:
    explicit Interruptible(bouton::CancelToken& token) : token_(token) {
        token.reset();
        if (PyThread_get_thread_ident() != main_thread) return;
        current() = &token_;
        struct sigaction now = {};
        now.sa_handler = [](int) {
            if (bouton::CancelToken* asked = current()) asked->cancel();
        };
        sigemptyset(&now.sa_mask);
        in_place_ = sigaction(SIGINT, &now, &before_) == 0;
    }
    ~Interruptible() {
        if (in_place_) sigaction(SIGINT, &before_, nullptr);
        if (in_place_) current() = nullptr;
    }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

  private:
    static std::atomic<bouton::CancelToken*>& current() {
        static std::atomic<bouton::CancelToken*> token{nullptr};
        return token;
    }

    bouton::CancelToken& token_;
    bool in_place_ = false;
    struct sigaction before_ = {};
};

/// Runs a question without Python's lock.
template <class Question> auto ask(bouton::CancelToken& token, const Question& question) {
    const Interruptible interruptible(token);
    const py::gil_scoped_release released;
    return question();
}

/// Calls a Python function now and then, from whatever thread.
std::function<void(const std::string&)> teller(const py::object& function) {
    if (function.is_none()) return {};
    struct State {
        py::object function;
        std::mutex mutex;
        std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
        ~State() {
            const py::gil_scoped_acquire acquired;
            function = py::object();
        }
    };
    auto state = std::make_shared<State>();
    state->function = function;
    return [state](const std::string& text) {
        {
            const std::lock_guard lock(state->mutex);
            const auto now = std::chrono::steady_clock::now();
            if (now - state->last < std::chrono::milliseconds(200)) return;
            state->last = now;
        }
        const py::gil_scoped_acquire acquired;
        try {
            state->function(text);
        } catch (py::error_already_set& error) {
            error.discard_as_unraisable("bouton progress");
        }
    };
}

bouton::RunOptions options_of(double seconds, std::uint64_t memory, std::size_t threads, const py::object& progress) {
    bouton::RunOptions options;
    options.seconds = seconds;
    if (memory > 0) options.memory = memory;
    options.threads = threads;
    options.progress = teller(progress);
    return options;
}

py::object integer_of(const bouton::Number& number) {
    if (const auto small = number.small()) return py::int_(*small);
    return py::reinterpret_steal<py::object>(PyLong_FromString(number.str().c_str(), nullptr, 10));
}

/// Integers of any size, also NumPy's, and texts such as "10^30".
bouton::Number number_of(const py::handle& value) {
    if (py::isinstance<py::str>(value)) return bouton::Number(value.cast<std::string>());
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (!overflow) return bouton::Number(static_cast<std::int64_t>(small));
    return bouton::Number(py::str(index).cast<std::string>());
}

Game::Position position_of(const py::args& words) {
    Game::Position position;
    for (const py::handle& word : words) position.push_back(number_of(word));
    return position;
}

py::tuple tuple_of(const Game::Position& position) {
    py::tuple result(position.size());
    for (std::size_t i = 0; i < position.size(); ++i) result[i] = integer_of(position[i]);
    return result;
}

const char* text_of(Game::Warrant::Kind kind) {
    switch (kind) {
        case Game::Warrant::Kind::computed: return "computed";
        case Game::Warrant::Kind::checked: return "checked";
        case Game::Warrant::Kind::proved: return "proved";
        case Game::Warrant::Kind::conjectured: return "conjectured";
    }
    return "";
}

const char* text_of(bouton::CheckedClaim::Kind kind) {
    using Kind = bouton::CheckedClaim::Kind;
    return kind == Kind::holds ? "holds" : kind == Kind::refuted ? "refuted" : "error";
}

const char* text_of(bouton::ProvedClaim::Kind kind) {
    using Kind = bouton::ProvedClaim::Kind;
    return kind == Kind::proved ? "proved" : kind == Kind::limited ? "limited" : kind == Kind::refuted ? "refuted" : "open";
}

/// A game with the flag that stops its questions. It is asked by one thread at a time.
class PythonGame {
  public:
    PythonGame(Game&& game, bouton::CancelToken token) : game_(std::move(game)), token_(std::move(token)) {}

    std::string name() const { return game_.name(); }
    std::vector<std::string> coordinates() const { return game_.coordinates(); }

    py::object value(const Game::Position& position) {
        return integer_of(ask(token_, [&] { return game_.value(position).value; }));
    }

    py::tuple value_with_warrant(const Game::Position& position) {
        const Game::Value value = ask(token_, [&] { return game_.value(position); });
        return py::make_tuple(integer_of(value.value), text_of(value.warrant.kind), value.warrant.text);
    }

    std::string outcome(const Game::Position& position) {
        return ask(token_, [&] { return game_.outcome(position).winner; }) == Game::Winner::previous ? "P" : "N";
    }

    py::list moves(const Game::Position& position) {
        py::list result;
        for (const Game::Move& move : ask(token_, [&] { return game_.moves(position); })) result.append(move_of(move));
        return result;
    }

    py::object winning_move(const Game::Position& position) {
        const auto move = ask(token_, [&] { return game_.winning_move(position); });
        return move ? py::object(move_of(*move)) : py::none();
    }

    /// The table's own memory, which the array keeps alive.
    py::array values(const Game::Bounds& to) {
        auto table = std::make_unique<Game::Table>(ask(token_, [&] { return game_.table(to); }));
        const py::dtype type = table->element_bytes() == 1   ? py::dtype::of<std::uint8_t>()
                               : table->element_bytes() == 2 ? py::dtype::of<std::uint16_t>()
                                                             : py::dtype::of<std::uint32_t>();
        const std::vector<py::ssize_t> shape(table->shape().begin(), table->shape().end());
        const void* data = table->data();
        const py::capsule owner(table.get(), [](void* held) { delete static_cast<Game::Table*>(held); });
        table.release();
        py::array array(type, shape, data, owner);
        array.attr("setflags")(py::arg("write") = false);  // others may look at the same block
        return array;
    }

    std::vector<Game::Bounds> p_positions(const Game::Bounds& to) {
        return ask(token_, [&] { return game_.p_positions(to); });
    }

    py::bytes picture(const Game::Bounds& to, bouton::PictureFormat format) {
        return py::bytes(ask(token_, [&] { return bouton::picture(game_, to, format); }));
    }

    Game::Period period(bool of_outcomes) {
        return ask(token_, [&] { return of_outcomes ? game_.outcome_period() : game_.period(); });
    }

    py::list laws(bouton::Quantity quantity) {
        py::list result;
        for (const bouton::FoundLaw& law : ask(token_, [&] { return bouton::find_laws(game_, quantity); }))
            result.append(py::make_tuple(law.law, law.proved ? "proved" : "checked", law.bound, law.found_by,
                                         law.definitions, law.generality));
        return result;
    }

  private:
    static py::tuple move_of(const Game::Move& move) {
        py::tuple to(move.to.size());
        for (std::size_t i = 0; i < move.to.size(); ++i) to[i] = tuple_of(move.to[i]);
        return py::make_tuple(to, integer_of(move.value), move.best);
    }

    Game game_;
    bouton::CancelToken token_;
};

using Arguments = Game::Arguments;

std::unique_ptr<PythonGame> game_from_text(const std::string& text, const std::string& name, const Arguments& arguments,
                                           const bouton::RunOptions& options) {
    bouton::CancelToken token = options.cancel;
    return std::make_unique<PythonGame>(ask(token, [&] { return Game::from_text(text, name, arguments, options); }),
                                        token);
}

std::unique_ptr<PythonGame> named_game(const std::string& name, const Arguments& arguments, const std::string& home,
                                       const bouton::RunOptions& options) {
    bouton::CancelToken token = options.cancel;
    return std::make_unique<PythonGame>(ask(token, [&] { return Game::named(name, arguments, options, home); }), token);
}

py::list check(const std::string& text, bool is_file, std::optional<std::int64_t> to, const std::string& home,
               const bouton::RunOptions& options) {
    bouton::CancelToken token = options.cancel;
    const auto claims = ask(token, [&] {
        return is_file ? bouton::check_file(text, options, to, home) : bouton::check(text, options, to);
    });
    py::list result;
    for (const bouton::CheckedClaim& claim : claims)
        result.append(py::make_tuple(claim.claim, text_of(claim.kind), claim.as_expected, claim.counterexample,
                                     claim.bound, claim.cases, claim.message));
    return result;
}

py::list prove(const std::string& text, bool is_file, const std::string& home, const bouton::RunOptions& options) {
    bouton::CancelToken token = options.cancel;
    const auto claims = ask(
        token, [&] { return is_file ? bouton::prove_file(text, options, home) : bouton::prove(text, options); });
    py::list result;
    for (const bouton::ProvedClaim& claim : claims)
        result.append(py::make_tuple(claim.claim, text_of(claim.kind), claim.as_expected, claim.counterexample,
                                     claim.generality, claim.method, claim.tried));
    return result;
}

/// bouton.Error and its two children, made in Python; a cancelled question was Ctrl-C.
void translate(const bouton::Error& error) {
    if (error.fault() == bouton::Fault::cancelled) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        return;
    }
    const py::module_ errors = py::module_::import("bouton.errors");
    py::object raised =
        errors.attr(error.fault() == bouton::Fault::limit ? "LimitError" : "InputError")(std::string(error.what()));
    if (const bouton::TextPlace* place = error.place()) {
        raised.attr("file") = place->file;
        raised.attr("line") = place->line;
        raised.attr("column") = place->column;
    }
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised.ptr())), raised.ptr());
}

}  // namespace

PYBIND11_MODULE(_bouton, module) {
    module.doc() = "What stands behind the module bouton.";
    main_thread =
        py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const bouton::Error& error) {
            translate(error);
        }
    });
    py::class_<bouton::RunOptions>(module, "Options")
        .def(py::init(&options_of), py::arg("seconds"), py::arg("memory"), py::arg("threads"), py::arg("progress"));
    py::enum_<bouton::PictureFormat>(module, "Format")
        .value("svg", bouton::PictureFormat::svg)
        .value("png", bouton::PictureFormat::png)
        .value("pdf", bouton::PictureFormat::pdf);
    py::enum_<bouton::Quantity>(module, "Quantity")
        .value("values", bouton::Quantity::values)
        .value("outcomes", bouton::Quantity::outcomes);
    py::class_<Game::Period>(module, "Period")
        .def_readonly("proved", &Game::Period::proved)
        .def_readonly("preperiod", &Game::Period::preperiod)
        .def_readonly("period", &Game::Period::period)
        .def_readonly("saltus", &Game::Period::saltus)
        .def_readonly("first", &Game::Period::first)
        .def_readonly("text", &Game::Period::text);
    const auto asked = [](auto method) {
        return [method](PythonGame& game, const py::args& position) { return (game.*method)(position_of(position)); };
    };
    py::class_<PythonGame>(module, "Game")
        .def_property_readonly("name", &PythonGame::name)
        .def_property_readonly("coordinates", &PythonGame::coordinates)
        .def("value", asked(&PythonGame::value))
        .def("value_with_warrant", asked(&PythonGame::value_with_warrant))
        .def("outcome", asked(&PythonGame::outcome))
        .def("moves", asked(&PythonGame::moves))
        .def("winning_move", asked(&PythonGame::winning_move))
        .def("values", &PythonGame::values)
        .def("p_positions", &PythonGame::p_positions)
        .def("picture", &PythonGame::picture)
        .def("period", &PythonGame::period)
        .def("laws", &PythonGame::laws);
    module.def("game_from_text", &game_from_text);
    module.def("named_game", &named_game);
    module.def("check", &check);
    module.def("prove", &prove);
}
