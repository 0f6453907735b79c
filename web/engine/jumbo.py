#!/usr/bin/env python3
"""jumbo.py OUT SOURCE...: joins sources of one folder into fewer, larger ones, OUT/NAME.cpp, since most of what em++ takes for a file are
the templates that all files share. Prints what is to be compiled, a path a line: the joined ones, and those that stay by themselves.

Files are joined as long as nothing that only one of them knows (names in unnamed namespaces, aliases, directives) means two things. That is
read off with regular expressions, on the safe side; where it goes wrong the compiler says so, and KEEP_APART helps."""
import collections
import pathlib
import re
import sys

MOST_LINES = 1600
KEEP_APART = {'src/lang/parse.cpp'}


def bare(text):
    """Without comments, texts and characters."""
    text = re.sub(r'//[^\n]*', '', text)
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    text = re.sub(r'R"\((.*?)\)"', '""', text, flags=re.S)
    text = re.sub(r"'(\\.|[^'\\])'", "' '", text)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


class Names:
    """What a file says for itself alone."""

    def __init__(self, text):
        self.names, self.directives, self.aliases = set(), set(), {}
        scopes, statement = [], ''  # of a scope: the name of a namespace, or None
        for token in re.findall(r'[{};]|[^{};]+', text):
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
            value = re.search(r'(\w+)(?:\[[^\]]*\])*\s*(=|$)', s)
            if call and not (value and value.group(2) == '=' and value.start() < call.start()):
                self.names.add(call.group(1))
            elif value:
                self.names.add(value.group(1))
            self.names.update(re.findall(r',\s*(k[A-Z]\w*)\s*=', s))

    def agrees(self, other):
        return (self.directives == other.directives and not self.names & other.names and not self.names & set(other.aliases) and
                not other.names & set(self.aliases) and
                all(self.aliases.get(name, means) == means for name, means in other.aliases.items()))

    def join(self, other):
        self.names |= other.names
        self.aliases.update(other.aliases)


def main():
    out, sources = pathlib.Path(sys.argv[1]), sys.argv[2:]
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    out.mkdir(parents=True, exist_ok=True)
    alone, groups = [], collections.defaultdict(list)
    for source in sorted(sources):
        text = bare((root / source).read_text())
        if source in KEEP_APART or 'HWY_' in text or re.search(r'^\s*#\s*define', text, re.M):
            alone.append(source)
            continue
        names, lines = Names(text), text.count('\n')
        folder = groups[str(pathlib.PurePosixPath(source).parent)]
        fitting = next((g for g in folder if g[1] + lines <= MOST_LINES and g[0].agrees(names)), None)
        if fitting:
            fitting[0].join(names)
            fitting[1] += lines
            fitting[2].append(source)
        else:
            folder.append([names, lines, [source]])
    made = set()
    for _, _, files in (group for folder in groups.values() for group in folder):
        if len(files) == 1:
            alone += files
            continue
        path = out / (files[0].removeprefix('src/').removesuffix('.cpp').replace('/', '-') + '.cpp')
        text = ''.join(f'#include "{root / file}"\n' for file in files)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        made.add(path)
    for old in set(out.glob('*.cpp')) - made:
        old.unlink()
    print('\n'.join([str(root / file) for file in alone] + sorted(str(path) for path in made)))


main()
