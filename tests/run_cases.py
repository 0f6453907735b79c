#!/usr/bin/env python3
"""Runs the commands in text cases and documents and compares what they print with what is written there.

    tests/run_cases.py [--update] [--jobs N] [--timeout SECONDS] BINARY FILE_OR_FOLDER...

A `.case` file is a list of commands, each with what it prints; the commands are independent of each other:

    # a comment
    $ bouton value subtraction moves=2,5 7
    0

    $ bouton value no-such-game 7
    ! lines on stderr
    ? 2

`$ ` starts a command, in bash's syntax; a `\\` at its end continues it. The lines up to the next command, or up to an empty line before a
command or a comment, are its stdout; `! ` marks a line of stderr; `? N` is the exit code if it is not 0. `...` alone stands for any lines,
`[..]` for any text within a line. A line that would be misread is written with a `\\` in front.

In a `.md` file the blocks ```console count, and in them the commands that call `bouton` or `./bouton`. What follows is the terminal's view,
stdout and stderr together; any exit code but a crash will do. The commands of a document run one after the other in one folder, and a block
```bouton FILE is written to FILE first, so a document may make a file and go on with it.

Commands run in a scratch copy (links) of the repository's root, so what they write never reaches the source tree. Paths are
shown relative to the root. --update writes what was printed into the files, where it differs.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
CALLS_BOUTON = re.compile(r"(^|\|\s*)(\./)?bouton(\s|$)")
MISREAD = re.compile(r"\$ |[!?](?: |$)|#|\\|\.\.\.$")


@dataclass
class Case:
    path: pathlib.Path
    line: int  # of the command, from 1
    command: str
    first: int  # the expected lines are lines[first:last] of the file
    last: int
    expected: list  # as written, without what belongs to stderr and the exit code
    errors: list = field(default_factory=list)
    code: int = 0
    indent: str = ""
    terminal: bool = False  # a document: stdout and stderr together


@dataclass
class File:
    """Text that a document asks its reader to save."""

    name: str
    text: str


# ---- reading


def read_block(path, lines, first, last, indent="", terminal=False):
    """The commands in lines[first:last]."""
    cases, at = [], first
    plain = [line.removeprefix(indent) for line in lines]
    while at < last:
        if not plain[at].startswith("$ "):
            at += 1
            continue
        start = at
        while plain[at].endswith("\\") and at + 1 < last:
            at += 1
        command = "\n".join([plain[start][2:], *plain[start + 1 : at + 1]])
        at += 1
        begin = at
        while at < last and not plain[at].startswith("$ "):
            following = next((line for line in plain[at:last] if line), "$ ")
            if not plain[at] and (following.startswith("$ ") or following.startswith("#")):
                break
            at += 1
        case = Case(path, start + 1, command, begin, at, [], indent=indent, terminal=terminal)
        for line in plain[begin:at]:
            if not terminal and (line == "!" or line.startswith("! ")):
                case.errors.append(line[2:])
            elif not terminal and re.fullmatch(r"\? \d+", line):
                case.code = int(line[2:])
            else:
                case.expected.append(line)
        cases.append(case)
    return cases


def read_document(path, lines):
    """The commands and files in the fenced blocks of a Markdown text, in order."""
    steps, at = [], 0
    while at < len(lines):
        fence = re.fullmatch(r"( *)(`{3,})\s*(\S*)\s*(.*?)\s*", lines[at])
        at += 1
        if not fence:
            continue
        indent, ticks, language, rest = fence.groups()
        end = at
        while end < len(lines) and lines[end].strip() != ticks:
            end += 1
        if language == "console":
            block = read_block(path, lines, at, end, indent, terminal=True)
            steps += [case for case in block if CALLS_BOUTON.search(case.command)]
        elif language == "bouton" and rest:
            steps.append(File(rest, "".join(line.removeprefix(indent) + "\n" for line in lines[at:end])))
        at = end + 1
    return steps


def read(path):
    """Lists of steps; each list runs in its own scratch folder, in order."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if path.suffix == ".md":
        return [read_document(path, lines)]
    return [[case] for case in read_block(path, lines, 0, len(lines))]


# ---- comparing


def line_matches(pattern, line):
    if pattern.startswith("\\"):
        pattern = pattern[1:]
    if "[..]" not in pattern:
        return pattern == line
    return re.fullmatch(".*".join(map(re.escape, pattern.split("[..]"))), line) is not None


def matches(expected, actual):
    """Do the lines match, `...` standing for any number of them?"""
    i = at = mark = 0
    star = None  # the last `...` seen: it takes the actual lines up to mark
    while at < len(actual):
        if i < len(expected) and expected[i] == "...":
            star, mark = i, at
            i += 1
        elif i < len(expected) and line_matches(expected[i], actual[at]):
            i, at = i + 1, at + 1
        elif star is not None:
            mark += 1
            i, at = star + 1, mark
        else:
            return False
    return all(line == "..." for line in expected[i:])


def quoted(line, terminal):
    if terminal:
        return "\\" + line if line.startswith("$ ") or line == "..." else line
    return "\\" + line if MISREAD.match(line) else line


def as_written(expected, actual, terminal):
    """The actual lines as a file would hold them, keeping the `[..]` of the expected lines that they match."""
    patterns = [line for line in expected if "[..]" in line]
    return [next((p for p in patterns if line_matches(p, line)), quoted(line, terminal)) for line in actual]


# ---- running


def lines_of(output, scratch):
    text = output.decode("utf-8", errors="replace")
    for folder in (str(scratch), str(ROOT)):
        text = text.replace(folder + "/", "")
    text = text.rstrip("\n")
    return text.split("\n") if text else []


def execute(case, scratch, timeout):
    """(stdout lines, stderr lines, exit code or None after the timeout)"""
    # No cache of proofs, unless the command names one: a case must not depend on what was proved before it.
    environment = dict(os.environ, PATH=f"{scratch}:{os.environ['PATH']}", BOUTON_HOME=str(ROOT), XDG_CACHE_HOME="/dev/null", LC_ALL="C.UTF-8")
    process = subprocess.Popen(
        ["bash", "-c", case.command],
        cwd=scratch,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if case.terminal else subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=timeout)
        code = process.returncode if process.returncode >= 0 else 128 - process.returncode  # as a shell has it
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        code = None
    return lines_of(out, scratch), lines_of(err or b"", scratch), code


def run_case(case, scratch, timeout):
    """(what is wrong, as text; the block that --update writes, or None if nothing could be wrong with the written one)"""
    out, err, code = execute(case, scratch, timeout)
    if code is None:
        return f"no end within {timeout} s\n", None
    crashed = code >= 126
    while case.expected and not case.expected[-1]:
        case.expected.pop()
    if case.terminal:
        right = matches(case.expected, out) and not crashed
        written, actual = case.expected, as_written(case.expected, out, True)
    else:
        right = matches(case.expected, out) and matches(case.errors, err) and code == case.code
        actual = as_written(case.expected, out, False)
        actual += [("! " + line).rstrip(" ") if not line else "! " + line for line in as_written(case.errors, err, True)]
        actual += [f"? {code}"] if code else []
        written = case.expected + [("! " + line) if line else "!" for line in case.errors]
        written += [f"? {case.code}"] if case.code else []
    if right:
        return "", None
    problem = f"crashed with exit code {code}\n" if crashed else ""
    problem += "".join(
        line + "\n" for line in difflib.unified_diff(written, actual, "written", "printed", n=2, lineterm="")
    )
    return problem, None if crashed and case.terminal else [case.indent + line if line else "" for line in actual]


def run_steps(steps, binary, timeout):
    """[(case, problem, replacement)] for steps that share a scratch folder."""
    results = []
    with tempfile.TemporaryDirectory(prefix="bouton-case-") as folder:
        scratch = pathlib.Path(folder).resolve()
        for entry in ROOT.iterdir():
            if not entry.name.startswith(".") and entry.name not in ("build", "bouton"):
                (scratch / entry.name).symlink_to(entry)
        (scratch / "bouton").symlink_to(binary)
        for step in steps:
            if isinstance(step, File):
                (scratch / pathlib.Path(step.name).name).write_text(step.text, encoding="utf-8")
            else:
                results.append((step, *run_case(step, scratch, timeout)))
    return results


def update(results):
    """Writes the replacements into the files, from the last line up so that line numbers stay right."""
    for case, _, replacement in sorted(results, key=lambda result: -result[0].first):
        if replacement is not None:
            lines = case.path.read_text(encoding="utf-8").split("\n")
            lines[case.first : case.last] = replacement
            case.path.write_text("\n".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Runs .case files and the console blocks of .md files.")
    parser.add_argument("--update", action="store_true", help="write what was printed into the files")
    parser.add_argument("--jobs", type=int, default=2, help="commands at a time (2)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one command (120)")
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="*")
    arguments = parser.parse_args()

    paths = []
    for path in arguments.files:
        path = path.resolve()
        if not path.exists():
            parser.error(f"there is no {path}")
        paths += sorted(p for p in path.iterdir() if p.suffix in (".case", ".md")) if path.is_dir() else [path]
    binary = arguments.binary.resolve()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        groups = [steps for path in paths for steps in read(path)]
        results = sum(pool.map(lambda steps: run_steps(steps, binary, arguments.timeout), groups), [])

    failures = [(case, problem) for case, problem, _ in results if problem]
    for case, problem in failures:
        print(f"{os.path.relpath(case.path, ROOT)}:{case.line}: $ {case.command}\n{problem}")
    if arguments.update:
        update(results)
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
