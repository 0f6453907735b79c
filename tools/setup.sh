# Shared by ./bouton, ./test and tools/coverage: install packages, build a preset. Sourced, with $root set to the repository.
# Everything is said on stderr, and stdin is left alone: it may hold positions for the program.

source "$root/tools/packages.sh"

first_build_minutes=6

say() { printf '%s\n' "$*" >&2; }

# fail MESSAGE [LOG]: the end of the log, the message, exit code 2.
fail() {
    [[ -n ${2-} ]] && tail -n 40 -- "$2" >&2
    say "$1"
    exit 2
}

# install_missing PACKAGE…: what is missing of these, as root or through sudo.
install_missing() {
    if ! command -v dpkg-query apt-get >/dev/null; then
        say "This is not Debian; the build needs what Debian calls: $*"
        return
    fi
    local missing
    missing=$(comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | sort -u))
    [[ -z $missing ]] && return
    local packages as_root=() log="$root/build/install.log"
    mapfile -t packages <<<"$missing"
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null || { [[ ! -t 2 ]] && ! sudo -n true 2>/dev/null; }; then
            fail "Bouton needs these packages and may not install them itself. As root, run:
    apt-get install --no-install-recommends ${packages[*]}"
        fi
        as_root=(sudo)
    fi
    say "installing ${packages[*]}"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
    { "${apt[@]}" update || true; } </dev/null >"$log" 2>&1 9>&- # a broken foreign source need not matter
    "${apt[@]}" install --no-install-recommends "${packages[@]}" </dev/null >>"$log" 2>&1 9>&- ||
        fail "The packages could not be installed (log: $log)." "$log"
}

# locked COMMAND…: run it while no other copy of these scripts builds.
locked() {
    mkdir -p "$root/build" 2>/dev/null && [[ -w $root/build ]] || fail "Bouton is built in $root/build, which cannot be written."
    {
        flock -n 9 || { say "waiting for another build of Bouton…" && flock 9; }
        "$@"
    } 9>"$root/build/.lock"
}

# build PRESET: configure and build; silent unless it fails. The stamp bears the time of the start, so that a file saved
# while the compiler runs counts as newer.
build() {
    local name=${1%-tests} # python is a part of release, as the tests are
    local folder="$root/build/${name/python/release}" log="$root/build/$1.log" fresh=()
    mkdir -p "$folder"
    touch "$folder/.started"
    # A build folder that came along with a moved or copied repository is of no use.
    if [[ -f $folder/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(cd "$root" && pwd -P)" "$folder/CMakeCache.txt"; then
        fresh=(--fresh)
    fi
    (cd "$root" && cmake "${fresh[@]}" --preset "$1" && cmake --build --preset "$1") </dev/null >"$log" 2>&1 9>&- ||
        fail "Bouton could not be built (preset $1, log: $log)." "$log"
    mv "$folder/.started" "$folder/.stamp"
}
