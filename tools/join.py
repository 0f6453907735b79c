#!/usr/bin/env python3
"""join.py SOURCE...: which sources of a folder may be compiled together as one. Prints `GROUP SOURCE` lines; a source that is not named stays
by itself. Most of what a compiler does for a file it does for the templates that all files share: joined, that is done once.

Two files are joined when nothing that one of them alone knows (names in unnamed namespaces, aliases, directives) means anything in the
other. That is read off the text, on the safe side: a private name that stands in the other file, or in a header that only the other one
sees, for any reason, keeps the two apart."""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [ROOT / 'src', ROOT / 'tests', ROOT / 'web/api']  # where headers are looked for
MOST_LINES = 1600  # of a group: more brings little, and costs who changes one file of it
ALONE = {'src/lang/parse.cpp',  # templates of its own for ten seconds
         'tests/unit/discover_formula_test.cpp'}  # a directive inside of a test


def bare(text):
    """Without comments, texts and characters."""
    text = re.sub(r'R"\((.*?)\)"', '""', text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"'(\\.|[^'\\])'", "' '", text)
    text = re.sub(r'//[^\n]*', '', text)
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def used(text):
    """Names that are looked up where they stand: not members, nothing qualified. (Of bare text.)"""
    return set(re.findall(r'(?<![\w.:>])[A-Za-z_]\w*|(?<=[^-]>)[A-Za-z_]\w*', re.sub(r'^\s*#[^\n]*', '', text, flags=re.M)))


@functools.cache
def header(path):
    """The names in a header, and the headers that it includes."""
    text = path.read_text()
    return used(bare(text)), included(text, path.parent)


def included(text, folder):
    """Our own headers that a text includes."""
    found = set()
    for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M):
        found |= {path for path in (place / name for place in [folder, *FOLDERS]) if path.exists()}
    return found


def seen(text, folder):
    """Our own headers that a text includes, and those that these include."""
    open_, closed = included(text, folder), set()
    while open_:
        path = open_.pop()
        closed.add(path)
        open_ |= header(path)[1] - closed
    return closed


class File:
    def __init__(self, path):
        text = path.read_text()
        self.text = bare(text)
        self.lines = self.text.count('\n')
        self.uses = used(self.text)
        self.headers = seen(text, path.parent)
        self.names, self.directives, self.aliases = set(), set(), {}
        scopes, statement = [], ''  # of a scope: the name of a namespace, or None
        for token in re.findall(r'[{};]|[^{};]+', self.text):
            outside = None not in scopes
            if token == '{':
                namespace = re.search(r'\bnamespace\b\s*([\w:]*)\s*$', statement.strip())
                if outside and not namespace:
                    self.add(statement, scopes)
                scopes.append(namespace.group(1) if namespace and outside else None)
                statement = ''
            elif token == '}':
                if scopes:
                    scopes.pop()
                statement = ''
            elif token == ';':
                if outside:
                    self.add(statement, scopes)
                statement = ''
            else:
                statement += token

    def add(self, statement, scopes):
        s = re.sub(r'^(\s*#[^\n]*\n)+', '', statement.strip() + '\n').strip()
        if found := re.match(r'using namespace ([\w:]+)', s):
            self.directives.add(found.group(1))
        elif found := re.match(r'(?:using|namespace) (\w+)\s*=(.*)', s, re.S):
            self.aliases[found.group(1)] = re.sub(r'\s', '', found.group(2))
        elif found := re.match(r'using ([\w:]+)$', s):
            self.aliases[found.group(1).split('::')[-1]] = found.group(1)
        elif '' in scopes or re.match(r'(static|constexpr|const) ', s):
            s = re.sub(r'^template\s*<[^{}]*?>\s*(?=\w)', '', s)
            if found := re.match(r'(?:struct|class|enum class|enum)\s+(\w+)', s):
                self.names.add(found.group(1))
                return
            call = re.search(r'(\w+)\s*\(', s)
            if call and call.group(1).isupper():  # a macro: TEST(…)
                return
            value = re.search(r'(\w+)(?:\[[^\]]*\])*\s*(=|$)', s)
            if call and not (value and value.group(2) == '=' and value.start() < call.start()):
                self.names.add(call.group(1))
            elif value:
                self.names.add(value.group(1))
            self.names.update(re.findall(r',\s*(k[A-Z]\w*)\s*=', s))

    def spares(self, other):
        """Whether the other's names stay what they are."""
        private = self.names | set(self.aliases) - set(other.aliases)
        return not private & other.uses and not any(private & header(path)[0] for path in other.headers - self.headers)

    def agrees(self, other):
        return (self.directives == other.directives and self.spares(other) and other.spares(self) and
                all(self.aliases.get(name, means) == means for name, means in other.aliases.items()))

    def join(self, other):
        self.names |= other.names
        self.uses |= other.uses
        self.headers |= other.headers
        self.aliases.update(other.aliases)
        self.lines += other.lines


def main():
    folders = {}
    for source in sorted(sys.argv[1:]):
        file = File(ROOT / source)
        if source in ALONE or 'HWY_' in file.text or re.search(r'^\s*#\s*define', file.text, re.M):
            continue
        groups = folders.setdefault(str(pathlib.PurePosixPath(source).parent), [])
        fitting = next((g for g in groups if g[0].lines + file.lines <= MOST_LINES and g[0].agrees(file)), None)
        if fitting:
            fitting[0].join(file)
            fitting[1].append(source)
        else:
            groups.append((file, [source]))
    for folder, groups in folders.items():
        for number, (_, files) in enumerate(groups):
            for file in files if len(files) > 1 else []:
                print(f'{folder.replace("/", "-")}-{number} {file}')


main()
