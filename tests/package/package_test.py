#!/usr/bin/env python3
"""Installs Bouton, builds the project that docs/cpp.md shows with the installed copy alone, and compares what it prints.

The installed package must work wherever it is moved: no file of it names the source, the build or the prefix. A program that links
bouton::core alone must not need Z3, Cairo or PNG.

usage: package_test.py BUILD WORK [CMAKE OPTIONS]
"""
import pathlib
import re
import shutil
import subprocess
import sys

source = pathlib.Path(__file__).resolve().parents[2]
build, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
most_headers = 13  # the one, and a dozen beside it


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def blocks(kind):
    """The blocks ```KIND NAME of the document, by name."""
    text = (source / "docs/cpp.md").read_text()
    return {name.strip(): body for name, body in re.findall(rf"^```{kind}(.*)\n((?:.*\n)*?)```$", text, re.M)}


shutil.rmtree(work, ignore_errors=True)
first = work / "made-here"
run("cmake", "--install", build, "--prefix", first)
prefix = work / "moved"
first.rename(prefix)  # what remembers the old place does not work now

headers = sorted((prefix / "include").rglob("*.*"))
if not 1 <= len(headers) <= most_headers:
    sys.exit(f"{len(headers)} headers are installed: {headers}")
for header in headers:
    for name in re.findall(r"#include ([<\"][^>\"]*[>\"])", header.read_text()):
        if not re.match(r'"bouton/\w+\.hpp"|<[a-z_]+>', name):
            sys.exit(f"{header.name} includes {name}: public headers use the standard library and each other")
scripts = list(prefix.rglob("*.cmake"))
if not scripts:
    sys.exit("no CMake package is installed")
for script in scripts:
    for folder in (source, build, first, prefix):
        if str(folder) in script.read_text():
            sys.exit(f"{script.name} names {folder}")
    for path in re.findall(r'[";](/(?:usr|home|opt|lib)[^";]*)', script.read_text()):
        sys.exit(f"{script.name} names {path}")

project = work / "project"
project.mkdir()
(project / "CMakeLists.txt").write_text(blocks("cmake")[""])
for name, text in blocks("cpp").items():
    (project / name).write_text(text)
run("cmake", "-S", project, "-B", work / "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror",
    *sys.argv[3:])
run("cmake", "--build", work / "build")
expected = blocks("text")
if not expected:
    sys.exit("docs/cpp.md shows no output")
for program, text in expected.items():
    printed = run(work / "build" / program)
    if printed != text:
        sys.exit(f"{program} prints\n{printed}instead of\n{text}")
needed = run("readelf", "-d", work / "build/nimbers")
for library in ("libz3", "libcairo", "libpng", "libxxhash"):
    if library in needed:
        sys.exit(f"a program that links bouton::core needs {library}")
