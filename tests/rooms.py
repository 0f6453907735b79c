#!/usr/bin/env python3
"""Every #include in src/ against the table of src/README.md, which folder uses which, and against the components of
cmake/components.cmake: a file includes only what its component links, and core neither files nor other libraries than its own."""
import pathlib
import re
import sys

source = pathlib.Path(__file__).resolve().parent.parent / "src"


def allowed_by(text):
    """The table: folder -> folders that it may use; a folder may only use those above it."""
    rooms = {}
    for name, uses in re.findall(r"^\| \[(\w+)/\]\(\1\) \| ([^|]*) \|", text, re.M):
        used = set(rooms) if uses == "all of these" else set() if uses == "nothing" else set(uses.split(", "))
        if not used <= set(rooms):
            sys.exit(f"src/README.md: {name}/ uses {', '.join(used - set(rooms))}, which does not stand above it")
        rooms[name] = used
    return rooms


def includes():
    for path in sorted(source.rglob("*.[ch]pp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := re.match(r'#include "([^"]+)"', line):
                yield path.relative_to(source), number, pathlib.Path(match[1])


def component_of(path, patterns):
    """core, files, proofs, pictures, render or app."""
    for name, pattern in patterns.items():
        if re.search(pattern, f"src/{path}"):
            return name
    return "core"


def problems_of_components():
    text = (source.parent / "cmake/components.cmake").read_text()
    patterns = {"app": "^src/app/", "mpi": "^src/mpi/", **dict(re.findall(r'^set\((\w+)_pattern "(.*)"\)$', text, re.M))}
    if set(patterns) != {"app", *links} - {"core"}:
        yield f"cmake/components.cmake has the components {', '.join(sorted(patterns))}"
    for path, number, target in includes():
        here, there = component_of(path, patterns), component_of(target, patterns)
        if here != there and there not in links.get(here, there):
            yield f"src/{path}:{number}: bouton::{here} must not use {target}, which is in bouton::{there}"
    for path in sorted(source.rglob("*.[ch]pp")):
        here = component_of(path.relative_to(source), patterns)
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for pattern, owners in outside.items():
                if here not in owners and re.match(rf"#include <({pattern})", line):
                    yield f"src/{path.relative_to(source)}:{number}: bouton::{here} must not use {line.split()[1]}"
            if re.match(r"#include <tbb/", line) and path.name != "parallel_tbb.cpp":
                yield f"src/{path.relative_to(source)}:{number}: threads only by base/parallel.hpp"


def too_long():
    """Files of more than 500 lines and functions of more than 80 that do not say why: `Long: ...` in the comment at their head."""
    for path in sorted(p for p in source.rglob("*") if p.suffix in (".cpp", ".hpp")):
        lines = path.read_text().split("\n")
        name = f"src/{path.relative_to(source)}"
        if len(lines) > 500 and not any("Long: " in line for line in lines[:6]):
            yield f"{name}: {len(lines)} lines"
        for first, line in enumerate(lines):
            # clang-format puts the brace of a function at the end of a line and closes it in the column where the line begins
            head = re.match(r"( {0,4})(?! |namespace|class|struct|enum|union|extern|return|if |for |while|switch|else|try|do |}).*{$", line)
            if not head or "(" not in line + lines[first - 1] or "] {" in line:
                continue
            last = next((i for i in range(first, len(lines)) if lines[i].startswith(head[1] + "}")), first)
            if last - first > 80 and not any("Long: " in above for above in lines[max(0, first - 4):first]):
                yield f"{name}:{first + 1}: a function of {last - first} lines"


# what each component may use besides itself; the program may use all
links = {"core": {"core"}, "files": {"core"}, "proofs": {"core", "files"}, "pictures": {"core"},
         "atlas": {"core", "files", "pictures"}, "render": {"core", "files", "proofs", "pictures", "atlas"}, "mpi": {"atlas"}}
# headers of the system and of libraries, and the only components that may include them
outside = {
    r"filesystem|fstream|unistd\.h|fcntl\.h|spawn\.h|poll\.h|sys/(?!mman)|xxhash": {"files", "proofs", "atlas", "render", "app"},
    r"sqlite3": {"atlas"},
    r"z3": {"proofs"},
    r"cairo|png\.h": {"pictures"},
    r"CLI/": {"app"},
}


rooms = allowed_by((source / "README.md").read_text())
problems, used = [], {name: set() for name in rooms}
for folder in sorted(p.name for p in source.iterdir() if p.is_dir()):
    if folder not in rooms:
        problems.append(f"src/{folder}/ is not in the table of src/README.md")
for path, number, target in includes():
    here, there = path.parts[0], target.parts[0]
    used.get(here, set()).add(there)
    if len(path.parts) < 2:
        problems.append(f"src/{path} is in no folder")
    elif here != there and there not in rooms.get(here, ()):
        problems.append(f"src/{path}:{number}: {here}/ must not use {target}")
    elif here == there == "proofs" and len(path.parts) > 2 and len(target.parts) > 2 and path.parts[1] != target.parts[1]:
        problems.append(f"src/{path}:{number}: one prover must not use another's {target}")
for name, uses in rooms.items():
    if name != "app" and uses - used[name]:
        problems.append(f"src/README.md: {name}/ does not use {', '.join(sorted(uses - used[name]))}")
problems += problems_of_components()
problems += too_long()
print("\n".join(problems))
sys.exit(bool(problems))
