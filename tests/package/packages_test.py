#!/usr/bin/env python3
"""The Debian packages and the tarball of tools/package: what is in them, whether they run where nothing else of Bouton is.

    tests/package/packages_test.py WORK [--root]

With --root also in a fresh Debian (debootstrap, as root, with a network): the tarball runs there as it is; the package is installed by
apt, the program answers the README's questions, and when it is purged no file of it is left.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

source = pathlib.Path(__file__).resolve().parents[2]
work = pathlib.Path(sys.argv[1]).resolve()
full = "--root" in sys.argv[2:]


def run(*words, **more):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, words))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(found, wanted, what):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")


def readme_commands():
    """The commands of the README that print the same everywhere, with what they print."""
    text = (source / "README.md").read_text()
    pairs = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for command, output in re.findall(r"^\$ \./(bouton [^\n]*)\n(.*?)(?=^\$|\Z)", block, re.M | re.S):
            if re.match(r"bouton (value|moves|table \S+ --to|josephus|period)\b", command) and not re.search(r"\[\.\.\]|note:", output) and not re.search(r"\.bouton|--out", command):
                pairs.append((command, output.rstrip("\n")))
    if len(pairs) < 8:
        sys.exit(f"the README shows only {len(pairs)} commands that can be compared")
    return pairs


shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
run(source / "tools/package", work / "packages", env={**os.environ, "BOUTON_BUILT": "yes", "XZ_OPT": "-1"})
packages = {p.name.split("_")[0]: p for p in (work / "packages").glob("*.deb")}
expect(sorted(set(packages) - {"bouton-mpi"}), ["bouton", "libbouton-dev", "python3-bouton"], "packages")  # bouton-mpi: where MPI is
(tarball,) = (work / "packages").glob("*.tar.xz")

# What lintian complains of; the overrides in the packages say why they are there.
complaints = subprocess.run(["lintian", "--fail-on", "error,warning", *packages.values()], capture_output=True, text=True)
lines = [line for line in (complaints.stdout + complaints.stderr).splitlines() if "root privileges" not in line]
expect(lines, [], "lintian")

unpacked = work / "unpacked"
run("dpkg", "-x", packages["bouton"], unpacked)
program = unpacked / "usr/bin/bouton"
bare = {"PATH": "/usr/bin:/bin", "HOME": str(work), "LANG": "C.UTF-8"}
expect(run(program, "value", "wythoff", "3", "5", env=bare), "0\n", "the program of the package")
expect(re.search(r"^version: (.*)$", (source / "CITATION.cff").read_text(), re.M)[1], run(program, "--version").split()[1], "CITATION.cff")
page = run("man", "--warnings", "-l", unpacked / "usr/share/man/man1/bouton.1.gz", env={**bare, "MANWIDTH": "80"})
for command in re.findall(r"^  (\w+)  ", run(program, "--help"), re.M):
    if f"bouton {command}" not in page:
        sys.exit(f"the manual page does not know {command}")
completion = unpacked / "usr/share/bash-completion/completions/bouton"
asked = 'source "$1"; PATH="$2:$PATH"; COMP_WORDS=(bouton value kayl); COMP_CWORD=2; _bouton; echo "${COMPREPLY[@]}"'
known = [line.split()[0] for line in run(program, "games", env=bare).splitlines()]
kayles = [name for name in known if name.startswith("kayl")]
expect(run("bash", "-c", asked, "-", completion, program.parent).split(), kayles, "completion of a game's name")
if "kayles" not in kayles or len(kayles) == len(known):
    sys.exit(f"games that begin with kayl: {kayles}")
asked = 'source "$1"; COMP_WORDS=(bouton table x --what ""); COMP_CWORD=4; _bouton; echo "${COMPREPLY[@]}"'
expect(run("bash", "-c", asked, "-", completion), "grundy outcome remoteness\n", "completion of an option's value")

# The tarball, in a folder with an unusual name, sees no library of this machine but libc's.
place = work / "any folder"
place.mkdir()
run("tar", "-xJf", tarball, "-C", place)
(home,) = place.iterdir()
for command, output in readme_commands():
    expect(run("bash", "-c", command, env={**bare, "PATH": f"{home}:/usr/bin:/bin"}).rstrip("\n"), output, command)
for line in run("ldd", home / "bin/bouton").splitlines():
    library = re.match(r"\s+(\S+) => (.+) \(", line)
    if library and not re.match(r"(libc|libm|libdl|libpthread|librt)\.so", library[1]) and not library[2].startswith(str(home)):
        sys.exit(f"the program of the tarball takes {library[2]} from the machine")

if full:
    debian = work / "debian"
    run("debootstrap", "--variant=minbase", "bookworm", debian)
    # With a /proc of its own: that is where the loader finds out in which folder a program lies.
    apart = ["unshare", "--mount", "--pid", "--fork", "--root", debian, "--mount-proc"]
    inside = lambda *words: run(*apart, *words, env={**bare, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    files = lambda: {str(p.relative_to(debian)) for p in debian.rglob("*") if "bouton" in p.name}
    run("tar", "-xJf", tarball, "-C", debian / "opt")
    expect(inside(f"/opt/{home.name}/bouton", "value", "nim", "3", "5", "7"), "1\n", "the tarball in a fresh Debian")
    inside(f"/opt/{home.name}/bouton", "table", "wythoff", "--to", "20,20", "--out", "/tmp/wythoff.png")
    if (debian / "tmp/wythoff.png").stat().st_size < 2000:
        sys.exit("the picture in a fresh Debian is empty")
    shutil.rmtree(debian / "opt" / home.name)
    before = files()
    shutil.copy("/etc/resolv.conf", debian / "etc/resolv.conf")
    shutil.copy(packages["bouton"], debian / "tmp/bouton.deb")
    inside("apt-get", "-q", "-y", "--no-install-recommends", "install", "/tmp/bouton.deb")
    (debian / "tmp/bouton.deb").unlink()
    for command, output in readme_commands():
        expect(inside("bash", "-c", command).rstrip("\n"), output, f"in a fresh Debian: {command}")
    inside("apt-get", "-q", "-y", "purge", "bouton")
    expect(sorted(files() - before), [], "what is left when the package is purged")
print("ok")
