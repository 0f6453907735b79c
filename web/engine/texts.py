#!/usr/bin/env python3
"""texts.py OUT.cpp: the texts of games/ and papers/ as a C++ file (web/api/texts.hpp), written only if it changes."""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent.parent.parent
files = [f for folder in ('games', 'papers') for f in sorted((root / folder).rglob('*.bouton'))]
rows = []
for file in files:
    text = file.read_bytes()
    # Octal, three digits each: what follows cannot be taken for a further digit.
    quoted = ''.join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else '\\%03o' % b for b in text)
    lines = '\n'.join(f'     "{line}"' for line in quoted.replace('\\012', '\\012\n').split('\n'))
    rows.append(f'    {{"{file.relative_to(root).as_posix()}",\n{lines}}},\n')
made = ('#include "texts.hpp"\n\nnamespace bouton::web {\n\nconst LibraryText library_texts[] = {\n' + ''.join(rows) +
        f'}};\nconst std::size_t library_text_count = {len(files)};\n\n}}  // namespace bouton::web\n')
out = pathlib.Path(sys.argv[1])
if not out.exists() or out.read_text() != made:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(made)
